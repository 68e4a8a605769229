"""The day test: a shop from twelve requests to the last box, with a recount at every step (docs/reliability.md)."""
