"""Request bodies of the enquiry endpoints, with the contract's field names (specification, section 7)."""
