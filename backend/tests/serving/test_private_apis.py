"""Private APIs of other packages that this project uses, with the reason, exist in the installed versions.

The packages are pinned to the versions below (pyproject.toml, requirements.lock). To upgrade: read the package's
changelog, check each use, and update the version here.
"""

import importlib
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.db import connection

from oottam.serving.storefront import Storefront

ROOT = Path(__file__).parents[3]
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


@pytest.mark.parametrize("package", VERSIONS)
def test_installed_version_is_the_listed_one(package: str) -> None:
    assert version(package) == VERSIONS[package], f"Read {__file__}, and each place that it names."


@pytest.mark.parametrize(
    "private_api", PRIVATE_APIS, ids=[private_api.name for private_api in PRIVATE_APIS]
)
def test_private_name_exists_and_is_used_in_the_listed_file(private_api: PrivateApi) -> None:
    found: Any = None
    for part in _parts(private_api.name):
        found = part if found is None else getattr(found, part)
    assert found is not None
    used = (ROOT / "backend" / "oottam" / private_api.used_in).read_text("utf-8")
    assert private_api.name.rsplit(".", 1)[-1] in used


def _parts(name: str) -> list[Any]:
    """Resolve a dotted name to its module and the nested objects."""
    words = name.split(".")
    modules = [word for word in words if word[0].islower()][: len(words) - 1]
    for count in range(len(modules), 0, -1):
        try:
            return [importlib.import_module(".".join(words[:count])), *words[count:]]
        except ModuleNotFoundError:
            continue
    raise AssertionError(name)


def test_static_file_has_the_listed_attributes(dist: Path) -> None:
    file = Storefront(dist).files["/order/"]._static_file
    assert all(hasattr(file, name) for name in FILE)


def test_database_connection_has_the_listed_attributes() -> None:
    assert all(hasattr(connection, name) for name in DATABASE)
