"""Reorders by the desk: an earlier request stored again at today's prices."""
