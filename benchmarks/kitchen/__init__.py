"""How fast sheets, labels and closed days are in a shop of 100,000 plans (see benchmarks/README.md)."""
