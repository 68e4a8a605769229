"""The forms of a dish's page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.http import QueryDict

from oottam.backoffice.kitchen.items.queries import DishData
from oottam.backoffice.kitchen.shopping.views import format_number
from oottam.backoffice.layout import conflicts
from oottam.backoffice.layout.conflicts import Change
from oottam.backoffice.layout.forms import StaffForm
from oottam.core.direction import isolate
from oottam.kitchen.services.dish_editing import (
    MAX_OPTIONS,
    MAX_PARTS,
    MAX_PORTION_LENGTH,
    DishValues,
)
from oottam.plans.domain.dish_names import dish_key
from oottam.plans.models.choices import Mark

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
        keys = [dish_key(row.name) for row in self.parts if not row.error]
        for key in {key for key in keys if keys.count(key) > 1}:
            self.add_error(None, f"{self._parts[key][1]} is listed twice.")
        return super().clean() or self.cleaned_data

    def values(self) -> DishValues:
        """Return the values of a valid form."""
        return DishValues(
            portion=self.cleaned_data["portion"],
            mark=self.cleaned_data["mark"],
            allergens_known=self.cleaned_data["allergens_known"],
            grams={self._parts[dish_key(row.name)][0]: Decimal(row.grams) for row in self.parts},
            options=[self._dishes[dish_key(row.name)][0] for row in self.options],
        )

    def _part(self, name: str, grams: str) -> Row:
        grams = grams.replace(",", "")
        if dish_key(name) not in self._parts:
            return Row(name[:MAX_NAME_LENGTH], grams[:10], "No such ingredient.")
        try:
            amount = Decimal(grams)
            is_right = amount.is_finite() and amount == round(amount, 2) and len(grams) <= 10
        except InvalidOperation:
            is_right = False
        return Row(name, grams[:10], "" if is_right else "Enter grams as 12 or 12.5.")

    def _option(self, name: str) -> Row:
        is_known = dish_key(name) in self._dishes
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
        item = self._dishes.get(dish_key(self.cleaned_data["into"]))
        if item is None:
            raise forms.ValidationError("No such dish. Choose one from the list.")
        return item[0]
