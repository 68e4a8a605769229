"""The ingredients of dishes, with allergens and shopping units."""
