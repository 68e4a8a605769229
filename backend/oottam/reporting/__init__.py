"""Daily figures for reports, and stored totals of past days."""
