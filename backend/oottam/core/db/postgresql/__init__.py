"""Django's PostgreSQL backend, restricted to connections to the primary."""
