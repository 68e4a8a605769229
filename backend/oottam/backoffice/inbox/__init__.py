"""The inbox: every request of every kind, found by what is asked of it."""
