"""What is done about routes, runs and boxes."""
