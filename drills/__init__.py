"""Black-box drills of the real server: faults, load and hostility, with figures (docs/reliability.md)."""
