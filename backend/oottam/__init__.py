"""Oottam: online front and back office of a protein-focused cafe and meal-plan kitchen."""
