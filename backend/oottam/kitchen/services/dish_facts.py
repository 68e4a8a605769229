"""What the menu's dishes hold by the kitchen's rows, for its pages: `catalogue/dish_facts.py` by what is cooked from today on.

Figures of an edition were frozen when it was published; allergens follow the rows at once.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Count, Max, Sum
from django.utils import timezone

from oottam.catalogue.choices import ALLERGEN_LIST
from oottam.catalogue.dish_facts import facts_of, in_order, with_words
from oottam.catalogue.recipes import Ingredient as RecipeIngredient
from oottam.catalogue.recipes import Part, Recipe, alternatives_of, split_dishes
from oottam.core.names import name_key
from oottam.kitchen.day.dishes import dishes as load_dishes
from oottam.kitchen.domain.dietary import Contents
from oottam.kitchen.services.dishes import recipe_contents
from oottam.kitchen.services.recipes import KitchenRows, live_content, nutrition_of
from oottam.menu.content import Content, kitchen_of
from oottam.menu.models import Edition
from oottam.menu.named_dishes import named_dishes
from oottam.schedule.models import FormerRecipe, Ingredient, KitchenAlias, KitchenItem

Facts = Mapping[str, Any]
_last: tuple[Any, Facts] | None = None


def live_facts(edition: int, now: datetime) -> Facts:
    """Return what the pages of the live edition say, by dish as its menus name it. Four queries where nothing changed."""
    global _last  # noqa: PLW0603 - asked every two seconds by one thread
    today = timezone.localdate(now)
    state = (edition, today, *_state_of_rows())
    if _last is None or _last[0] != state:
        dishes = dishes_of(live_content())
        frozen = Edition.objects.filter(number=edition).values_list("figures", flat=True).first()
        _last = (state, with_words(with_figures(dishes, frozen or {})))
    return _last[1]


def with_figures(facts: Facts, frozen: Facts) -> Facts:
    """Return the dishes with the portions and figures of an edition, where it has some."""
    return {
        title: {**held, **{key: frozen[title][key] for key in ("portion", "figures")}}
        if title in frozen
        else held
        for title, held in facts.items()
    }


def content_facts(content: Content) -> Facts:
    """Return what the renderer reads of a content that is not live yet."""
    return with_words(dishes_of(content))


def dishes_of(content: Content) -> Facts:
    """Return what the dishes of a content hold from today (IST) on, by their names on its menus."""
    rows = KitchenRows.read()
    cooked = {key: item for key, (_, item, _) in rows.named(content).items()}
    ingredients = {each.pk: _ingredient(each) for each in rows.ingredients}

    files = kitchen_of(content)

    def recipe_of(name: str) -> Recipe | None:
        item = cooked.get(name_key(name))
        if item is None:  # seeding adds it from the files
            return files.recipe(name)
        if item.pk not in rows.grams:
            return None
        parts = (
            Part(ingredients[number], Decimal(grams), Decimal(eaten))
            for number, grams, eaten in rows.grams[item.pk]
        )
        return Recipe(name, "veg", item.portion, tuple(parts), is_complete=item.allergens_known)

    titles = dict.fromkeys(title for _, _, title, _ in named_dishes(content))
    contents = load_dishes({item.pk for item in cooked.values()})
    facts = {}
    for title in titles:
        names = [name for dish in split_dishes(title) for name in alternatives_of(dish)]
        held = [
            contents[cooked[key].pk].contents
            if (key := name_key(name)) in cooked
            else recipe_contents(files.recipe(name), "")
            for name in names
        ]
        facts[title] = {**facts_of(title, recipe_of).to_json(), "allergens": _allergens(held)}
    return facts


def _allergens(dishes: Iterable[Contents]) -> list[str] | None:
    """Return the allergens of all recipes that apply from today on; None where they are not all known."""
    codes: set[str] = set()
    for held in dishes:
        if not held.is_complete or held.allergen_list < ALLERGEN_LIST:
            return None
        codes |= held.codes
    return list(in_order(codes))


def _ingredient(row: Ingredient) -> RecipeIngredient:
    return RecipeIngredient(
        id=row.key,
        name=row.name,
        group=row.group,
        diet="veg" if row.is_vegetarian else "nonveg",
        allergens=frozenset(row.allergens),
        unit=row.unit,
        step=row.step,
        step_grams=row.step_grams,
        allergen_list=row.allergen_list,
        edible=Decimal(row.edible),
        nutrition=nutrition_of(row),
    )


def _state_of_rows() -> tuple[Any, ...]:
    """Values that change with every change of recipes, ingredients and names."""
    return (
        *KitchenItem.objects.aggregate(Sum("version"), Count("pk")).values(),
        *Ingredient.objects.aggregate(Sum("version"), Count("pk"), Count("source")).values(),
        *KitchenAlias.objects.aggregate(Max("pk"), Count("pk")).values(),
        *FormerRecipe.objects.aggregate(Max("pk"), Count("pk")).values(),
    )
