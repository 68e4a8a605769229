"""The page of one request, and what is done there."""
