"""Generates PDFs with typst from templates and data. No database, no clock: equal data gives equal bytes."""
