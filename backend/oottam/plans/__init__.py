"""Meal plans: dated servings of confirmed requests, and the tables of the kitchen's days."""
