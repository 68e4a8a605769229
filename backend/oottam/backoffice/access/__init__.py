"""Log-in, second step, links, and the user's own account."""
