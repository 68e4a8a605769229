"""What dishes hold by the kitchen's rows: for the menu's pages, for labels, for the kitchen's own pages and its work lists.

Figures of an edition were frozen when it was published; allergens follow the rows at once.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, Max, Sum
from django.utils import timezone

from oottam.catalogue.choices import ALLERGEN_LIST
from oottam.catalogue.dish_facts import facts_of, in_order, with_words
from oottam.catalogue.nutrition import (
    Amounts,
    EatenPart,
    Figures,
    add_up,
    eaten_grams,
    figures_of,
)
from oottam.catalogue.recipes import Ingredient as RecipeIngredient
from oottam.catalogue.recipes import Part, Recipe, single_dishes
from oottam.core.direction import isolate
from oottam.core.names import name_key
from oottam.kitchen.day.dishes import dishes as load_dishes
from oottam.kitchen.day.dishes import dishes_on
from oottam.kitchen.domain.dietary import Contents
from oottam.kitchen.services.dishes import recipe_contents
from oottam.kitchen.services.recipe_files import KitchenRows, live_content, nutrition_of
from oottam.menu.content import Content, kitchen_of
from oottam.menu.models import Edition, EditionState
from oottam.menu.named_dishes import named_dishes
from oottam.schedule.models import (
    FormerRecipe,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)

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
    """Return what the dishes of a content hold today (IST), by their names on its menus and those of alternatives.

    Their allergens are those of every recipe from today on.
    """
    rows = KitchenRows.read()
    cooked = {key: item for key, (_, item, _) in rows.named(content).items()}
    numbers = {item.pk for item in cooked.values()}
    ingredients = {each.pk: _ingredient(each) for each in rows.ingredients}
    files = kitchen_of(content)
    today = dishes_on(timezone.localdate(), numbers, with_recipes=True)

    def recipe_of(name: str) -> Recipe | None:
        item = cooked.get(name_key(name))
        if item is None:  # seeding adds it from the files
            return files.recipe(name)
        dish = today[item.pk]
        parts = (
            Part(ingredients[each.number], grams, dish.eaten.get(each, Decimal(1)))
            for each, grams in dish.grams.items()
        )
        recipe = Recipe(name, "veg", dish.portion, tuple(parts))
        return replace(recipe, is_complete=dish.contents.is_complete) if recipe.parts else None

    titles = [title for _, _, title, _ in named_dishes(content)]
    names = [name for title in titles for name in single_dishes(title)]
    contents = load_dishes(numbers)
    facts = {}
    for title in dict.fromkeys((*titles, *names)):
        held = [
            contents[cooked[key].pk].contents
            if (key := name_key(name)) in cooked
            else recipe_contents(files.recipe(name), "")
            for name in single_dishes(title)
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


def amounts_on(day: date, items: Collection[int]) -> dict[int, str]:
    """Return "505 kcal, 23 g protein" of each dish by the recipe of the day, where it is known. Three queries at most."""
    found = dishes_on(day, items, with_recipes=True)
    numbers = {each.number for dish in found.values() for each in dish.grams}
    rows = Ingredient.objects.in_bulk(numbers)
    amounts = {}
    for item, dish in found.items():
        parts = [
            _eaten(rows[each.number], grams, dish.eaten.get(each, Decimal(1)))
            for each, grams in dish.grams.items()
        ]
        if figures := figures_of(parts, is_complete=dish.contents.is_complete):
            amounts[item] = str(figures)
    return amounts


def _eaten(ingredient: Ingredient, grams: Decimal, eaten: Decimal) -> EatenPart:
    return EatenPart(
        eaten_grams(Decimal(grams), Decimal(ingredient.edible), Decimal(eaten)),
        nutrition_of(ingredient),
    )


@dataclass(frozen=True, slots=True)
class Sums:
    """What a portion holds: ingredient, eaten grams and amounts of each line; `missing` are those without values.

    `figures` are what pages say, None where it is not known.
    """

    lines: Sequence[tuple[Ingredient, Decimal, Amounts]]
    total: Amounts
    missing: Sequence[str]
    figures: Figures | None


def sums_of(dish: KitchenItem, recipe: Iterable[ItemIngredient]) -> Sums:
    """Add a recipe up, line by line; `recipe` has its ingredients loaded."""
    lines = [(each.ingredient, _eaten(each.ingredient, each.grams, each.eaten)) for each in recipe]
    parts = [part for _, part in lines]
    return Sums(
        [(ingredient, part.grams, add_up([part])) for ingredient, part in lines],
        add_up(parts),
        [
            isolate(ingredient.name)
            for ingredient, part in lines
            if part.grams and part.nutrition is None
        ],
        figures_of(parts, is_complete=dish.allergens_known),
    )


def published_figures(names: Collection[str]) -> Figures | None:
    """Return what the live edition says of a dish with these names, as it was published; None where it says nothing."""
    live = Edition.objects.filter(state=EditionState.LIVE).values_list("figures", flat=True).first()
    for name in names:
        figures = (live or {}).get(name, {}).get("figures", [])
        if len(figures) == 1 and figures[0]:
            return Figures(*figures[0])
    return None


# Of a dish's protein or energy, from which a doubtful packet is worth reading.
NOTABLE_SHARE = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class IngredientsToRead:
    """Whose labels to read first: the number of dishes that each ingredient would mend, by its primary key.

    `without_values` keep complete recipes from saying what they hold, `completes` of them in all; `doubtful` make that
    others say "about".
    """

    without_values: Mapping[int, int]
    doubtful: Mapping[int, int]
    completes: int


def ingredients_to_read() -> IngredientsToRead:
    """Look through all complete recipes; two queries."""
    ingredients = Ingredient.objects.in_bulk()
    complete = ItemIngredient.objects.filter(item__merged_into=None, item__allergens_known=True)
    columns = complete.order_by("item").values_list("item", "ingredient", "grams", "eaten")
    without_values, doubtful = Counter[int](), Counter[int]()
    completes = 0
    for _, recipe in groupby(columns, itemgetter(0)):
        parts = {
            number: _eaten(ingredients[number], grams, eaten) for _, number, grams, eaten in recipe
        }
        figures = figures_of(parts.values(), is_complete=True)
        if figures is None:
            missing = [
                number for number, part in parts.items() if part.grams and not part.nutrition
            ]
            without_values.update(missing)
            completes += bool(missing)
        elif figures.is_about:
            total = add_up(parts.values())
            doubtful.update(
                number for number, part in parts.items() if _is_worth_reading(part, total)
            )
    return IngredientsToRead(without_values, doubtful, completes)


def _is_worth_reading(part: EatenPart, total: Amounts) -> bool:
    if not (part.nutrition and part.nutrition.is_doubtful):
        return False
    amounts = add_up([part])
    return (
        amounts.protein > NOTABLE_SHARE * total.protein or amounts.kcal > NOTABLE_SHARE * total.kcal
    )
