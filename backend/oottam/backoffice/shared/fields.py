"""Fields for amounts in rupees, days, times, weekdays, and yes, no or unknown; JSON of hidden ones."""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from oottam.audit.log import MAX_REASON_LENGTH
from oottam.core.errors import DomainError
from oottam.core.money import amount_text, paise_from_rupees, short_rupees
from oottam.schedule.domain.calendar import WEEKDAYS

_AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]{1,2})?")
MAX_AMOUNT_LENGTH = 20  # characters
MAX_DAYS_AHEAD = 2 * 366
FIRST_DAY = date(2000, 1, 1)


def parse_json(text: str) -> Any:
    """Parse JSON that a page sent; None for invalid or too deeply nested text, or a number of thousands of digits."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class Rupees(forms.Field):
    """An amount typed in rupees; the cleaned value is whole paise."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(widget=widget, **kwargs)

    def to_python(self, value: Any) -> int | None:
        """Return paise; raises ValidationError."""
        if value is None or isinstance(value, int):
            return value
        text = amount_text(value)
        if text == "":
            return None
        if text is None or len(value.strip()) > MAX_AMOUNT_LENGTH or not _AMOUNT.fullmatch(text):
            raise ValidationError("Enter an amount in rupees, such as 1,250 or 1250.50.")
        return paise_from_rupees(Decimal(text))

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, int):
            return short_rupees(value).replace("₹", "")
        return value


class Day(forms.DateField):
    """A day; days of other centuries, or more than two years ahead, are rejected."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        errors = {"invalid": "Enter the date as 2026-12-31."}
        super().__init__(widget=widget, input_formats=["%Y-%m-%d"], error_messages=errors, **kwargs)

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value and value < FIRST_DAY:
            raise ValidationError("That date is long past: check the year.")
        if value and value > timezone.localdate() + timedelta(days=MAX_DAYS_AHEAD):
            raise ValidationError("That date is more than two years ahead.")


class Clock(forms.TimeField):
    """A time of day in India."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
        errors = {"invalid": "Enter the time as 08:30."}
        formats = ["%H:%M", "%H:%M:%S"]
        super().__init__(widget=widget, input_formats=formats, error_messages=errors, **kwargs)


class Weekdays(forms.TypedMultipleChoiceField):
    """Days of the week; the cleaned value is a bit mask: Monday 1, Tuesday 2, Sunday 64."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            coerce=int,
            choices=[(1 << at, name) for at, name in enumerate(WEEKDAYS)],
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": "Choose at least one day of the week."},
            **kwargs,
        )

    def prepare_value(self, value: Any) -> Any:
        return [bit for bit, _ in self._bits() if value & bit] if isinstance(value, int) else value

    def clean(self, value: Any) -> int:
        bits: list[int] = super().clean(value)
        return sum(bits)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)

    def _bits(self) -> list[tuple[int, str]]:
        choices: Any = self.choices
        return list(choices)


class YesNo(forms.NullBooleanField):
    """Yes, no, or not checked."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.choices = [("unknown", "Not checked"), ("true", "Yes"), ("false", "No")]


class PlainText(forms.CharField):
    """A text of one line, which browsers do not fill in."""

    widget = forms.TextInput(attrs={"autocomplete": "off"})


class PrimaryKey(forms.IntegerField):
    """The primary key of a row, in a hidden input."""

    widget = forms.HiddenInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1, **kwargs)


class MultilineText(forms.CharField):
    """A text of several lines; CR LF, as browsers send it, becomes LF."""

    def __init__(self, *, rows: int, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": rows}), **kwargs)

    def to_python(self, value: Any) -> Any:
        """Normalise line ends before the length is checked."""
        return super().to_python(value.replace("\r\n", "\n") if value else value)


class StaffForm(forms.Form):
    """A form of a staff page. `action` is its URL name; ids of its fields begin with it, as a page has several forms.

    Where a page repeats a form for several rows, `row` distinguishes them.
    """

    action: ClassVar[str]
    # The service's name of a field -> the form's, where the two differ.
    refused_as: ClassVar[dict[str, str]] = {}

    def __init__(self, data: Any = None, *, row: str = "", **kwargs: Any) -> None:
        self.key = f"{self.action}-{row}" if row else self.action
        super().__init__(data, auto_id=f"{self.key}-%s", label_suffix="", **kwargs)

    def offer(self, name: str, choices: Iterable[tuple[Any, str]]) -> None:
        """Set the choices of a field."""
        field: Any = self.fields[name]
        field.choices = list(choices)

    def refuse(self, error: DomainError) -> None:
        """Add a service's error to the field that it names."""
        field = self.refused_as.get(error.field, error.field)
        self.add_error(field if field in self.fields else None, str(error))

    @contextmanager
    def shows_errors(self) -> Iterator[None]:
        """Show a service's error in the form; the rest of the block is left out then."""
        try:
            yield
        except DomainError as error:
            self.refuse(error)

    def require_valid(self) -> None:
        """Raise DomainError with the first error: for a page without this form."""
        if not self.is_valid():
            raise DomainError(str(next(iter(self.errors.values()))[0]))


def reason_field(label: str, *, required: bool) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": 2})
    return forms.CharField(
        label=label, required=required, max_length=MAX_REASON_LENGTH, widget=widget
    )
