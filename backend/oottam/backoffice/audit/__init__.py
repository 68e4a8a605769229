"""The record of who did what, as the owner reads it."""
