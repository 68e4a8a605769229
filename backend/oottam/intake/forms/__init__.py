"""The bodies of calls as typed forms: read strictly, every wrong field named, the rest noted."""
