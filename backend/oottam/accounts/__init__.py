"""The staff's way in: accounts, log-in, known devices, sessions."""
