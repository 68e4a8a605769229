"""Filters of the mail templates."""
