"""What the recipes of CONTRIBUTING.md name is there; executing them is slow (`tests/recipes`)."""

from typing import Any

import pytest

from tests.recipes import ninth_kind, staff_page
from tests.recipes.contributing import PATH, ROOT, recipes


@pytest.mark.parametrize("name", recipes())
def test_recipe_names_only_existing_files(name: str) -> None:
    named_paths = PATH.findall(recipes()[name])
    assert named_paths
    assert [path for path in named_paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("recipe", [ninth_kind, staff_page])
def test_an_executed_recipe_finds_its_places(recipe: Any) -> None:
    for path, changes in recipe.CHANGES.items():
        text = (ROOT / path).read_text("utf-8")
        for before, _ in changes:
            assert not before or text.count(before) == 1, f"{before!r} in {path}"
