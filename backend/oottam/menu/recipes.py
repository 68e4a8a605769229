"""The recipes of the draft, each by the name of its dish."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User

from oottam.catalogue.choices import Station
from oottam.catalogue.meals import MEALS
from oottam.catalogue.recipes import alternatives_of, split_dishes
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.core.names import name_key
from oottam.menu import drafts
from oottam.menu.content import INGREDIENTS, MENUS, RECIPES, Content
from oottam.menu.dishes import LABELS
from oottam.menu.merging import merge
from oottam.menu.prices import dishes_of, to_json

WEEKLY, CHOICE = "catalogue/weekly-menu.json", "catalogue/custom-choice.json"
MAX_GRAMS = 1500
MAX_PARTS = 60
MAX_PORTION_LENGTH = 40
MAX_STEPS, MAX_STEP_LENGTH = 20, 300
STATIONS: Mapping[str, str] = dict(Station.choices)
# The grams of an ingredient among a recipe's values, as "grams/milk".
GRAMS = "grams/"
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NamedDish:
    """A dish that the menus name, alternatives split. `mark` is "" where no menu of single dishes has it."""

    name: str
    mark: str
    menus: tuple[str, ...]


def named_dishes(content: Content) -> Mapping[str, NamedDish]:
    """Return every dish of the menus, the weekly menu and the custom choice, by `name_key`."""
    found: dict[str, NamedDish] = {}
    for name, mark, menu in _named(content):
        key = name_key(name)
        known = found.get(key, NamedDish(name, mark, ()))
        menus = tuple(dict.fromkeys((*known.menus, menu)))
        found[key] = NamedDish(known.name, known.mark or mark, menus)
    return found


def _named(content: Content) -> Iterator[tuple[str, str, str]]:
    for kind, file in MENUS.items():
        for dish in dishes_of(content.file(file)):
            yield dish["name"], dish["mark"], LABELS[kind]
    weeks = [value for key, value in content.file(WEEKLY).items() if key.startswith("week")]
    for days in (week[meal] for week in weeks for meal in MEALS):
        for item in (item for day in days for item in day["items"]):
            for name in _single(item["name"]):
                yield name, "", "Weekly menu"
    choice = content.file(CHOICE)
    for entry in (entry for meal in MEALS for entry in choice[meal]):
        for name in _single(entry["title"]):
            yield name, "", "Custom choice"


def _single(title: str) -> Iterator[str]:
    for dish in split_dishes(title):
        yield from alternatives_of(dish)


def recipes_of(content: Content) -> Mapping[str, Any]:
    """Return the recipes by `name_key`, in the file's order."""
    return {name_key(each["name"]): each for each in content.file(RECIPES)["recipes"]}


def lacking(content: Content) -> list[NamedDish]:
    """Return the dishes without a recipe, or with one without grams."""
    known = {key for key, each in recipes_of(content).items() if each.get("grams")}
    return [dish for key, dish in named_dishes(content).items() if key not in known]


def ingredients_of(content: Content) -> Mapping[str, Any]:
    """Return the ingredients by id, in the file's order."""
    groups = content.file(INGREDIENTS)["groups"]
    return {each["id"]: each for group in groups for each in group["ingredients"]}


def values_of(recipe: Any) -> dict[str, Any]:
    """Return what can be changed of a recipe; {} for None."""
    if recipe is None:
        return {}
    values = {
        name: recipe[name] for name in ("portion", "mark", "station", "method") if name in recipe
    }
    return values | {f"{GRAMS}{key}": each for key, each in recipe.get("grams", {}).items()}


def grams_of(values: Values) -> dict[str, Any]:
    """Return the grams by ingredient id."""
    return {
        name.removeprefix(GRAMS): each for name, each in values.items() if name.startswith(GRAMS)
    }


def grams_to_json(grams: Decimal) -> int | float:
    """As the recipes' file stores them."""
    return to_json(grams)


def save(name: str, shown: Values, typed: Values, *, actor: User, now: datetime) -> None:
    """Store what was typed over what was shown of the recipe of a dish; it is added where there is none.

    Its mark is that of the menus' dish, too. Raises DomainError with the field portion, mark or grams, and ValuesChangedError.
    """
    key = name_key(name)

    def apply(content: Content) -> Content:
        file = content.file(RECIPES)
        at = next(
            (at for at, each in enumerate(file["recipes"]) if name_key(each["name"]) == key),
            None,
        )
        recipe = None if at is None else file["recipes"][at]
        values = merge(shown, values_of(recipe), typed)
        _check(values, ingredients_of(content))
        changed: dict[str, Any] = {"name": recipe["name"] if recipe else name}
        changed |= {part: values[part] for part in ("mark", "portion", "station") if part in values}
        changed["grams"] = grams_of(values)
        if values.get("method"):
            changed["method"] = values["method"]
        if at is None:
            file["recipes"].append(changed)
        else:
            file["recipes"][at] = changed
        return _with_mark(content.replace(RECIPES, file), key, values["mark"])

    drafts.change(
        apply, sentence=f"Changed the recipe of {name}", revision=None, actor=actor, now=now
    )


def _check(values: Values, known: Mapping[str, Any]) -> None:
    if not values.get("portion"):
        raise DomainError("Enter what one portion is, such as 1 glass, 300 ml.", "portion")
    grams = grams_of(values)
    if not grams:
        raise DomainError("Enter at least one ingredient with its grams.", "grams")
    if len(grams) > MAX_PARTS:
        raise DomainError(f"At most {MAX_PARTS} ingredients.", "grams")
    if unknown := [key for key in grams if key not in known]:
        raise DomainError(f"{unknown[0]} is no longer among the ingredients.", "grams")
    if problem := mark_problem(values["mark"], [known[key] for key in grams]):
        raise DomainError(problem, "mark")


def mark_problem(mark: str, ingredients: Sequence[Any]) -> str:
    """Return why a dish of these ingredients cannot have the mark; "" if it can."""
    found = [isolate(each["name"]) for each in ingredients if each["diet"] == "nonveg"]
    return f"With {', '.join(found)} in it, it is not veg." if found and mark == "veg" else ""


def _with_mark(content: Content, key: str, mark: str) -> Content:
    """Mark the menus' dishes of this name likewise: they have to agree."""
    for file in MENUS.values():
        menu = content.file(file)
        for dish in dishes_of(menu):
            if name_key(dish["name"]) == key:
                dish["mark"] = mark
        content = content.replace(file, menu)
    return content
