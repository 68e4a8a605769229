"""The forms of a dish."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from itertools import zip_longest
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone

from oottam.backoffice.shared import conflicts
from oottam.backoffice.shared.conflicts import Change
from oottam.backoffice.shared.fields import PlainText, StaffForm
from oottam.catalogue.choices import Station
from oottam.core.direction import isolate
from oottam.core.names import name_key
from oottam.kitchen.services.dish_editing import (
    MAX_OPTIONS,
    MAX_PARTS,
    MAX_PORTION_LENGTH,
    MAX_STEP_LENGTH,
    MAX_STEPS,
    STEPS,
    DishValues,
    describe_grams,
)
from oottam.kitchen.services.recipe_versions import first_uncut_day
from oottam.schedule.choices import Mark
from oottam.schedule.domain.plan_schedule import format_day

TODAY, NEXT = "today", "next"


class FirstDay(forms.ChoiceField):
    """From when a change applies: the cleaned value is a day (IST)."""

    def __init__(self) -> None:
        super().__init__(label="From", required=False, initial=TODAY, choices=_days)

    def clean(self, value: Any) -> date:
        """Return today, or the next day that no cut-off has reached."""
        now = timezone.now()
        return first_uncut_day(now) if super().clean(value) == NEXT else timezone.localdate(now)


def _days() -> list[tuple[str, str]]:
    day = format_day(first_uncut_day(timezone.now()))
    return [(TODAY, "Today, at once"), (NEXT, f"{day}, the next day that is not cut")]


MAX_NAME_LENGTH = 200
EMPTY_ROWS = 3
Names = Mapping[str, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class FormRow:
    """A line of a form: a name, grams and the percentage that is eaten where it has some, and an error."""

    name: str = ""
    grams: str = ""
    error: str = ""
    eaten: str = ""  # "" for all of it

    @property
    def share(self) -> Decimal:
        return Decimal(self.eaten) / 100 if self.eaten else Decimal(1)


class DishForm(StaffForm):
    """How a dish is served, marked and made, and from when; its ingredients and alternatives are lines below the fields."""

    action = "dish"
    refused_as = {"grams": "allergens_known"}
    portion = PlainText(
        label="One portion",
        required=False,
        max_length=MAX_PORTION_LENGTH,
        help_text="As served, for example 1 glass, 300 ml.",
    )
    mark = forms.ChoiceField(
        label="Veg or non-veg", required=False, choices=[("", "Not known"), *Mark.choices]
    )
    station = forms.ChoiceField(
        label="Made at", required=False, choices=[("", "Other"), *Station.choices]
    )
    method = forms.CharField(
        label="How it is made",
        required=False,
        max_length=MAX_STEPS * (MAX_STEP_LENGTH + 2),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="A step in each line.",
    )
    allergens_known = forms.BooleanField(
        label="The recipe is complete, so its allergens are known", required=False
    )
    first = FirstDay()

    def __init__(
        self, values: DishValues, data: QueryDict | None, parts: Names, dishes: Names
    ) -> None:
        initial = {
            "portion": values.portion,
            "mark": values.mark,
            "allergens_known": values.allergens_known,
            "station": values.station,
            "method": "\n".join(values.method),
        }
        super().__init__(data, initial=initial)
        self._parts, self._dishes = parts, dishes
        if data is None:
            known = dict(parts.values())
            self.parts = [
                FormRow(
                    known[number],
                    f"{grams.normalize():f}",
                    eaten=_percent(values.eaten.get(number)),
                )
                for number, grams in values.grams.items()
                if number in known
            ]
            known = dict(dishes.values())
            self.options = [FormRow(known[number]) for number in values.options if number in known]
        else:
            names, grams = data.getlist("ingredient"), data.getlist("grams")
            stored = {number: _percent(share) for number, share in values.eaten.items()}
            # A page that was opened before 0.8.0 has no shares: the stored ones stay.
            eaten = data.getlist("eaten") or [
                stored.get(parts.get(name_key(name), (0, ""))[0], "") for name in names
            ]
            self.parts = [
                self._part(name.strip(), amount.strip(), share.strip())
                for name, amount, share in zip_longest(names, grams, eaten, fillvalue="")
                if name.strip() or amount.strip()
            ][: MAX_PARTS + 1]
            options = [name.strip() for name in data.getlist("option") if name.strip()]
            self.options = [self._option(name) for name in options][: MAX_OPTIONS + 1]

    def clean_method(self) -> list[str]:
        """Return the steps."""
        lines = (" ".join(line.split()) for line in self.cleaned_data["method"].splitlines())
        return [line for line in lines if line]

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
        typed["method"] = STEPS.join(self.cleaned_data.get("method", ()))
        conflicts.merge_changes(self, current, changed, typed)
        for change in beside:
            self.add_error(None, f"A colleague has since changed {change}.")

    @property
    def recipe(self) -> dict[int, Decimal]:
        """Grams by ingredient id, of the lines that are right."""
        rows = [row for row in self.parts if not row.error]
        return {self._parts[name_key(row.name)][0]: Decimal(row.grams) for row in rows}

    @property
    def eaten(self) -> dict[int, Decimal]:
        """The shares of ingredients that are not eaten as a whole."""
        rows = [row for row in self.parts if not row.error and row.eaten]
        return {self._parts[name_key(row.name)][0]: row.share for row in rows if row.share != 1}

    @property
    def part_rows(self) -> Sequence[FormRow]:
        """The ingredients, with empty lines."""
        return [*self.parts, *[FormRow()] * EMPTY_ROWS]

    @property
    def option_rows(self) -> Sequence[FormRow]:
        """The alternatives, with empty lines."""
        return [*self.options, FormRow(), FormRow()]

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
            grams=self.recipe,
            eaten=self.eaten,
            options=[self._dishes[name_key(row.name)][0] for row in self.options],
            station=self.cleaned_data["station"],
            method=self.cleaned_data["method"],
        )

    def _part(self, name: str, grams: str, eaten: str) -> FormRow:
        grams, eaten = grams.replace(",", "")[:11], eaten.removesuffix("%").strip()[:7]
        row = FormRow(name[:MAX_NAME_LENGTH], grams[:10], eaten=eaten)
        if name_key(name) not in self._parts:
            return replace(row, error="No such ingredient.")
        if not _is_number(grams, places=2) or len(grams) > 10:
            return replace(row, error="Enter grams as 12 or 12.5.")
        if Decimal(grams) <= 0:
            return replace(row, error="Enter more than 0 g, or clear the line.")
        if eaten and not (_is_number(eaten, places=1) and 0 <= Decimal(eaten) <= 100):
            return replace(row, error="Enter how much of it is eaten as 0 to 100 percent.")
        return row

    def _option(self, name: str) -> FormRow:
        is_known = name_key(name) in self._dishes
        return FormRow(name[:MAX_NAME_LENGTH], error="" if is_known else "No such dish.")


def _recipe(rows: Sequence[FormRow]) -> str:
    """Format as the audit log does, without invalid lines."""
    return describe_grams(
        (row.name, Decimal(row.grams), row.share) for row in rows if not row.error
    )


def _is_number(text: str, *, places: int) -> bool:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return False
    return number.is_finite() and number == round(number, places)


def _percent(share: Decimal | None) -> str:
    """Format a share as a percentage; "" for all of it."""
    return "" if share is None or share == 1 else f"{(100 * share).normalize():f}"


def _names(rows: Sequence[FormRow]) -> str:
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
