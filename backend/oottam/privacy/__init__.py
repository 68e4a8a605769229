"""A person's data: found, handed over, erased, and forgotten in time."""
