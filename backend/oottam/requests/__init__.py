"""Columns common to requests of all kinds: sender, time, reference, status and flags."""
