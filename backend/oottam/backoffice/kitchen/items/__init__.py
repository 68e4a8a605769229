"""The kitchen's dishes: what is in them, how they are served, and which names of menus lead to them."""
