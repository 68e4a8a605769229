"""Money that needs a hand: what is to be given back, and what came too much."""
