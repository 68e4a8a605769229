"""Kills, restarts, outages and clock jumps."""
