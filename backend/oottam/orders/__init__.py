"""Orders: the calls that buy something, from their fields on the wire to their rows."""
