"""Shared parts of system tests: a shop, its visitors and staff, databases, reports."""
