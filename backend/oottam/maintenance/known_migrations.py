"""Detects databases of a newer release, which this server must not change."""

from collections.abc import Collection

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

MigrationName = tuple[str, str]  # app label and migration
# Django apps of earlier releases; a migration removes their tables.
REMOVED_APPS = frozenset({"admin"})


def find_unknown(applied: Collection[MigrationName]) -> list[MigrationName]:
    """Return the applied migrations that this release lacks, sorted."""
    own = MigrationLoader(None).disk_migrations
    replaced = {name for migration in own.values() for name in migration.replaces}
    removed = {name for name in applied if name[0] in REMOVED_APPS}
    return sorted(set(applied) - own.keys() - replaced - removed)


def require_known(connection: BaseDatabaseWrapper) -> None:
    """Raise ImproperlyConfigured for a database of a newer release."""
    newer = find_unknown(MigrationRecorder(connection).applied_migrations())
    if newer:
        database = connection.settings_dict["NAME"]
        raise ImproperlyConfigured(f"The database {database} {describe_newer(newer)}")


def describe_newer(newer: list[MigrationName]) -> str:
    """Describe the problem and the remedy, as the rest of a sentence."""
    app, name = newer[0]
    return (
        f"is newer than this server, or from before 0.2.0 ({app}.{name} is unknown here): "
        "run the version that made it, or restore a backup of this one."
    )
