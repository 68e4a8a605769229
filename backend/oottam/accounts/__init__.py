"""Staff accounts: roles, log-in, second factor, trusted devices, sessions."""
