"""Malformed and hostile input."""
