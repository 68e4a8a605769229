"""The recipe of a dish, for the day's portions."""
