"""Rules of a plan's schedule, days, dish names and prices. No database."""
