"""The form of an ingredient."""

from typing import Any

from django import forms

from oottam.backoffice.dietary import NO_TAGS, TagsField, allergens_field
from oottam.backoffice.layout.forms import StaffForm
from oottam.kitchen.services.ingredients import (
    MAX_GROUP_LENGTH,
    MAX_NAME_LENGTH,
    MAX_UNIT_LENGTH,
    IngredientValues,
)
from oottam.plans.models import Ingredient

_PLAIN = {"autocomplete": "off"}


class IngredientForm(StaffForm):
    """The allergens come first, as customers are warned by them."""

    action = "ingredient"
    name = forms.CharField(
        label="Name", max_length=MAX_NAME_LENGTH, widget=forms.TextInput(attrs=_PLAIN)
    )
    allergens = allergens_field()
    is_vegetarian = forms.BooleanField(label="Vegetarian: no meat, fish or egg", required=False)
    tags = TagsField()
    group = forms.CharField(
        label="Shop section",
        required=False,
        max_length=MAX_GROUP_LENGTH,
        widget=forms.TextInput(attrs={**_PLAIN, "list": "groups"}),
    )
    unit = forms.CharField(
        label="Bought in",
        max_length=MAX_UNIT_LENGTH,
        widget=forms.TextInput(attrs={**_PLAIN, "list": "units"}),
        help_text="For example, kg, packet or bunch.",
    )
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

    def __init__(self, data: Any = None, ingredient: Ingredient | None = None) -> None:
        initial: dict[str, Any] = {"is_vegetarian": True, "step": 1}
        if ingredient is not None:
            initial = {name: getattr(ingredient, name) for name in self.base_fields}
            initial["tags"] = None if ingredient.tags is None else ingredient.tags or [NO_TAGS]
            initial["step"] = f"{ingredient.step.normalize():f}"
        super().__init__(data, initial=initial)

    def values(self) -> IngredientValues:
        """Return the values of a valid form."""
        return IngredientValues(**{name: self.cleaned_data[name] for name in self.fields})
