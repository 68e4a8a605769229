"""The kitchen's dishes as their pages show them, and the list's filters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q
from django.http import QueryDict

from oottam.backoffice.dietary import labels
from oottam.backoffice.shared.queries import first_page, parse_pk
from oottam.backoffice.templatetags.staff import query
from oottam.catalogue.choices import Allergen
from oottam.catalogue.nutrition import Figures
from oottam.core.names import name_key
from oottam.kitchen.services.dish_editing import (
    DishValues,
    describe_grams,
)
from oottam.kitchen.services.dish_facts import (
    Sums,
    published_figures,
    sums_of,
)
from oottam.kitchen.services.dish_merging import name_of
from oottam.schedule.models import (
    Alternative,
    FormerRecipe,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)

PER_PAGE = 50
MAX_FORMER = 20  # earlier recipes on a page
MAX_WORDS_LENGTH = 100
INCOMPLETE = "incomplete"
SOURCES = {
    "veg": "Veg menu",
    "nonveg": "Non-veg menu",
    "tray": "Meal tray",
    "combo": "Weekly menu",
    "custom": "Custom choice",
}


@dataclass(frozen=True, slots=True)
class DishFilter:
    """Part of a name, and `only` incomplete recipes; a page begins after the dish key `behind`."""

    search_text: str = ""
    only: str = ""
    behind: str = ""

    def address(self, behind: str = "") -> str:
        """Return the query string of the page after the key `behind`."""
        return f"?{query(q=self.search_text, only=self.only, behind=behind)}"


@dataclass(frozen=True, slots=True)
class DishData:
    """A dish with all that its page shows. `former`: its earlier recipes, the newest first."""

    dish: KitchenItem
    grams: Sequence[ItemIngredient]
    options: Sequence[Alternative]
    names: Sequence[dict[str, Any]]
    merged: Sequence[str]
    option_of: Sequence[str]
    former: Sequence[FormerRecipe]

    @property
    def values(self) -> DishValues:
        """The values of its form."""
        return DishValues(
            portion=self.dish.portion,
            mark=self.dish.mark,
            allergens_known=self.dish.allergens_known,
            grams={gram.ingredient_id: gram.grams for gram in self.grams},
            eaten={gram.ingredient_id: gram.eaten for gram in self.grams if gram.eaten != 1},
            options=[option.option_id for option in self.options],
            station=self.dish.station or "",
            method=self.dish.method or (),
        )

    @property
    def grams_text(self) -> str:
        """As "Milk 200, Oats 12.5", in grams."""
        return describe_grams((gram.ingredient.name, gram.grams, gram.eaten) for gram in self.grams)

    @property
    def sums(self) -> Sums | None:
        """What a portion holds, line by line; None without a recipe of its own."""
        return sums_of(self.dish, self.grams) if self.grams else None

    @property
    def published(self) -> Figures | None:
        """What the live menu says of a portion; None where it was published without the dish's figures."""
        return published_figures([name["name"] for name in self.names])

    @property
    def allergens(self) -> str:
        """What is known of its allergens."""
        if self.options:
            return "Those of the alternative that is cooked"
        found = {code for gram in self.grams for code in gram.ingredient.allergens}
        known = labels(tuple(code for code in Allergen.values if code in found))
        if self.grams and self.dish.allergens_known:
            return known or "None of those that packs declare"
        return f"{known}; the rest is not known yet" if known else "Not known yet"


def parse_filters(query: QueryDict) -> DishFilter:
    """Parse the query string; invalid values are ignored."""
    search_text = " ".join(query.get("q", "").replace("\0", "").split())[:MAX_WORDS_LENGTH]
    only = INCOMPLETE if query.get("only") == INCOMPLETE else ""
    return DishFilter(search_text, only, query.get("behind", "").replace("\0", "")[:200])


def page_of(filters: DishFilter) -> tuple[list[KitchenItem], str]:
    """Return one page, and the key after which the next begins, "" at the end; one query."""
    queryset = KitchenItem.objects.filter(merged_into=None).order_by("key")
    for word in name_key(filters.search_text).split():
        queryset = queryset.filter(key__contains=word)
    if filters.only:
        parts = ItemIngredient.objects.filter(item=OuterRef("pk"))
        queryset = queryset.filter(alternatives=None).filter(
            Q(allergens_known=False) | Q(mark="") | ~Exists(parts)
        )
    if filters.behind:
        queryset = queryset.filter(key__gt=filters.behind)
    counted = queryset.annotate(
        parts=Count("amounts", distinct=True),
        choices=Count("alternatives", distinct=True),
        names=Count("aliases", distinct=True),
    )
    rows, last = first_page(counted, PER_PAGE)
    return rows, last.key if last else ""


def load_dish_data(number: int) -> DishData | None:
    """Return None where there is no such dish."""
    row = parse_pk(str(number)) or 0
    dish = KitchenItem.objects.select_related("merged_into").filter(pk=row).first()
    if dish is None:
        return None
    return DishData(
        dish,
        list(dish.amounts.select_related("ingredient").order_by("-grams", "pk")),
        list(dish.alternatives.select_related("option").order_by("position")),
        [_name(alias, dish) for alias in KitchenAlias.objects.filter(item=dish)],
        list(dish.merged.order_by("name").values_list("name", flat=True)),
        list(
            Alternative.objects.filter(option=dish)
            .order_by("item__name")
            .values_list("item__name", flat=True)
        ),
        list(dish.former_recipes.select_related("by").order_by("-until")[:MAX_FORMER]),
    )


def ingredients() -> dict[str, tuple[int, str]]:
    """Return primary key and name by folded name."""
    rows = Ingredient.objects.order_by("name").values_list("pk", "name")
    return {name_key(name): (number, name) for number, name in rows}


def dish_choices() -> dict[str, tuple[int, str]]:
    """Return primary key and name by folded name, of dishes that are cooked as they are."""
    rows = KitchenItem.objects.filter(merged_into=None, alternatives=None).order_by("name")
    return {key: (number, name) for key, number, name in rows.values_list("key", "pk", "name")}


def _name(alias: KitchenAlias, dish: KitchenItem) -> dict[str, Any]:
    """Return a menu's name of the dish."""
    name = name_of(alias)
    return {
        "alias": alias.pk,
        "source": SOURCES.get(alias.source, alias.source),
        "name": name,
        "can_unmerge": name_key(name) != dish.key,
    }
