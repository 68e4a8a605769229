"""Customers, found while they are on the phone, with their plans and what they call for beside them."""
