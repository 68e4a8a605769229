"""How much processor each page of the back office takes in a shop of 100,000 plans (see benchmarks/README.md)."""
