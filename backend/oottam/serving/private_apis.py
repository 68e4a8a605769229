"""What is relied on of other packages beyond what they promise, all of it, with the reason.

They are pinned to the versions that these names were read in (pyproject.toml, requirements.lock); a
test fails when a version or one of the names changes. Then read the package's changes, look at each
place, and write the new version here.
"""

from typing import NamedTuple

VERSIONS = {"django": "5.2.19", "whitenoise": "6.12.0"}


class PrivateApi(NamedTuple):
    """A name within a package, where it is used, and for what."""

    package: str
    name: str
    used_in: str
    reason: str


PRIVATE_APIS = [
    PrivateApi("whitenoise", "whitenoise.responders.StaticFile.get_path_and_headers", "serving/files.py",
           "which compressed form a client takes"),
    PrivateApi("whitenoise", "whitenoise.base.WhiteNoise.get_static_file", "serving/files.py",
           "overridden, so that files are sent whole from memory"),
    PrivateApi("whitenoise", "whitenoise.base.WhiteNoise.add_cache_headers", "serving/storefront.py",
           "overridden: how long each file may be kept"),
    PrivateApi("django", "django.db.backends.base.base.BaseDatabaseWrapper.ensure_connection", "core/db/cursor.py",
           "statements run on the driver's own cursor"),
    PrivateApi("django", "django.db.backends.base.base.BaseDatabaseWrapper.wrap_database_errors", "core/db/cursor.py",
           "the driver's errors come as Django's"),
    PrivateApi("django", "django.db.backends.base.base.BaseDatabaseWrapper.close_if_unusable_or_obsolete",
           "api/writing/writer.py", "the writer's connection is looked at before each batch, as at each request"),
    PrivateApi("django", "django.db.backends.sqlite3.base.DatabaseWrapper.get_new_connection",
           "core/db/sqlite/base.py", "overridden, so that the file is its owner's alone"),
    PrivateApi("django", "django.db.models.fields.Field.get_db_prep_save", "core/db/bulk_insert.py",
           "values in the database's own form, without instances of models"),
]  # fmt: skip

# Attributes that instances get, which no class shows.
FILE = ["etag", "last_modified", "not_modified_response"]
DATABASE = ["connection", "needs_rollback", "in_atomic_block"]
