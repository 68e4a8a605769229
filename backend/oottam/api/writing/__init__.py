"""Stores accepted requests: one thread, many requests in one transaction, each table by one statement."""
