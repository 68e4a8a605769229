"""What is relied on of other packages is there, in the versions that it was read in."""

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
def test_the_version_is_the_one_that_was_read(package: str) -> None:
    assert version(package) == VERSIONS[package], (
        f"Read {private_apis.__file__}, and each place that it names."
    )


@pytest.mark.parametrize("inside", PRIVATE_APIS, ids=[inside.name for inside in PRIVATE_APIS])
def test_a_name_is_there_and_is_used_where_the_list_says(inside: PrivateApi) -> None:
    found: Any = None
    for part in _parts(inside.name):
        found = part if found is None else getattr(found, part)
    assert found is not None
    used = (ROOT / "backend" / "oottam" / inside.used_in).read_text("utf-8")
    assert inside.name.rsplit(".", 1)[-1] in used


def _parts(name: str) -> list[Any]:
    """The module, then the names within it."""
    words = name.split(".")
    modules = [word for word in words if word[0].islower()][: len(words) - 1]
    for count in range(len(modules), 0, -1):
        try:
            return [importlib.import_module(".".join(words[:count])), *words[count:]]
        except ModuleNotFoundError:
            continue
    raise AssertionError(name)


def test_a_file_has_the_attributes_that_are_read(dist: Path) -> None:
    file = Storefront(dist).files["/order/"]._found
    assert all(hasattr(file, name) for name in private_apis.FILE)


def test_a_database_connection_has_the_attributes_that_are_read() -> None:
    assert all(hasattr(connection, name) for name in private_apis.DATABASE)
