"""Closed days, on which nothing is cooked for plans."""
