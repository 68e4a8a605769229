"""The bodies of the enquiry calls, spelt as the contract spells them (specification, section 7)."""
