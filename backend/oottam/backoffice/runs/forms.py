"""What is sent from the pages of runs."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.models import User

from oottam.backoffice.layout.fields import Rupees
from oottam.backoffice.layout.forms import StaffForm
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.delivery.models import Outcome, Reason
from oottam.delivery.services.cash import AT_THE_DOOR
from oottam.delivery.services.history import MAX_KEY_LENGTH
from oottam.delivery.services.ordering import MAX_HINT_LENGTH
from oottam.delivery.services.outcomes import MAX_WORDS_LENGTH
from oottam.delivery.services.routes import MAX_NAME_LENGTH

MAX_COUNT = 2**63 - 1  # what a column holds


def _number(least: int = 0, **given: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=least, max_value=MAX_COUNT, **given)


class AssignForm(StaffForm):
    """Who carries a route; "" for nobody."""

    action = "assign"
    route = _number(widget=forms.HiddenInput)
    rider = forms.ChoiceField(label="Rider", required=False)

    def __init__(self, data: Any = None, *, riders: Iterable[User], **given: Any) -> None:
        super().__init__(data, **given)
        self.riders = {str(one.pk): one for one in riders}
        field: Any = self.fields["rider"]
        named = [(number, one.get_username()) for number, one in self.riders.items()]
        field.choices = [("", "Nobody yet"), *named]


class PlaceForm(StaffForm):
    """By which route a stop goes."""

    action = "place"
    stop = _number()
    route = _number(error_messages={"required": "Choose a route."})


class MoveForm(StaffForm):
    """To which place on its route a stop moves, counted from 1."""

    action = "move"
    stop = _number()
    to = _number(least=1)


class HintForm(StaffForm):
    """What whoever stands at the door should know."""

    action = "hint"
    stop = _number()
    hint = forms.CharField(required=False, max_length=MAX_HINT_LENGTH)


class OutcomeForm(StaffForm):
    """What became of the boxes of a stop. `tap` was drawn with the page: a form that is sent twice counts once."""

    action = "tell"
    tap = forms.CharField(max_length=MAX_KEY_LENGTH - 20)
    servings = forms.CharField(max_length=2000)
    outcome = forms.ChoiceField(choices=Outcome.choices)
    reason = forms.ChoiceField(choices=[("", "Why?"), *Reason.choices], required=False)
    words = forms.CharField(required=False, max_length=MAX_WORDS_LENGTH)

    def clean_servings(self) -> list[int]:
        """Numbers with blanks between them."""
        numbers = [parse_pk(each) for each in self.cleaned_data["servings"].split()]
        known = [number for number in numbers if number]
        if len(known) < len(numbers) or not known:
            raise forms.ValidationError("Please use the buttons on the page.")
        return known


class CashForm(StaffForm):
    """Money that somebody gave at the door."""

    action = "cash"
    tap = forms.CharField(max_length=MAX_KEY_LENGTH)
    reference = forms.CharField(max_length=20)
    rupees = Rupees(error_messages={"required": "Enter an amount in rupees, such as 250."})
    method = forms.ChoiceField(
        choices=[(each.value, each.label) for each in AT_THE_DOOR], required=False
    )


class RouteForm(StaffForm):
    """A route's name and its PIN codes."""

    action = "route"
    name = forms.CharField(
        label="Name",
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Enter a name for the route."},
    )
    pins = forms.CharField(
        label="PIN codes",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3, "inputmode": "numeric"}),
        help_text="Separated by commas, for example 600 090, 600 041.",
    )

    def clean_pins(self) -> list[str]:
        """Six digits each, however they were parted: 600 041 600042 are two."""
        found: list[str] = []
        for part in re.split(r"[,;\n]", self.cleaned_data["pins"]):
            digits = re.sub(r"[\s\-–]", "", part)
            if not re.fullmatch("(?:[1-9][0-9]{5})*", digits):
                raise forms.ValidationError("A PIN code has six digits, such as 600 090.")
            found += [digits[at : at + 6] for at in range(0, len(digits), 6)]
        return found
