"""A person's data: search, export, erasure; for owners."""
