"""Services of the kitchen: decisions, dishes, ingredients and snapshots."""
