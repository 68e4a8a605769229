"""The queries of the list of dishes and of one dish's page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q
from django.http import QueryDict

from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.templatetags.staff import query
from oottam.kitchen.services.dish_merging import name_of
from oottam.plans.domain.dish_names import dish_key
from oottam.plans.models import (
    Alternative,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)

PER_PAGE = 50
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
class Page:
    """Some dishes by name, and the key after which the next page begins; "" at the end."""

    rows: Sequence[KitchenItem]
    next: str


@dataclass(frozen=True, slots=True)
class Name:
    """A menu's name of the dish."""

    alias: int
    source: str
    name: str
    can_unmerge: bool


@dataclass(frozen=True, slots=True)
class DishData:
    """A dish with all that its page shows."""

    dish: KitchenItem
    grams: Sequence[ItemIngredient]
    options: Sequence[Alternative]
    names: Sequence[Name]
    merged: Sequence[str]
    option_of: Sequence[str]


def parse_filters(query: QueryDict) -> DishFilter:
    """Parse the query string; invalid values are ignored."""
    search_text = " ".join(query.get("q", "").replace("\0", "").split())[:MAX_WORDS_LENGTH]
    only = INCOMPLETE if query.get("only") == INCOMPLETE else ""
    return DishFilter(search_text, only, query.get("behind", "").replace("\0", "")[:200])


def page_of(filters: DishFilter) -> Page:
    """Return one page; one query."""
    queryset = KitchenItem.objects.filter(merged_into=None).order_by("key")
    for word in dish_key(filters.search_text).split():
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
    rows = list(counted[: PER_PAGE + 1])
    rows_of_page = rows[:PER_PAGE]
    return Page(rows_of_page, rows_of_page[-1].key if len(rows) > PER_PAGE else "")


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
    )


def ingredients() -> dict[str, tuple[int, str]]:
    """Return primary key and name by folded name."""
    rows = Ingredient.objects.order_by("name").values_list("pk", "name")
    return {dish_key(name): (number, name) for number, name in rows}


def dishes() -> dict[str, tuple[int, str]]:
    """Return primary key and name by folded name, of dishes that are cooked as they are."""
    rows = KitchenItem.objects.filter(merged_into=None, alternatives=None).order_by("name")
    return {key: (number, name) for key, number, name in rows.values_list("key", "pk", "name")}


def _name(alias: KitchenAlias, dish: KitchenItem) -> Name:
    name = name_of(alias)
    return Name(alias.pk, SOURCES.get(alias.source, alias.source), name, dish_key(name) != dish.key)
