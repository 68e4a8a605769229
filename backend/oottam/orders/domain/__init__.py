"""Order rules: pricing, rows, flags and messages, independent of the wire format."""
