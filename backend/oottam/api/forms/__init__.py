"""The bodies of calls as pydantic models: read strictly, every wrong field named, unknown ones noted."""
