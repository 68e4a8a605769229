"""The kitchen's pages: sheet, dishes, ingredients, labels, shopping."""
