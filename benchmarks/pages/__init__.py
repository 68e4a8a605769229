"""Measures the CPU time of each back office page in a shop of 100,000 plans (see benchmarks/README.md)."""
