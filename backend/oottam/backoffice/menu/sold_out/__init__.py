"""Dishes that are sold out."""
