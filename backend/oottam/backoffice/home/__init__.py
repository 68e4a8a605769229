"""The home page of the back office."""
