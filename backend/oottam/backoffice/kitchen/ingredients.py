"""The ingredients of dishes, with allergens and shopping units."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.dietary import NO_TAGS, TagsField, labels
from oottam.backoffice.harm import digest_of, find_harmed
from oottam.backoffice.kitchen.dish_form import FirstDay
from oottam.backoffice.layout import conflicts
from oottam.backoffice.layout.conflicts import posted_version
from oottam.backoffice.layout.decorators import StaffRequest, staff_form, staff_page
from oottam.backoffice.layout.fields import PlainText, StaffForm
from oottam.backoffice.templatetags.staff import query
from oottam.catalogue.choices import ALLERGEN_LIST, Allergen, Confidence, joined_after
from oottam.catalogue.nutrition import HUNDRED
from oottam.core.direction import isolate
from oottam.core.errors import DomainError, StaleRecordError
from oottam.core.names import name_key
from oottam.kitchen.services import unpublished_recipes
from oottam.kitchen.services.dish_facts import ingredients_to_read
from oottam.kitchen.services.ingredients import (
    MAX_CODE_LENGTH,
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    NUTRIENTS,
    UNITS,
    IngredientValues,
    add_ingredient,
    as_recorded,
    contents_changed_by,
    save_ingredient,
)
from oottam.kitchen.services.recipe_files import nutrition_of
from oottam.schedule.models import Ingredient, KitchenItem

_PLAIN = {"autocomplete": "off"}
KJ_PER_KCAL = Decimal("4.184")


_NUTRITION = (
    "edible", *NUTRIENTS, "packet_kcal", "source", "source_code", "confidence",
)  # fmt: skip
SOURCES = ("packet", "own", "IFCT 2017", "USDA SR Legacy")


class LabelNumber(forms.DecimalField):
    """A number as labels have it: "18,9", "18.9 g", "2,500"."""

    def __init__(self, label: str, unit: str, help_text: str = "", **kwargs: Any) -> None:
        self._unit = unit
        super().__init__(
            label=label,
            required=False,
            decimal_places=2,
            widget=forms.TextInput(attrs={**_PLAIN, "inputmode": "decimal"}),
            help_text=help_text,
            error_messages={
                "invalid": "Enter a number, such as 18.9.",
                "max_decimal_places": "Two digits behind the point are enough.",
            },
            **kwargs,
        )

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip().lower().removesuffix(self._unit).strip()
        if re.fullmatch(r"\d+,\d{1,2}", text):
            text = text.replace(",", ".")
        return super().to_python(text.replace(",", ""))


class Energy(LabelNumber):
    """Energy as labels have it, in kcal or as "2500 kJ"; the cleaned value is whole kcal."""

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip().lower()
        is_kj = text.endswith("kj")
        number = super().to_python(text.removesuffix("kj"))
        return None if number is None else round(number / KJ_PER_KCAL if is_kj else number, 0)

    def clean(self, value: Any) -> int | None:
        number = super().clean(value)
        return None if number is None else int(number)


def _grams(label: str, help_text: str = "") -> LabelNumber:
    return LabelNumber(label, "g", help_text)


class IngredientForm(StaffForm):
    """The allergens come first, as customers are warned by them."""

    action = "ingredient"
    name = PlainText(label="Name", max_length=MAX_NAME_LENGTH)
    allergens = forms.MultipleChoiceField(
        label="Allergens in it",
        required=False,
        choices=Allergen.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text="As declared on its packaging. None ticked means it has none.",
    )
    is_vegetarian = forms.BooleanField(label="Vegetarian: no meat, fish or egg", required=False)
    tags = TagsField()
    group = forms.CharField(
        label="Shop section",
        required=False,
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={**_PLAIN, "list": "groups"}),
    )
    unit = forms.ChoiceField(label="Bought in", choices=[(unit, unit) for unit in UNITS])
    step = forms.DecimalField(
        label="Smallest quantity to buy",
        max_digits=8,
        decimal_places=2,
        widget=forms.TextInput(attrs={**_PLAIN, "inputmode": "decimal"}),
        help_text="In that unit, for example 0.5.",
    )
    step_grams = forms.IntegerField(
        label="Its weight in grams",
        max_value=2**31 - 1,
        widget=forms.TextInput(attrs={**_PLAIN, "inputmode": "numeric"}),
    )

    note = PlainText(
        label="Note",
        required=False,
        max_length=MAX_NOTE_LENGTH,
        help_text="Why it has its allergens, or what to ask the seller: one sentence.",
    )
    edible = LabelNumber(
        "Eaten of what is bought, %", "%", "Without peel, shell, bone or brine: weigh it once."
    )
    protein = _grams("Protein, g in 100 g")
    carbohydrate = _grams(
        "Carbohydrate without fibre, g in 100 g",
        "Of which sugars are a part. Subtract fibre if the label counts it in.",
    )
    fat = _grams("Fat, g in 100 g")
    fibre = _grams("Fibre, g in 100 g", "Empty if a packet does not say: then it counts as 0.")
    packet_kcal = Energy(
        "Energy on the packet, kcal in 100 g",
        "kcal",
        "Or as 2500 kJ. To compare: what dishes say is computed from the grams.",
    )
    source = forms.CharField(
        label="Where these values come from",
        required=False,
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={**_PLAIN, "list": "sources"}),
        help_text="“packet”, if you have read its label: then number and the choice below do not matter.",
    )
    source_code = forms.CharField(
        label="Number there",
        required=False,
        max_length=MAX_CODE_LENGTH,
        widget=forms.TextInput(attrs=_PLAIN),
    )
    confidence = forms.ChoiceField(
        label="Whose values they are", required=False, choices=Confidence.choices
    )
    has_no_allergens = forms.BooleanField(label="It has none of these allergens", required=False)
    field_order = ("name", "allergens", "has_no_allergens")
    first = FirstDay()

    def __init__(
        self, data: Any = None, stored: Ingredient | IngredientValues | None = None
    ) -> None:
        initial: dict[str, Any] = {"is_vegetarian": True, "unit": "kg", "step": 1, "edible": 100}
        if stored is not None:
            initial = {
                field.name: getattr(stored, field.name) for field in fields(IngredientValues)
            }
            initial["tags"] = None if stored.tags is None else list(stored.tags) or [NO_TAGS]
            initial["step"] = f"{stored.step.normalize():f}"
            initial["edible"] = f"{(100 * stored.edible).normalize():f}"
            for name in NUTRIENTS:
                if initial[name] is not None:
                    initial[name] = f"{initial[name].normalize():f}"
        super().__init__(data, initial=initial)
        self._stored = stored
        if isinstance(stored, Ingredient) and stored.unit not in UNITS:  # as it was typed in 0.6.0
            choices: Any = self.fields["unit"]
            choices.choices = [(stored.unit, stored.unit), *choices.choices]
        if stored is None:
            self.fields["allergens"].help_text = "As declared on its packaging."
        del self.fields["first" if stored is None else "has_no_allergens"]

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError for a new ingredient of which nobody has said what it has."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        has_some = bool(cleaned.get("allergens"))
        if "has_no_allergens" in self.fields and has_some == bool(cleaned["has_no_allergens"]):
            self.add_error("allergens", "Tick what it has, or that it has none of these.")
        return cleaned

    def values(self) -> IngredientValues:
        """Return the values of a valid form."""
        names = (field.name for field in fields(IngredientValues))
        values = {name: self.cleaned_data[name] for name in names}
        if "edible" not in self.data:  # a page that was opened before 0.8.0: what is stored stays
            stored = {name: getattr(self._stored, name) for name in _NUTRITION if self._stored}
            return IngredientValues(**{**values, "edible": Decimal(1), **stored})
        edible = HUNDRED if values["edible"] is None else values["edible"]
        return IngredientValues(**{**values, "edible": edible / HUNDRED})

    def nutrition_fields(self) -> list[forms.BoundField]:
        """What dishes are computed from; the page folds it."""
        return [self[name] for name in _NUTRITION]

    def main_fields(self) -> list[forms.BoundField]:
        """The other fields but the day."""
        return [self[name] for name in self.fields if name not in (*_NUTRITION, "first")]


MAX_WORDS_LENGTH = 100
# Lists of ingredients that wait for somebody: without values, with doubtful ones, not compared with all allergens.
NO_VALUES, DOUBTFUL, NOT_COMPARED = "values", "labels", "allergens"
TOLERANCE = 0.2  # between the energy that is computed and that of a packet
DISHES_SHOWN = 30


@staff_page(Permission.COOK)
def list_view(request: StaffRequest) -> HttpResponse:
    """List ingredients by name on one page, as a kitchen has some hundreds; `q` and `only` filter.

    Of those that wait for somebody, the ones that mend most dishes come first.
    """
    search_text = " ".join(request.GET.get("q", "").replace("\0", "").split())[:MAX_WORDS_LENGTH]
    names = dict(Allergen.choices)
    wanted = name_key(search_text).split()
    queryset = Ingredient.objects.annotate(dishes=Count("kitchenitem")).order_by("name")
    found = list(queryset)
    to_read = ingredients_to_read()
    mended: Mapping[str, Mapping[int, int]] = {
        NO_VALUES: to_read.without_values,
        DOUBTFUL: to_read.doubtful,
        NOT_COMPARED: {
            each.pk: each.dishes for each in found if each.allergen_list < ALLERGEN_LIST
        },
    }
    only = request.GET.get("only", "")
    if only not in mended:
        only = ""
    else:
        found = [each for each in found if each.pk in mended[only]]
        found.sort(key=lambda each: -mended[only][each.pk])
    labels_of_tabs = {
        "": "All",
        NO_VALUES: f"Values missing ({len(to_read.without_values)})",
        DOUBTFUL: f"Labels to read ({len(to_read.doubtful)})",
        NOT_COMPARED: f"Allergens to compare ({len(mended[NOT_COMPARED])})",
    }
    context = {
        "title": "Ingredients",
        "rows": [
            (
                each,
                [str(names.get(code, code)) for code in each.allergens],
                mended.get(only, {}).get(each.pk),
            )
            for each in found
            if all(word in name_key(each.name) for word in wanted)
        ],
        "search_text": search_text,
        "only": only,
        "views": [
            (label, f"?{query(q=search_text, only=key)}", key == only)
            for key, label in labels_of_tabs.items()
            if not key or mended[key]
        ],
        "to_read": to_read,
    }
    return render(request, "backoffice/kitchen/ingredients/ingredients.html", context)


@staff_form(Permission.COOK)
def detail(request: StaffRequest, ingredient: int) -> HttpResponse:
    """Show an ingredient and save its form."""
    ingredient_row = get_object_or_404(Ingredient, pk=ingredient)
    offered = None
    if "unpublished" in (request.POST or request.GET):
        offered = unpublished_recipes.offered().ingredients.get(ingredient_row.pk)
    if request.method != "POST":
        values = unpublished_recipes.ingredient_values(offered) if offered else ingredient_row
        form = IngredientForm(None, values)
    else:
        form = IngredientForm(request.POST, ingredient_row)
    if form.is_valid():
        contents = contents_changed_by(ingredient_row, form.values())
        harmed = find_harmed(contents, timezone.localdate())
        if harmed and request.POST.get("harm") != digest_of(harmed):
            form.add_error(
                None, "It harms people with a running plan: read the list below and tick it."
            )
            return _render(request, form, ingredient_row, harmed=harmed)
        try:
            with transaction.atomic():
                save_ingredient(
                    number=ingredient_row.pk,
                    version=posted_version(request),
                    values=form.values(),
                    first=form.cleaned_data["first"],
                    actor=request.user,
                    now=timezone.now(),
                )
                if offered:
                    unpublished_recipes.forget(ingredient=offered)
        except DomainError as error:
            form.refuse(error)
        except StaleRecordError as error:
            stale = _merge_changes(form, error.record, posted_version(request))
            return _render(request, form, error.record, stale=stale)
        except Ingredient.DoesNotExist as error:
            raise Http404 from error
        else:
            _confirm_saved(request, ingredient_row.pk)
            return redirect("backoffice:kitchen-ingredient", ingredient_row.pk)
    return _render(request, form, ingredient_row)


@staff_form(Permission.COOK)
def new(request: StaffRequest) -> HttpResponse:
    """Add an ingredient."""
    form = IngredientForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.shows_errors():
            added = add_ingredient(values=form.values(), actor=request.user, now=timezone.now())
            messages.success(request, f"{isolate(added.name)} can now be used in dishes.")
            return redirect("backoffice:kitchen-ingredients")
    return _render(request, form)


def _confirm_saved(request: StaffRequest, number: int) -> None:
    """Say that it is saved, and what that means for pages."""
    row = Ingredient.objects.get(pk=number)
    energy, silent = _energy(row), ingredients_to_read().without_values.get(number, 0)
    if silent:
        dishes = "One dish says" if silent == 1 else f"{silent} dishes say"
        messages.warning(
            request, f"Saved. {dishes} nothing of energy and protein without its values."
        )
    elif energy and energy["is_apart"]:
        messages.warning(
            request,
            f"Saved. Read the label again: the grams make {energy['kcal']} kcal, not {energy['packet']}.",
        )
    else:
        messages.success(request, "Saved.")


def _energy(row: Ingredient | None) -> dict[str, Any] | None:
    """Return the computed energy of 100 g, beside the packet's; None without values."""
    values = nutrition_of(row) if row else None
    if row is None or values is None:
        return None
    kcal = round(values.kcal)
    packet = row.packet_kcal
    is_apart = packet is not None and abs(kcal - packet) > max(20, packet * TOLERANCE)
    return {"kcal": kcal, "packet": packet, "is_apart": is_apart}


def _merge_changes(form: IngredientForm, current: Ingredient, seen: int) -> dict[str, Any]:
    """Merge the colleague's changes since the version `seen` into the form; return them for the page."""
    stale, changes = conflicts.changes_of_record("ingredient.", current, seen)
    typed = as_recorded(form.values())
    if bought := changes.pop("bought", None):
        # Three fields for one value: the colleague's where none was changed, else an error beside the first field.
        fields = ("unit", "step", "step_grams") if typed["bought"] == bought[0] else ("unit",)
        changes |= dict.fromkeys(fields, bought)
        typed |= dict.fromkeys(fields, typed["bought"])
    conflicts.merge_changes(form, IngredientForm(None, current), changes, typed)
    return stale


def _render(
    request: StaffRequest,
    form: IngredientForm,
    ingredient_row: Ingredient | None = None,
    *,
    stale: dict[str, Any] | None = None,
    harmed: Sequence[dict[str, str]] = (),
) -> HttpResponse:
    invalid_form = form if form.is_bound else None
    dishes = KitchenItem.objects.filter(amounts__ingredient=ingredient_row).order_by("name")
    context: dict[str, Any] = {
        "title": ingredient_row.name if ingredient_row else "New ingredient",
        "form": form,
        "invalid_form": invalid_form,
        "ingredient": ingredient_row,
        "conflict": stale,
        "version": posted_version(request)
        if invalid_form and not stale
        else ingredient_row and ingredient_row.version,
        "dishes": dishes[:DISHES_SHOWN] if ingredient_row else (),
        "harmed": harmed,
        "harm": digest_of(harmed),
        "is_unpublished": "unpublished" in (request.POST or request.GET),
        "sources": SOURCES,
        "not_compared": labels(joined_after(ingredient_row.allergen_list)).lower()
        if ingredient_row
        else "",
        "energy": _energy(ingredient_row),
        "groups": sorted(set(Ingredient.objects.exclude(group="").values_list("group", flat=True))),
    }
    status = 409 if stale else 422 if invalid_form else 200
    return render(request, "backoffice/kitchen/ingredients/ingredient.html", context, status=status)
