"""Measures sheets, labels and closed days in a shop of 100,000 plans (see benchmarks/README.md)."""
