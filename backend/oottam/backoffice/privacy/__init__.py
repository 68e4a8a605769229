"""A person's data: looked for, handed over, erased; for owners."""
