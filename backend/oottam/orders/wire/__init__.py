"""Request bodies of the order endpoints, with the contract's field names (specification, section 7)."""
