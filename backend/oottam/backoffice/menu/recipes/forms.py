"""The form of a recipe."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict

from oottam.backoffice.layout.fields import StaffForm
from oottam.backoffice.menu.dishes.forms import MARKS
from oottam.core.direction import isolate
from oottam.core.names import name_key
from oottam.menu.merging import ValuesChangedError
from oottam.menu.recipes import (
    GRAMS,
    MAX_GRAMS,
    MAX_PARTS,
    MAX_PORTION_LENGTH,
    MAX_STEP_LENGTH,
    MAX_STEPS,
    STATIONS,
    Values,
    grams_of,
    grams_to_json,
)

EMPTY_ROWS = 1
MORE_ROWS = 4
MAX_NAME_LENGTH = 200  # of what is no ingredient
_GRAMS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,2})?")
_NO_NUMBER = "Enter grams as 12 or 12.5."


@dataclass(frozen=True, slots=True)
class Row:
    """An ingredient's line as it is typed, with the ingredient's id where it is known."""

    name: str = ""
    grams: str = ""
    key: str = ""
    error: str = ""


class RecipeForm(StaffForm):
    """Portion, mark, station and steps; the ingredients are rows below them."""

    action = "menu-recipe"
    portion = forms.CharField(
        label="One portion",
        max_length=MAX_PORTION_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="As it is served, such as 1 glass, 300 ml.",
    )
    mark = forms.ChoiceField(
        label="Veg or non-veg", choices=MARKS, help_text="The menus’ dish of this name follows."
    )
    station = forms.ChoiceField(
        label="Made at", required=False, choices=[("", "Other"), *STATIONS.items()]
    )
    method = forms.CharField(
        label="How it is made",
        required=False,
        max_length=MAX_STEPS * (MAX_STEP_LENGTH + 2),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="A step in each line; the kitchen’s recipe page shows them.",
    )

    def __init__(
        self, data: QueryDict | None, values: Values, known: Mapping[str, Any], mark: str
    ) -> None:
        initial = {
            "portion": values.get("portion", ""),
            "mark": values.get("mark", mark),
            "station": values.get("station", ""),
            "method": "\n".join(values.get("method", ())),
        }
        super().__init__(data, initial=initial)
        self._known = known
        self._by_name = {name_key(each["name"]): key for key, each in known.items()}
        if data is None:
            self.rows = self._stored(values)
        else:
            names, grams = data.getlist("ingredient"), data.getlist("grams")
            self.rows = self._typed(zip(names, grams, strict=False))

    @property
    def part_rows(self) -> Sequence[Row]:
        """The ingredients, with an empty line."""
        return [*self.rows, *[Row()] * EMPTY_ROWS]

    @property
    def keys(self) -> list[str]:
        """Ids of the ingredients that are in it as the page shows it."""
        return [row.key for row in self.rows if row.key]

    def clean(self) -> dict[str, Any]:
        """Add the rows' errors."""
        for row in self.rows:
            if row.error:
                self.add_error(None, f"{isolate(row.name or row.grams)}: {row.error}")
        if len(self.rows) > MAX_PARTS:
            self.add_error(None, f"At most {MAX_PARTS} ingredients.")
        return super().clean() or self.cleaned_data

    def clean_method(self) -> list[str] | None:
        """Return the steps; None for none."""
        lines = [" ".join(line.split()) for line in self.cleaned_data["method"].splitlines()]
        steps = [line for line in lines if line]
        if len(steps) > MAX_STEPS:
            raise forms.ValidationError(f"At most {MAX_STEPS} steps.")
        if any(len(step) > MAX_STEP_LENGTH for step in steps):
            raise forms.ValidationError(f"A step has {MAX_STEP_LENGTH} letters at most.")
        return steps or None

    def clean_station(self) -> str | None:
        """Return the code; None for none."""
        return self.cleaned_data["station"] or None

    def values(self) -> dict[str, Any]:
        """Return the values of a valid form."""
        given = {name: self.cleaned_data[name] for name in self.fields}
        values = {name: value for name, value in given.items() if value is not None}
        return values | {
            f"{GRAMS}{row.key}": grams_to_json(Decimal(row.grams)) for row in self.rows
        }

    def without(self, position: int) -> None:
        """Take a row out; nothing is stored."""
        self.rows = [row for at, row in enumerate(self.rows, start=1) if at != position]

    def merge(self, error: ValuesChangedError, shown: Values, typed: Values) -> None:
        """Take over what only a colleague changed; else say theirs beside what was typed."""
        current = error.current
        posted: Any = self.data
        posted = posted.copy()
        for name in self.fields:
            if typed.get(name) == shown.get(name):
                value = current.get(name, "")
                posted[name] = "\n".join(value) if isinstance(value, list) else value
        self.data = posted
        before, theirs, mine = (grams_of(each) for each in (shown, current, typed))
        kept = {
            key: theirs.get(key) if mine.get(key) == before.get(key) else mine.get(key)
            for key in dict.fromkeys((*mine, *theirs))
        }
        conflicts = grams_of(error.conflicts)
        self.rows = [
            replace(
                self._row(key, kept[key]),
                error=_conflict(f"{format_grams(conflicts[key])} g" if conflicts[key] else "")
                if key in conflicts
                else "",
            )
            for key in kept
            if kept[key] is not None or key in conflicts
        ]
        self.full_clean()
        for name in self.fields:
            if name in error.conflicts:
                self.add_error(name, _conflict(_describe(name, error.conflicts[name])))

    def _stored(self, values: Values) -> list[Row]:
        return [self._row(key, grams) for key, grams in grams_of(values).items()]

    def _row(self, key: str, grams: Any) -> Row:
        name = self._known[key]["name"] if key in self._known else key
        return Row(name, format_grams(grams), key)

    def _typed(self, given: Any) -> list[Row]:
        rows: list[Row] = []
        for name, grams in given:
            row = self._read(" ".join(name.split()), grams.strip())
            if row.name or row.grams:
                is_double = row.key and row.key in (each.key for each in rows)
                rows.append(replace(row, error="It is listed twice.") if is_double else row)
        return rows[: MAX_PARTS + 1]

    def _read(self, name: str, grams: str) -> Row:
        key = self._by_name.get(name_key(name), "")
        row = Row(name[:MAX_NAME_LENGTH], grams[:12], key)
        if not (name or grams):
            return row
        if not key:
            return replace(row, error="No such ingredient. Choose one from the list.")
        return replace(row, error=_grams_problem(grams))


def _grams_problem(text: str) -> str:
    if not _GRAMS.fullmatch(text.removeprefix("-")):
        return _NO_NUMBER
    if Decimal(text) <= 0:
        return "Grams are above 0. Clear the line to take it out."
    return f"{MAX_GRAMS:,} grams at most." if Decimal(text) > MAX_GRAMS else ""


def format_grams(grams: Any) -> str:
    """As a field shows grams: "12.5", "200"."""
    return "" if grams is None else f"{Decimal(str(grams)).normalize():f}"


def _describe(name: str, value: Any) -> str:
    if isinstance(value, list):
        return " / ".join(value)
    if name == "mark":
        return dict(MARKS).get(value, "")
    return STATIONS.get(value, "Other") if name == "station" else str(value or "")


def _conflict(value: str) -> str:
    return f"A colleague has since changed this to “{isolate(value) if value else 'nothing'}”."
