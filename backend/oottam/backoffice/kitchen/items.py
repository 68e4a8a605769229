"""The kitchen's dishes: recipes, portions, and their names on the menus."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, Exists, OuterRef, Q
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.kitchen.shopping import format_number
from oottam.backoffice.layout import conflicts
from oottam.backoffice.layout.conflicts import Change, posted_version
from oottam.backoffice.layout.decorators import (
    SAFE_METHODS,
    StaffRequest,
    error_page,
    staff_action,
    staff_page,
)
from oottam.backoffice.layout.fields import StaffForm
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.templatetags.staff import query
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.core.names import name_key
from oottam.kitchen.services.dish_editing import (
    MAX_OPTIONS,
    MAX_PARTS,
    MAX_PORTION_LENGTH,
    DishValues,
    StaleDishError,
    UnknownDishError,
    save_dish,
)
from oottam.kitchen.services.dish_merging import merge, name_of, unmerge
from oottam.plans.models import (
    Alternative,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)
from oottam.plans.models.choices import Mark

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
    return {name_key(name): (number, name) for number, name in rows}


def dish_choices() -> dict[str, tuple[int, str]]:
    """Return primary key and name by folded name, of dishes that are cooked as they are."""
    rows = KitchenItem.objects.filter(merged_into=None, alternatives=None).order_by("name")
    return {key: (number, name) for key, number, name in rows.values_list("key", "pk", "name")}


def _name(alias: KitchenAlias, dish: KitchenItem) -> Name:
    name = name_of(alias)
    return Name(alias.pk, SOURCES.get(alias.source, alias.source), name, name_key(name) != dish.key)


MAX_NAME_LENGTH = 200
EMPTY_ROWS = 3
Names = Mapping[str, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a form: a name, grams where it has some, and an error."""

    name: str = ""
    grams: str = ""
    error: str = ""


class DishForm(StaffForm):
    """How a dish is served and marked; its ingredients and alternatives are lines below the fields."""

    action = "dish"
    refused_as = {"grams": "allergens_known"}
    portion = forms.CharField(
        label="One portion",
        required=False,
        max_length=MAX_PORTION_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="As served, for example 1 glass, 300 ml.",
    )
    mark = forms.ChoiceField(
        label="Veg or non-veg", required=False, choices=[("", "Not known"), *Mark.choices]
    )
    allergens_known = forms.BooleanField(
        label="The recipe is complete, so its allergens are known", required=False
    )

    def __init__(
        self, dish_data: DishData, data: QueryDict | None, parts: Names, dishes: Names
    ) -> None:
        dish = dish_data.dish
        initial = {name: getattr(dish, name) for name in ("portion", "mark", "allergens_known")}
        super().__init__(data, initial=initial)
        self._parts, self._dishes = parts, dishes
        if data is None:
            self.parts = [
                Row(each.ingredient.name, format_number(each.grams)) for each in dish_data.grams
            ]
            self.options = [Row(each.option.name) for each in dish_data.options]
        else:
            names, grams = data.getlist("ingredient"), data.getlist("grams")
            self.parts = [
                self._part(name.strip(), amount.strip())
                for name, amount in zip(names, grams, strict=False)
                if name.strip() or amount.strip()
            ][: MAX_PARTS + 1]
            options = [name.strip() for name in data.getlist("option") if name.strip()]
            self.options = [self._option(name) for name in options][: MAX_OPTIONS + 1]

    def merge_changes(self, current: "DishForm", changes: Mapping[str, Change]) -> None:
        """Take over what only a colleague changed; else add it as an error beside the typed value."""
        changed = dict(changes)
        grams, options = changed.pop("grams", None), changed.pop("options", None)
        beside = []
        if grams and _recipe(self.parts) == grams[0]:
            self.parts = current.parts
        elif grams and _recipe(self.parts) != grams[1]:
            beside.append(f"what is in it to “{conflicts.describe_value(grams[1])}”")
        if options and _names(self.options) == options[0]:
            self.options = current.options
        elif options and _names(self.options) != options[1]:
            beside.append(f"its alternatives to “{conflicts.describe_value(options[1])}”")
        typed = {name: self.cleaned_data.get(name) for name in self.fields}
        conflicts.merge_changes(
            self, current, changed, typed, lambda _, value: conflicts.describe_value(value)
        )
        for change in beside:
            self.add_error(None, f"A colleague has since changed {change}.")

    @property
    def part_rows(self) -> Sequence[Row]:
        """The ingredients, with empty lines."""
        return [*self.parts, *[Row()] * EMPTY_ROWS]

    @property
    def option_rows(self) -> Sequence[Row]:
        """The alternatives, with empty lines."""
        return [*self.options, Row(), Row()]

    def clean(self) -> dict[str, Any]:
        invalid = [row for row in (*self.parts, *self.options) if row.error]
        for row in invalid:
            self.add_error(None, f"{isolate(row.name or row.grams)}: {row.error}")
        keys = [name_key(row.name) for row in self.parts if not row.error]
        for key in {key for key in keys if keys.count(key) > 1}:
            self.add_error(None, f"{self._parts[key][1]} is listed twice.")
        return super().clean() or self.cleaned_data

    def values(self) -> DishValues:
        """Return the values of a valid form."""
        return DishValues(
            portion=self.cleaned_data["portion"],
            mark=self.cleaned_data["mark"],
            allergens_known=self.cleaned_data["allergens_known"],
            grams={self._parts[name_key(row.name)][0]: Decimal(row.grams) for row in self.parts},
            options=[self._dishes[name_key(row.name)][0] for row in self.options],
        )

    def _part(self, name: str, grams: str) -> Row:
        grams = grams.replace(",", "")
        if name_key(name) not in self._parts:
            return Row(name[:MAX_NAME_LENGTH], grams[:10], "No such ingredient.")
        try:
            amount = Decimal(grams)
            is_right = amount.is_finite() and amount == round(amount, 2) and len(grams) <= 10
        except InvalidOperation:
            is_right = False
        return Row(name, grams[:10], "" if is_right else "Enter grams as 12 or 12.5.")

    def _option(self, name: str) -> Row:
        is_known = name_key(name) in self._dishes
        return Row(name[:MAX_NAME_LENGTH], error="" if is_known else "No such dish.")


def _recipe(rows: Sequence[Row]) -> str:
    """Format as the audit log does, without invalid lines."""
    return ", ".join(
        f"{row.name} {Decimal(row.grams).normalize():f}"
        for row in sorted(rows, key=lambda row: row.name)
        if not row.error
    )


def _names(rows: Sequence[Row]) -> str:
    return ", ".join(row.name for row in rows)


class MergeForm(StaffForm):
    """Choose the dish that this one is the same as."""

    action = "merge"
    into = forms.CharField(
        label="It is the same as",
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"list": "dishes", "autocomplete": "off"}),
    )

    def __init__(self, data: QueryDict | None, dishes: Names) -> None:
        super().__init__(data)
        self._dishes = dishes

    def clean_into(self) -> int:
        """Return the primary key."""
        item = self._dishes.get(name_key(self.cleaned_data["into"]))
        if item is None:
            raise forms.ValidationError("No such dish. Choose one from the list.")
        return item[0]


@staff_page(Permission.COOK)
def list_view(request: StaffRequest) -> HttpResponse:
    """List dishes by name; `q` and `only` filter."""
    filters = parse_filters(request.GET)
    page = page_of(filters)
    context = {
        "title": "Dishes",
        "filters": filters,
        "page": page,
        "next": filters.address(page.next) if page.next else "",
        "views": [
            ("All", DishFilter(filters.search_text).address(), not filters.only),
            (
                "Recipe incomplete",
                DishFilter(filters.search_text, INCOMPLETE).address(),
                bool(filters.only),
            ),
        ],
    }
    return render(request, "backoffice/kitchen/items/items.html", context)


@staff_page(Permission.COOK, methods=(*SAFE_METHODS, "POST"))
def detail(request: StaffRequest, dish: int) -> HttpResponse:
    """Show a dish and save its form."""
    dish_data = _found(dish)
    if dish_data.dish.merged_into_id:
        messages.info(request, f"{isolate(dish_data.dish.name)} is now merged into this one.")
        return redirect("backoffice:kitchen-item", dish_data.dish.merged_into_id)
    parts, dishes = ingredients(), dish_choices()
    form = DishForm(dish_data, request.POST if request.method == "POST" else None, parts, dishes)
    if form.is_valid():
        try:
            save_dish(
                item=dish_data.dish.pk,
                version=posted_version(request),
                values=form.values(),
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        except StaleDishError as error:
            stale, changes = _changes_since(error, posted_version(request))
            form.merge_changes(DishForm(dish_data, None, parts, dishes), changes)
            return _render(request, dish_data, form, MergeForm(None, dishes), dishes, stale=stale)
        else:
            messages.success(request, "Saved.")
            return redirect("backoffice:kitchen-item", dish)
    return _render(request, dish_data, form, MergeForm(None, dishes), dishes)


@staff_action(Permission.COOK)
def merge_dish(request: StaffRequest, dish: int) -> HttpResponse:
    """Merge the dish into another one."""
    dish_data, dishes = _found(dish), dish_choices()
    form = MergeForm(request.POST, dishes)
    if form.is_valid():
        try:
            target = merge(
                item=dish_data.dish.pk,
                version=posted_version(request),
                into=form.cleaned_data["into"],
                actor=request.user,
                now=timezone.now(),
            )
        except DomainError as error:
            form.refuse(error)
        except StaleDishError as error:
            stale, _ = _changes_since(error, posted_version(request))
            blank = DishForm(dish_data, None, {}, {})
            return _render(request, dish_data, blank, form, dishes, stale=stale)
        except UnknownDishError as error:
            raise Http404 from error
        else:
            messages.success(
                request, f"{isolate(dish_data.dish.name)} is cooked as {isolate(target.name)} now."
            )
            return redirect("backoffice:kitchen-item", target.pk)
    blank = DishForm(dish_data, None, {}, {})
    return _render(request, dish_data, blank, form, dishes)


@staff_action(Permission.COOK)
def unmerge_dish(request: StaffRequest, dish: int) -> HttpResponse:
    """Separate an alias from the dish again."""
    dish_data = _found(dish)
    try:
        dish_again = unmerge(
            alias=parse_pk(request.POST.get("alias", "")) or 0,
            item=dish_data.dish.pk,
            version=posted_version(request),
            actor=request.user,
            now=timezone.now(),
        )
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("backoffice:kitchen-item", dish)
    except StaleDishError as error:
        return _stale(request, error)
    except UnknownDishError as error:
        raise Http404 from error
    messages.success(request, f"{isolate(dish_again.name)} is a separate dish again.")
    return redirect("backoffice:kitchen-item", dish_again.pk)


def _found(dish: int) -> DishData:
    dish_data = load_dish_data(dish)
    if dish_data is None:
        raise Http404
    return dish_data


def _changes_since(
    error: StaleDishError, seen: int
) -> tuple[dict[str, Any], dict[str, conflicts.Change]]:
    """Return what a colleague has changed since the version `seen`: for the page, and by field."""
    entries, changes = conflicts.change_entries("dish.", error.item.name, seen, error.item.version)
    return {"named": error.item.name, "entries": entries}, changes


def _stale(request: StaffRequest, error: StaleDishError) -> HttpResponse:
    back = reverse("backoffice:kitchen-item", args=[error.item.pk])
    named = error.item.name
    return error_page(request, 409, "kitchen/dish_changed.html", str(error), named=named, back=back)


def _render(
    request: StaffRequest,
    dish_data: DishData,
    form: DishForm,
    merge_form: MergeForm,
    dishes: Any,
    *,
    stale: dict[str, Any] | None = None,
) -> HttpResponse:
    invalid_form = next((each for each in (form, merge_form) if each.is_bound), None)
    context = {
        "title": dish_data.dish.name,
        "dish_data": dish_data,
        "dish": dish_data.dish,
        "form": form,
        "merge_form": merge_form,
        "invalid_form": invalid_form,
        "parts": [name for _, name in ingredients().values()],
        "dishes": [name for _, name in dishes.values()],
        "conflict": stale,
        "version": posted_version(request)
        if invalid_form and not stale
        else dish_data.dish.version,
    }
    status = 409 if stale else 422 if invalid_form else 200
    return render(request, "backoffice/kitchen/items/item.html", context, status=status)
