"""The weekly menu and what hangs on it: its combos' prices, the custom choice."""
