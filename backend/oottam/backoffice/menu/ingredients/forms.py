"""The form of an ingredient."""

import re
from typing import Any

from django import forms

from oottam.backoffice.dietary import NO_TAGS, TagsField, allergens_field, labels
from oottam.backoffice.layout.fields import StaffForm
from oottam.backoffice.menu.dishes.forms import MARKS
from oottam.backoffice.menu.recipes.forms import format_grams
from oottam.core.direction import isolate
from oottam.menu.ingredients import (
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_STEP,
    MAX_STEP_GRAMS,
    UNITS,
    Values,
)
from oottam.menu.merging import ValuesChangedError
from oottam.menu.prices import to_json
from oottam.workflow.models import Allergen

_PLAIN = {"autocomplete": "off"}
_NOTE = re.compile(r"[A-Z].*\.")
_NAMES = {"step_grams": "stepGrams"}


class IngredientForm(StaffForm):
    """The allergens come first, as customers are warned by them."""

    action = "menu-ingredient"
    name = forms.CharField(
        label="Name", max_length=MAX_NAME_LENGTH, widget=forms.TextInput(attrs=_PLAIN)
    )
    allergens = allergens_field()
    diet = forms.ChoiceField(label="Veg or non-veg", choices=MARKS)
    tags = TagsField()
    group = forms.CharField(
        label="Group on the shopping list",
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={**_PLAIN, "list": "groups"}),
        help_text="One of the list, or a new one.",
    )
    unit = forms.ChoiceField(label="Bought in", choices=[(unit, unit) for unit in UNITS])
    step = forms.DecimalField(
        label="Smallest quantity to buy",
        max_value=MAX_STEP,
        max_digits=8,
        decimal_places=2,
        widget=forms.TextInput(attrs={**_PLAIN, "inputmode": "decimal"}),
        help_text="In that unit, for example 0.5.",
    )
    step_grams = forms.IntegerField(
        label="Its weight in grams",
        max_value=MAX_STEP_GRAMS,
        widget=forms.TextInput(attrs={**_PLAIN, "inputmode": "numeric"}),
    )
    note = forms.CharField(
        label="Note",
        required=False,
        max_length=MAX_NOTE_LENGTH,
        widget=forms.TextInput(attrs=_PLAIN),
        help_text="Why it has its allergens, or what to ask the seller: one sentence.",
    )

    def __init__(self, data: Any, values: Values) -> None:
        initial: dict[str, Any] = {"diet": "veg", "unit": "kg", "step": 1, "step_grams": 1000}
        if values:
            initial = {name: values.get(_NAMES.get(name, name), "") for name in self.base_fields}
            initial["tags"] = (values["tags"] or [NO_TAGS]) if "tags" in values else []
            initial["step"] = format_grams(values["step"])
        super().__init__(data, initial=initial)

    def clean_name(self) -> str:
        """Return the name with single spaces."""
        return " ".join(self.cleaned_data["name"].split())

    def clean_group(self) -> str:
        """Return the title with single spaces."""
        return " ".join(self.cleaned_data["group"].split())

    def clean_allergens(self) -> list[str]:
        """Return the codes in their order."""
        return [code for code in Allergen.values if code in self.cleaned_data["allergens"]]

    def clean_step(self) -> int | float:
        """Return what the file stores."""
        step = self.cleaned_data["step"]
        if step <= 0:
            raise forms.ValidationError("A quantity is above 0.")
        return to_json(step)

    def clean_step_grams(self) -> int:
        """Return a weight above 0."""
        grams: int = self.cleaned_data["step_grams"]
        if grams <= 0:
            raise forms.ValidationError("A weight is above 0.")
        return grams

    def clean_note(self) -> str | None:
        """Return the sentence; None for none."""
        note = " ".join(self.cleaned_data["note"].split())
        if note and not _NOTE.fullmatch(note):
            raise forms.ValidationError("Begin with a capital letter and end with a full stop.")
        return note or None

    def values(self, shown: Values) -> dict[str, Any]:
        """Return the values of a valid form; lists in another order are those that were shown."""
        given = {_NAMES.get(name, name): self.cleaned_data[name] for name in self.fields}
        for name in ("allergens", "tags"):
            before = shown.get(name)
            if isinstance(before, list) and given[name] is not None:
                is_same = sorted(map(str, before)) == sorted(given[name])
                given[name] = before if is_same else given[name]
        return {name: value for name, value in given.items() if value is not None}

    def merge(self, error: ValuesChangedError, shown: Values, typed: Values) -> None:
        """Take over what only a colleague changed; else say theirs beside what was typed."""
        posted: Any = self.data
        posted = posted.copy()
        theirs = IngredientForm(None, error.current)
        conflicts = {}
        for name in self.fields:
            key = _NAMES.get(name, name)
            if typed.get(key) == shown.get(key):
                value = theirs[name].value()
                posted.setlist(name, value if isinstance(value, list) else [str(value)])
            elif key in error.conflicts:
                conflicts[name] = error.conflicts[key]
        self.data = posted
        self.full_clean()
        for name, value in conflicts.items():
            text = _describe(name, value)
            now = isolate(text) if text else "nothing"
            self.add_error(name, f"A colleague has since changed this to “{now}”.")


def _describe(name: str, value: Any) -> str:
    if isinstance(value, list):
        return labels(tuple(value)) or "None of these"
    if name == "tags":
        return "not known"
    return dict(MARKS).get(value, str(value or "")) if name == "diet" else str(value or "")
