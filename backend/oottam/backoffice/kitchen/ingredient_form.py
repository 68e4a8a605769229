"""The form of an ingredient, whose numbers are typed as labels have them."""

import re
from dataclasses import fields
from decimal import Decimal
from typing import Any

from django import forms

from oottam.backoffice.dietary import NO_TAGS, TagsField
from oottam.backoffice.kitchen.dish_form import FirstDay
from oottam.backoffice.shared.fields import PlainText, StaffForm
from oottam.catalogue.choices import Allergen, Confidence
from oottam.catalogue.nutrition import HUNDRED
from oottam.kitchen.services.ingredients import (
    MAX_CODE_LENGTH,
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    NUTRIENTS,
    UNITS,
    IngredientValues,
)
from oottam.schedule.models import Ingredient

_PLAIN = {"autocomplete": "off"}
KJ_PER_KCAL = Decimal("4.184")
_NUTRITION = (
    "edible", *NUTRIENTS, "packet_kcal", "source", "source_code", "confidence",
)  # fmt: skip


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
