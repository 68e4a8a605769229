"""The audit log, for owners."""
