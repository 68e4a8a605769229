"""How fast orders are stored, beside what the machine could do at best (see benchmarks/README.md)."""
