"""What the kitchen decides and stores."""
