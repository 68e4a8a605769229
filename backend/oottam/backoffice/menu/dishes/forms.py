"""The form of a dish: only what was changed in it is stored, so a colleague's changes stay."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from oottam.backoffice.menu.draft_forms import MergingForm, TextField
from oottam.backoffice.shared.fields import Rupees, StaffForm
from oottam.core.errors import DomainError
from oottam.menu import prices
from oottam.menu.content import TIER_HEADINGS, Content
from oottam.menu.dishes import MAX_NAME_LENGTH, MAX_SENTENCE, DishValues, sentence_of
from oottam.menu.prices import TIERS, Price, format_price, prices_of

MARKS = [("veg", "Veg"), ("nonveg", "Non-veg (egg, too)")]


class PriceField(Rupees):
    """A price of the menu; the cleaned value is a Decimal of rupees, None for an empty field."""

    def __init__(self, label: str) -> None:
        super().__init__(label=label, required=False, show_hidden_initial=True)

    def to_python(self, value: Any) -> Any:
        """Raise ValidationError unless it is a price."""
        try:
            return prices.parse(value or "")
        except DomainError as error:
            raise forms.ValidationError(str(error)) from None


class DishForm(MergingForm):
    """Name, sentence, mark, category and prices; each with the value that was shown beside it."""

    action = "menu-dish"
    name = TextField(
        label="Name",
        max_length=MAX_NAME_LENGTH,
        show_hidden_initial=True,
        help_text="34 letters at most. Orders carry it.",
    )
    mark = forms.ChoiceField(label="Veg or non-veg", choices=MARKS, show_hidden_initial=True)
    category = forms.ChoiceField(label="Category", show_hidden_initial=True)
    sentence = TextField(
        label="Description",
        required=False,
        max_length=MAX_SENTENCE,
        widget=forms.Textarea(attrs={"rows": 2}),
        show_hidden_initial=True,
        help_text="What is in it and how it is made: one sentence without figures.",
    )
    first_tier = TIERS[0]

    def __init__(
        self,
        data: QueryDict | None,
        categories: Sequence[tuple[str, str]],
        initial: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data, initial=initial or {})
        for tier, heading in TIER_HEADINGS.items():
            per = " per day and meal" if tier == self.first_tier else ""
            self.fields[tier] = PriceField(f"{heading}, ₹{per}")
        self.offer("category", categories)

    @property
    def changed(self) -> set[str]:
        """The parts of DishValues that were changed; its prices are one."""
        return {"prices" if name in TIERS else name for name in self.changed_data}

    def values(self) -> DishValues:
        """Return the values of a valid form."""
        given = self.cleaned_data
        typed: dict[str, Price] = {tier: given[tier] for tier in TIERS}
        return DishValues(given["name"], given["sentence"], given["mark"], given["category"], typed)


def initial_of(content: Content, category: Any, dish: Mapping[str, Any]) -> dict[str, str]:
    """What the fields of a dish's form show."""
    return {
        "name": dish["name"],
        "mark": dish["mark"],
        "category": category["id"],
        "sentence": sentence_of(content, dish),
        **{tier: format_price(price) for tier, price in prices_of(dish).items()},
    }


class CategoryForm(StaffForm):
    """The heading of a category."""

    action = "menu-category"
    title = TextField(label="Name", max_length=40)


class PhotoForm(StaffForm):
    """A photograph, and the middle of its cut in per cent from the left and from above."""

    action = "photo"
    photo = forms.FileField(
        label="Photo",
        widget=forms.FileInput(attrs={"accept": "image/*", "capture": "environment"}),
        error_messages={
            "required": "Take or choose a photo first.",
            "empty": "This file is empty. Take the photo again.",
        },
    )
    across = forms.IntegerField(
        label="Focus, from the left",
        required=False,
        min_value=0,
        max_value=100,
        initial=50,
        widget=forms.NumberInput(attrs={"type": "range"}),
    )
    down = forms.IntegerField(
        label="Focus, from above",
        required=False,
        min_value=0,
        max_value=100,
        initial=50,
        widget=forms.NumberInput(attrs={"type": "range"}),
    )

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of a valid form, as parts of width and height."""
        across, down = (self.cleaned_data[name] for name in ("across", "down"))
        return (50 if across is None else across) / 100, (50 if down is None else down) / 100
