"""The first address of the back office."""
