"""Plans: their weeks, and the actions on them."""
