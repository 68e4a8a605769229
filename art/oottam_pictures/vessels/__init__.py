"""What dishes are served in."""
