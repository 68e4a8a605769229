"""Lists all private APIs of other packages that this project uses, with the reason.

The packages are pinned to the versions below (pyproject.toml, requirements.lock); a test fails when a
version or a name changes. To upgrade: read the package's changelog, check each use, and update the
version here.
"""

from typing import NamedTuple

VERSIONS = {"django": "5.2.19", "whitenoise": "6.12.0"}


class PrivateApi(NamedTuple):
    """A private name, the file that uses it, and the reason."""

    package: str
    name: str
    used_in: str
    reason: str


PRIVATE_APIS = [
    PrivateApi("whitenoise", "whitenoise.responders.StaticFile.get_path_and_headers", "serving/files.py",
           "selects the compressed variant that a client accepts"),
    PrivateApi("whitenoise", "whitenoise.base.WhiteNoise.get_static_file", "serving/files.py",
           "overridden to send files from memory"),
    PrivateApi("whitenoise", "whitenoise.base.WhiteNoise.add_cache_headers", "serving/storefront.py",
           "overridden to set each file's cache time"),
    PrivateApi("django", "django.db.backends.base.base.BaseDatabaseWrapper.ensure_connection", "core/db/cursor.py",
           "statements run on the driver's own cursor"),
    PrivateApi("django", "django.db.backends.base.base.BaseDatabaseWrapper.wrap_database_errors", "core/db/cursor.py",
           "converts the driver's errors to Django's"),
    PrivateApi("django", "django.db.backends.base.base.BaseDatabaseWrapper.close_if_unusable_or_obsolete",
           "api/writing/writer.py", "checks the writer's connection before each batch"),
    PrivateApi("django", "django.db.backends.sqlite3.base.DatabaseWrapper.get_new_connection",
           "core/db/sqlite/base.py", "overridden to restrict the file to its owner"),
    PrivateApi("django", "django.db.models.fields.Field.get_db_prep_save", "core/db/bulk_insert.py",
           "converts values for the database without model instances"),
]  # fmt: skip

# Attributes that are set on instances only.
FILE = ["etag", "last_modified", "not_modified_response"]
DATABASE = ["connection", "needs_rollback", "in_atomic_block"]
