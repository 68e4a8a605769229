"""The shopping list of some days."""
