"""The recipes of the draft: portion, mark, grams, and whom a change harms."""
