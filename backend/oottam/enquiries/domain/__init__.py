"""Enquiry rules: rows, flags and messages, independent of the wire format."""
