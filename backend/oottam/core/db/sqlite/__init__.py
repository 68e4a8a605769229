"""Django's SQLite backend with owner-only files and a fair write lock (Django loads it by its folder)."""
