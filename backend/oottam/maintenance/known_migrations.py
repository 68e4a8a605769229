"""Whether this server knows all that made a database's tables: with a newer one it would lose data."""

from collections.abc import Collection

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Name = tuple[str, str]  # of an app, and of its migration
# Apps of Django's that shops had before; a migration of ours takes away what they left.
GONE_APPS = frozenset({"admin"})


def unknown(applied: Collection[Name]) -> list[Name]:
    """Those that this server does not have, in order."""
    own = MigrationLoader(None).disk_migrations
    replaced = {name for migration in own.values() for name in migration.replaces}
    gone = {name for name in applied if name[0] in GONE_APPS}
    return sorted(set(applied) - own.keys() - replaced - gone)


def require_known(connection: BaseDatabaseWrapper) -> None:
    """Raises ImproperlyConfigured for a database that a newer server has made or changed."""
    newer = unknown(MigrationRecorder(connection).applied_migrations())
    if newer:
        database = connection.settings_dict["NAME"]
        raise ImproperlyConfigured(f"The database {database} {too_new(newer)}")


def too_new(newer: list[Name]) -> str:
    """What is wrong with it and what to do, as the rest of a sentence."""
    app, name = newer[0]
    return (
        f"is newer than this server, or from before 0.2.0 ({app}.{name} is unknown here): "
        "run the version that made it, or restore a backup of this one."
    )
