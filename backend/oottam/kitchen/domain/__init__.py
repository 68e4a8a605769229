"""Rules without a database."""
