"""Actions on routes, runs and boxes."""
