"""Days of a whole shop, from twelve requests to the last box, recounted at every step (docs/reliability.md)."""
