"""What is packed on its way to people: routes, runs, and what happened at the door."""
