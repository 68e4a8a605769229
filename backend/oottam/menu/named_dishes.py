"""The dishes that a content names, on its menus, its weekly menu and in its custom choice."""

from collections.abc import Iterator

from oottam.catalogue.meals import MEALS
from oottam.catalogue.recipes import single_dishes
from oottam.core.names import name_key
from oottam.menu.content import MENUS, RECIPES, Content
from oottam.menu.prices import dishes_of
from oottam.menu.weekly import CHOICE, items_of


def named_dishes(content: Content) -> Iterator[tuple[str, str, str, str]]:
    """Yield menu, id, name and mark of each, as orders name it; id and mark are "" where there is none."""
    for kind, file in MENUS.items():
        for dish in dishes_of(content.file(file)):
            yield kind, dish["id"], dish["name"], dish["mark"]
    for item in items_of(content):
        yield "combo", "", item["name"], ""
    choice = content.file(CHOICE)
    for meal in MEALS:
        for each in choice[meal]:
            yield "custom", each["id"], each["title"], ""


def lacking(content: Content) -> list[str]:
    """Return the dishes without a recipe, or with one without grams; alternatives are dishes of their own."""
    recipes = content.file(RECIPES)["recipes"]
    known = {name_key(recipe["name"]) for recipe in recipes if recipe.get("grams")}
    found: dict[str, str] = {}
    for _, _, title, _ in named_dishes(content):
        for name in single_dishes(title):
            found.setdefault(name_key(name), name)
    return [name for key, name in found.items() if key not in known]
