"""Fields of the plans' forms: the boxes that were ticked, and why something is done."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from oottam.audit.record import MAX_REASON_LENGTH
from oottam.backoffice.layout.primary_keys import parse_pk

MAX_BOXES = 400
# Nothing about anybody's health: who is unwell "is not at home".
COMMON_REASONS = (
    "The customer asked",
    "Travelling",
    "Not at home",
    "Our mistake",
    "The kitchen asked",
)


def numbers(written: Iterable[Any]) -> list[int]:
    """Those that are numbers of rows, each once."""
    found = (parse_pk(str(each)) for each in written)
    return list(dict.fromkeys(number for number in found if number))


class Boxes(forms.Field):
    """The numbers of servings, as many as were ticked."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[int]:
        """Raises ValidationError for what is no number of a row."""
        found = numbers(value or ())
        if len(found) < len(set(value or ())) or len(found) > MAX_BOXES:
            raise ValidationError("These boxes do not exist.")
        return found

    def validate(self, value: Sequence[int]) -> None:
        """Raises ValidationError where nothing was ticked."""
        if self.required and not value:
            raise ValidationError("Select boxes first.")


class OneBox(Boxes):
    """The number of one serving."""

    def validate(self, value: Sequence[int]) -> None:
        """Raises ValidationError where it is not one."""
        super().validate(value)
        if len(value) > 1:
            raise ValidationError("One box at a time, please.")


def common_reason() -> forms.ChoiceField:
    """One tap for what is said most often."""
    return forms.ChoiceField(
        label="Reason",
        required=False,
        choices=[(reason, reason) for reason in COMMON_REASONS],
        widget=forms.RadioSelect,
    )


def own_reason() -> forms.CharField:
    """In words of one's own, beside it or in its place."""
    return forms.CharField(
        label="Other reason",
        required=False,
        max_length=MAX_REASON_LENGTH - max(map(len, COMMON_REASONS)) - 2,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
