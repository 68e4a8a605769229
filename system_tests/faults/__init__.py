"""Kills, restarts, outages, jumps of the clock."""
