"""The order endpoints, from their wire fields to their rows."""
