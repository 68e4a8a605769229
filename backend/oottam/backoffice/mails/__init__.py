"""The outbox as staff see it: what went out, what waits, what did not work."""
