"""Papers as PDF, set by typst from a template and data. No database, no clock: equal data gives equal bytes."""
