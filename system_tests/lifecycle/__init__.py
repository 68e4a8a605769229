"""Set-up, update and rollback of a shop."""
