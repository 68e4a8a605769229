"""What the kitchen decides and writes down."""
