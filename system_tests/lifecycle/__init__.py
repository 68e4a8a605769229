"""Setup, update and rollback of a shop."""
