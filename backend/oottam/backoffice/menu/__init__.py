"""The pages of the menu: dishes, publishing, what is sold out."""
