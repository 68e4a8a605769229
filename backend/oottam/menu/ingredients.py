"""The ingredients of the draft: groups as the shopping list has them, and what each contains."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.core.names import name_key
from oottam.menu import drafts
from oottam.menu.content import INGREDIENTS, Content
from oottam.menu.dishes import free_id
from oottam.menu.merging import merge
from oottam.menu.recipes import ingredients_of, recipes_of

MAX_NAME_LENGTH = 40
MAX_NOTE_LENGTH = 120
MAX_STEP, MAX_STEP_GRAMS = 10_000, 1_000_000
UNITS = ("kg", "g", "l", "ml", "piece", "bunch", "packet", "loaf", "tin")
_ORDER = ("id", "name", "diet", "allergens", "tags", "unit", "step", "stepGrams", "note")
_NAMED = 3  # recipes named in a sentence
Values = Mapping[str, Any]


class UnknownIngredientError(Exception):
    """The draft has no such ingredient."""


def groups_of(content: Content) -> list[tuple[str, list[Any]]]:
    """Return the groups' titles with their ingredients, in the order of the shopping list."""
    return [(each["title"], each["ingredients"]) for each in content.file(INGREDIENTS)["groups"]]


def values_of(content: Content, ingredient: str) -> dict[str, Any]:
    """Return what can be changed of an ingredient. Raises UnknownIngredientError."""
    for title, ingredients in groups_of(content):
        for each in ingredients:
            if each["id"] == ingredient:
                return {"group": title, **{key: each[key] for key in _ORDER[1:] if key in each}}
    raise UnknownIngredientError(ingredient)


def used_in(content: Content, ingredient: str) -> list[Any]:
    """Return the recipes that hold the ingredient."""
    return [each for each in recipes_of(content).values() if ingredient in each.get("grams", {})]


def save(ingredient: str, shown: Values, typed: Values, *, actor: User, now: datetime) -> None:
    """Store what was typed over what was shown. Raises DomainError, ValuesChangedError, UnknownIngredientError."""

    def apply(content: Content) -> Content:
        current = values_of(content, ingredient)
        values = merge(shown, current, typed)
        _check(content, ingredient, values)
        return _put(content, ingredient, values, current["group"])

    sentence = f"Changed the ingredient {typed['name']}"
    drafts.change(apply, sentence=sentence, revision=None, actor=actor, now=now)


def add(typed: Values, *, used: Collection[str], actor: User, now: datetime) -> str:
    """Add an ingredient at the end of its group; return its id, which is none of `used`. Raises DomainError."""
    ingredient = ""

    def apply(content: Content) -> Content:
        nonlocal ingredient
        ingredient = free_id(typed["name"], {*used, *ingredients_of(content), "new"})
        _check(content, ingredient, typed)
        return _put(content, ingredient, typed, "")

    sentence = f"Added the ingredient {typed['name']}"
    drafts.change(apply, sentence=sentence, revision=None, actor=actor, now=now)
    return ingredient


def remove(ingredient: str, *, actor: User, now: datetime) -> str:
    """Remove an ingredient that no recipe holds; return its name. Raises DomainError, UnknownIngredientError."""
    name = str(values_of(drafts.load().content, ingredient)["name"])

    def apply(content: Content) -> Content:
        if recipes := used_in(content, ingredient):
            raise DomainError(f"{isolate(name)} is in {_list(recipes)}. Take it out there first.")
        file = content.file(INGREDIENTS)
        _take_out(file, ingredient)
        if not file["groups"]:
            raise DomainError("This is the last ingredient. Add another one first.")
        return content.replace(INGREDIENTS, file)

    sentence = f"Removed the ingredient {name}"
    drafts.change(apply, sentence=sentence, revision=None, actor=actor, now=now)
    return name


def _check(content: Content, ingredient: str, values: Values) -> None:
    others = (each for key, each in ingredients_of(content).items() if key != ingredient)
    if name_key(values["name"]) in (name_key(each["name"]) for each in others):
        raise DomainError("There is already an ingredient with this name.", "name")
    if values["diet"] == "veg" and "meat" in (values.get("tags") or ()):
        raise DomainError("With meat in it, it is not veg.", "diet")
    marked = [each for each in used_in(content, ingredient) if each["mark"] == "veg"]
    if values["diet"] == "nonveg" and marked:
        raise DomainError(f"It is in {_list(marked)}, marked veg.", "diet")


def _list(recipes: list[Any]) -> str:
    more = f" and {len(recipes) - _NAMED} more" if len(recipes) > _NAMED else ""
    return f"{', '.join(isolate(each['name']) for each in recipes[:_NAMED])}{more}"


def _put(content: Content, ingredient: str, values: Values, group: str) -> Content:
    """Store it in its place, or at the end of another group than `group`."""
    file = content.file(INGREDIENTS)
    known = {**values, "id": ingredient}
    stored = {key: known[key] for key in _ORDER if key in known}
    if values["group"] == group:
        for each in (each for one in file["groups"] for each in one["ingredients"]):
            if each["id"] == ingredient:
                each.clear()
                each.update(stored)
        return content.replace(INGREDIENTS, file)
    _take_out(file, ingredient)
    title = name_key(values["group"])
    found = next((one for one in file["groups"] if name_key(one["title"]) == title), None)
    if found is None:
        found = {"title": values["group"], "ingredients": []}
        file["groups"].append(found)
    found["ingredients"].append(stored)
    return content.replace(INGREDIENTS, file)


def _take_out(file: Any, ingredient: str) -> None:
    for group in file["groups"]:
        group["ingredients"] = [each for each in group["ingredients"] if each["id"] != ingredient]
    file["groups"] = [group for group in file["groups"] if group["ingredients"]]
