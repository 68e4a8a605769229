"""The bodies of the order calls, spelt as the contract spells them (specification, section 7)."""
