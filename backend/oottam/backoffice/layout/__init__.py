"""What every staff page has: the guard at its door, the house around it, the addresses of its files."""
