"""What it means to place an order, in plain words; knows nothing of the wire."""
