"""The kitchen's dishes: recipes, portions, and their names on the menus."""
