"""The health plans and the doctors."""
