"""The staff's accounts, managed by owners."""
