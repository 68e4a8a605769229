"""Django's SQLite backend, whose files are their owner's alone (Django finds it by its folder)."""
