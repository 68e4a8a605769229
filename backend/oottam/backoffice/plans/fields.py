"""Fields of the plans' forms: selected boxes, and the reason."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from oottam.audit.log import MAX_REASON_LENGTH
from oottam.backoffice.layout.primary_keys import parse_pk

MAX_BOXES = 400
# None says anything about health: a customer who is ill is "not at home".
COMMON_REASONS = (
    "The customer asked",
    "Travelling",
    "Not at home",
    "Our mistake",
    "The kitchen asked",
)


def parse_pks(values: Iterable[Any]) -> list[int]:
    """Return the valid primary keys, each once."""
    numbers = (parse_pk(str(each)) for each in values)
    return list(dict.fromkeys(number for number in numbers if number))


class Boxes(forms.Field):
    """Primary keys of the selected servings."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[int]:
        pks = parse_pks(value or ())
        if len(pks) < len(set(value or ())) or len(pks) > MAX_BOXES:
            raise ValidationError("These boxes do not exist.")
        return pks

    def validate(self, value: Sequence[int]) -> None:
        if self.required and not value:
            raise ValidationError("Select boxes first.")


class OneBox(Boxes):
    """The primary key of one serving."""

    def validate(self, value: Sequence[int]) -> None:
        super().validate(value)
        if len(value) > 1:
            raise ValidationError("One box at a time, please.")


def common_reason() -> forms.ChoiceField:
    return forms.ChoiceField(
        label="Reason",
        required=False,
        choices=[(reason, reason) for reason in COMMON_REASONS],
        widget=forms.RadioSelect,
    )


def other_reason() -> forms.CharField:
    return forms.CharField(
        label="Other reason",
        required=False,
        max_length=MAX_REASON_LENGTH - max(map(len, COMMON_REASONS)) - 2,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
