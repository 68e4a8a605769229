"""Plans: the weeks of each, and what can be done to their days."""
