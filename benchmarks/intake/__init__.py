"""Measures the rate of stored orders, relative to the machine's limit (see benchmarks/README.md)."""
