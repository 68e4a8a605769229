"""System checks for dishes without recipes and for sample recipes."""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest

from oottam import catalogue
from oottam.catalogue import Kitchen
from oottam.catalogue.checks import dishes_without_recipe, sample_recipes


@pytest.fixture
def shipped() -> Iterator[Kitchen]:
    before = catalogue.current()
    yield before.kitchen
    catalogue.use(before)


def use(kitchen: Kitchen) -> None:
    catalogue.use(replace(catalogue.current(), kitchen=kitchen))


def without(kitchen: Kitchen, *names: str) -> Kitchen:
    left = {key: recipe for key, recipe in kitchen.by_name.items() if recipe.name not in names}
    return replace(kitchen, by_name=MappingProxyType(left))


def reported() -> list[tuple[str | None, str]]:
    return [(message.id, message.msg) for message in dishes_without_recipe(None)]


def test_dishes_without_recipe_or_grams_are_reported(shipped: Kitchen) -> None:
    use(without(shipped, "Phulka"))
    assert reported() == [
        ("oottam.I002", "The ingredients of these dishes are unknown: Phulka, Puttu.")
    ]


def test_at_most_ten_dishes_are_named(shipped: Kitchen) -> None:
    use(without(shipped, *(recipe.name for recipe in shipped.recipes)))
    [(_, error)] = reported()
    names = catalogue.current().dish_names()
    assert (
        error
        == f"The ingredients of these dishes are unknown: {', '.join(names[:10])} and {len(names) - 10} more."
    )


def test_complete_kitchen_gets_no_message(shipped: Kitchen) -> None:
    puttu = replace(shipped.by_name["idli"], name="Puttu")
    known = MappingProxyType({**shipped.by_name, "puttu": puttu})
    use(replace(shipped, by_name=known))
    assert reported() == []


def test_sample_recipes_are_reported_until_replaced(shipped: Kitchen) -> None:
    assert [(message.id, message.msg) for message in sample_recipes(None)] == [
        (
            "oottam.I003",
            "contract/kitchen still holds the shipped sample of: ingredients.json, recipes.json.",
        )
    ]
    use(replace(shipped, samples=()))
    assert sample_recipes(None) == []
