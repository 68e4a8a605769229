"""Database access below Django's models, for SQLite and PostgreSQL."""
