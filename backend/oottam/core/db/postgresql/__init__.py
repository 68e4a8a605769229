"""Django's PostgreSQL, whose open connections have to lead to the primary."""
