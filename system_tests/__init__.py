"""Black-box tests of the real server: faults, load, hostile input, updates (docs/reliability.md)."""
