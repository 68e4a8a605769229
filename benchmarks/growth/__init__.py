"""Compares a shop of three years, pruned and not pruned, with one of three months."""
