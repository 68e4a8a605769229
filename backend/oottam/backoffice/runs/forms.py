"""The forms of the pages of runs."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.models import User

from oottam.backoffice.shared.fields import PlainText, Rupees, StaffForm
from oottam.backoffice.shared.queries import parse_pk
from oottam.delivery.models import Outcome, Reason
from oottam.delivery.services.cash import AT_THE_DOOR
from oottam.delivery.services.history import MAX_KEY_LENGTH
from oottam.delivery.services.ordering import MAX_HINT_LENGTH
from oottam.delivery.services.outcomes import MAX_WORDS_LENGTH
from oottam.delivery.services.routes import MAX_NAME_LENGTH

MAX_COUNT = 2**63 - 1  # of a database column


def _number(minimum: int = 0, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=minimum, max_value=MAX_COUNT, **kwargs)


class AssignForm(StaffForm):
    """Assign a rider to a route; "" for none."""

    action = "assign"
    route = _number(widget=forms.HiddenInput)
    rider = forms.ChoiceField(label="Rider", required=False)

    def __init__(self, data: Any = None, *, riders: Iterable[User], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.riders = {str(rider.pk): rider for rider in riders}
        names = [(pk, rider.get_username()) for pk, rider in self.riders.items()]
        self.offer("rider", [("", "Nobody yet"), *names])


class PlaceForm(StaffForm):
    """Assign a stop to a route."""

    action = "place"
    stop = _number()
    route = _number(error_messages={"required": "Choose a route."})


class MoveForm(StaffForm):
    """Move a stop to a place on its route, counted from 1."""

    action = "move"
    stop = _number()
    to = _number(minimum=1)


class HintForm(StaffForm):
    """The door note of a stop."""

    action = "hint"
    stop = _number()
    hint = forms.CharField(required=False, max_length=MAX_HINT_LENGTH)


class OutcomeForm(StaffForm):
    """The outcome of a stop's boxes. `tap` is generated with the page: a form that is posted twice counts once."""

    action = "outcome"
    tap = forms.CharField(max_length=MAX_KEY_LENGTH - 20)
    servings = forms.CharField(max_length=2000)
    outcome = forms.ChoiceField(choices=Outcome.choices)
    reason = forms.ChoiceField(choices=[("", "Why?"), *Reason.choices], required=False)
    words = forms.CharField(required=False, max_length=MAX_WORDS_LENGTH)

    def clean_servings(self) -> list[int]:
        """Parse primary keys separated by blanks."""
        numbers = [parse_pk(number) for number in self.cleaned_data["servings"].split()]
        known = [number for number in numbers if number]
        if len(known) < len(numbers) or not known:
            raise forms.ValidationError("Please use the buttons on the page.")
        return known


class CashForm(StaffForm):
    """A payment received at the door."""

    action = "cash"
    tap = forms.CharField(max_length=MAX_KEY_LENGTH)
    reference = forms.CharField(max_length=20)
    rupees = Rupees(error_messages={"required": "Enter an amount in rupees, such as 250."})
    method = forms.ChoiceField(
        choices=[(place.value, place.label) for place in AT_THE_DOOR], required=False
    )
    confirmed = _number(required=False)  # paise, after a question


class RouteForm(StaffForm):
    action = "route"
    name = PlainText(
        label="Name",
        max_length=MAX_NAME_LENGTH,
        error_messages={"required": "Enter a name for the route."},
    )
    pins = forms.CharField(
        label="PIN codes",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3, "inputmode": "numeric"}),
        help_text="Separated by commas, for example 600 090, 600 041.",
    )
    usual_rider = forms.ChoiceField(label="Usual rider", required=False)

    def __init__(self, data: Any = None, *, riders: Iterable[User], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self._riders = {str(rider.pk): rider for rider in riders}
        names = [(pk, rider.get_username()) for pk, rider in self._riders.items()]
        self.offer("usual_rider", [("", "Whoever had it last"), *names])

    def clean_usual_rider(self) -> User | None:
        """Return the account; None for the last rider."""
        return self._riders.get(self.cleaned_data["usual_rider"])

    def clean_pins(self) -> list[str]:
        """Return six digits each; blanks and dashes within a code, and between codes, are ignored."""
        result: list[str] = []
        for part in re.split(r"[,;\n]", self.cleaned_data["pins"]):
            digits = re.sub(r"[\s\-–]", "", part)
            if not re.fullmatch("(?:[1-9][0-9]{5})*", digits):
                raise forms.ValidationError("A PIN code has six digits, such as 600 090.")
            result += [digits[at : at + 6] for at in range(0, len(digits), 6)]
        return result


class RuleForm(StaffForm):
    """What a routed box without a result is on the next day."""

    action = "rule"
    counts = forms.ChoiceField(
        label="A box on a route that nobody ticked by midnight",
        choices=[("no", "has no result: it waits in Today"), ("yes", "counts as delivered")],
        widget=forms.RadioSelect,
        help_text="A box without a route always waits.",
    )


class FailedForm(StaffForm):
    """Why a box of an earlier day was not delivered."""

    action = "failed"
    serving = _number(minimum=1)
    reason = forms.ChoiceField(
        choices=Reason.choices, error_messages={"required": "Please choose a reason."}
    )
    words = forms.CharField(required=False, max_length=MAX_WORDS_LENGTH)
