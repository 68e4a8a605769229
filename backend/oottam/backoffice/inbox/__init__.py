"""The inbox: the list of requests."""
