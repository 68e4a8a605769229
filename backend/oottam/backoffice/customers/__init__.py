"""Customers, looked up while they are on the phone, with their plans."""
