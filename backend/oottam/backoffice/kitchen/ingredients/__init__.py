"""What dishes are made of."""
