"""The accounts of the staff, as their owner keeps them."""
