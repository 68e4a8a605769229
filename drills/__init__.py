"""Black-box drills of the real server: faults, load and hostility (docs/reliability.md)."""
