"""Private APIs exist in the installed versions of the packages."""

import importlib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from oottam.serving import private_apis
from oottam.serving.private_apis import PRIVATE_APIS, VERSIONS, PrivateApi
from oottam.serving.storefront import Storefront

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("package", VERSIONS)
def test_installed_version_is_the_listed_one(package: str) -> None:
    assert version(package) == VERSIONS[package], (
        f"Read {private_apis.__file__}, and each place that it names."
    )


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
    assert all(hasattr(file, name) for name in private_apis.FILE)


def test_database_connection_has_the_listed_attributes() -> None:
    assert all(hasattr(connection, name) for name in private_apis.DATABASE)
