"""Runs: who carries which boxes where, what became of them, and the routes by which they go."""
