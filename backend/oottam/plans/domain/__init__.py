"""Schedules in memory, and rules about days, dishes' names and prices."""
