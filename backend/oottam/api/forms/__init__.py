"""Request bodies as pydantic models: strict, with an error per invalid field, recording unknown fields."""
