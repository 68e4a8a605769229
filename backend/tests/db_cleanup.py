"""After a test that commits, its rows go, and only they.

Django's way empties all seventy tables and makes its own rows in them again, whatever the test has done.
"""

from collections.abc import Callable

from django.db import connection, transaction

# What `migrate` leaves in them is there in every shop.
KEPT = ("django_migrations", "django_content_type", "auth_permission")

UNCHECKED = {
    "sqlite": "PRAGMA defer_foreign_keys = ON",
    "postgresql": "SET LOCAL session_replication_role = replica",
}


def state() -> tuple[object, ...]:
    """The tables by name, and how many rows stand in those that are kept."""
    kept = ", ".join(f"(SELECT count(*) FROM {name})" for name in KEPT)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {kept}")
        return (*sorted(_names()), *cursor.fetchone())


def empty(as_made: tuple[object, ...], otherwise: Callable[[], None]) -> None:
    """Take every row out; `otherwise` where a test has changed more than rows of the shop."""
    if connection.in_atomic_block or state() != as_made:
        otherwise()
        return
    names = [connection.ops.quote_name(name) for name in _names() - set(KEPT)]
    found = " UNION ALL ".join(
        f"SELECT {at} WHERE EXISTS (SELECT 1 FROM {name})" for at, name in enumerate(names)
    )
    with connection.cursor() as cursor:
        cursor.execute(found)
        filled = [names[at] for (at,) in cursor.fetchall()]
    if filled:
        _delete(filled)


def _names() -> set[str]:
    return set(connection.introspection.table_names())


def _delete(tables: list[str]) -> None:
    """In any order: what refers to what is not looked at."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(UNCHECKED[connection.vendor])
        for table in tables:
            cursor.execute(f"DELETE FROM {table}")
