"""The way in: log-in, second step, links, and everybody's own account."""
