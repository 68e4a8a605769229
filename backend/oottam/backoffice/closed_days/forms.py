"""The form that closes a day."""

from typing import Any

from django import forms

from oottam.backoffice.layout.fields import Day
from oottam.backoffice.layout.forms import StaffForm
from oottam.plans.models.choices import PLAN_MEALS
from oottam.plans.models.days import EVERY_MEAL

MAX_REASON_LENGTH = 200
MEALS = (
    (EVERY_MEAL, "The whole day"),
    *((meal.value, f"{meal.label} only") for meal in PLAN_MEALS),
)


class CloseForm(StaffForm):
    action = "close"
    date = Day(label="Day")
    meal = forms.TypedChoiceField(label="Closed for", coerce=int, choices=MEALS)
    reason = forms.CharField(
        label="Reason",
        max_length=MAX_REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="For example, Diwali. The team sees it on plans.",
    )

    def day_and_meal(self) -> tuple[Any, int]:
        """Return day and meal."""
        return self.cleaned_data["date"], self.cleaned_data["meal"]


class OpenForm(StaffForm):
    action = "open"
    date = forms.DateField(input_formats=["%Y-%m-%d"], widget=forms.HiddenInput)
    meal = forms.TypedChoiceField(coerce=int, choices=MEALS, widget=forms.HiddenInput)
