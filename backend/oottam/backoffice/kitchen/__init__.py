"""What the kitchen cooks on a day, and what it sticks on its boxes."""
