"""The audit log: which staff member did what, and when. Entries are append-only."""
