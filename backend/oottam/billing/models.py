"""Tables of receipts and bills."""
