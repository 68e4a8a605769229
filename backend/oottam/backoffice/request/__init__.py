"""The page of one request and its actions."""
