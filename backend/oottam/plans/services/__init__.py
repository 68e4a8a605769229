"""What the desk and the kitchen do with plans and days."""
