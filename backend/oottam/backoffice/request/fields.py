"""Fields as the desk types them: amounts in rupees, days, yes or no or not yet known."""

import re
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from oottam.core.money import format_rupees, paise_from_rupees
from oottam.plans.domain.calendar import WEEKDAYS

# 1250, 1,250, 1,25,000 or 125,000, and up to two decimals.
_AMOUNT = re.compile(r"(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3})(?:\.[0-9]{1,2})?")
MAX_AMOUNT_LENGTH = 20  # characters
MAX_DAYS_AHEAD = 2 * 366
FIRST_DAY = date(2000, 1, 1)


class Rupees(forms.Field):
    """An amount in rupees, as somebody writes it; whole paise inside."""

    def __init__(self, **given: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(widget=widget, **given)

    def to_python(self, value: Any) -> int | None:
        """Whole paise; raises ValidationError for what is no amount."""
        if value is None or isinstance(value, int):
            return value
        written = re.sub(r"^(?:₹|rs\.?)|\s", "", value.strip(), flags=re.IGNORECASE)
        if not written:
            return None
        if len(written) > MAX_AMOUNT_LENGTH or not _AMOUNT.fullmatch(written):
            raise ValidationError("Enter an amount in rupees, such as 1,250 or 1250.50.")
        return paise_from_rupees(Decimal(written.replace(",", "")))

    def prepare_value(self, value: Any) -> Any:
        """What is known, as it would be typed; what was typed, as it was."""
        if isinstance(value, int):
            return format_rupees(value).replace("₹", "").removesuffix(".00")
        return value


class Day(forms.DateField):
    """A day by the browser's own calendar; one of another century, or that lies years ahead, was mistyped."""

    def __init__(self, **given: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        wrong = {"invalid": "Enter the date as 2026-12-31."}
        super().__init__(widget=widget, input_formats=["%Y-%m-%d"], error_messages=wrong, **given)

    def validate(self, value: date | None) -> None:
        """Raises ValidationError for a day more than two years ahead, or of another century."""
        super().validate(value)
        if value and value < FIRST_DAY:
            raise ValidationError("That date is long past: check the year.")
        if value and value > timezone.localdate() + timedelta(days=MAX_DAYS_AHEAD):
            raise ValidationError("That date is more than two years ahead.")


class Clock(forms.TimeField):
    """A time of day in India."""

    def __init__(self, **given: Any) -> None:
        widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
        wrong = {"invalid": "Enter the time as 08:30."}
        formats = ["%H:%M", "%H:%M:%S"]
        super().__init__(widget=widget, input_formats=formats, error_messages=wrong, **given)


class Weekdays(forms.TypedMultipleChoiceField):
    """Days of the week; inside one number, Monday being 1, Tuesday 2, Sunday 64."""

    def __init__(self, **given: Any) -> None:
        super().__init__(
            coerce=int,
            choices=[(1 << at, name) for at, name in enumerate(WEEKDAYS)],
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": "Choose at least one day of the week."},
            **given,
        )

    def prepare_value(self, value: Any) -> Any:
        """The boxes that are ticked."""
        return [bit for bit, _ in self._bits() if value & bit] if isinstance(value, int) else value

    def clean(self, value: Any) -> int:
        """All of them in one number; raises ValidationError where there is none."""
        ticked: list[int] = super().clean(value)
        return sum(ticked)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether other days are ticked."""
        return super().has_changed(self.prepare_value(initial), data)

    def _bits(self) -> list[tuple[int, str]]:
        choices: Any = self.choices
        return list(choices)


class YesNo(forms.NullBooleanField):
    """Yes, no, or nobody has looked yet."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.widget.choices = [("unknown", "Not checked"), ("true", "Yes"), ("false", "No")]


class Words(forms.CharField):
    """A text of several lines. A browser sends each of its line ends as two characters; here it is one."""

    def __init__(self, *, rows: int, **given: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": rows}), **given)

    def to_python(self, value: Any) -> Any:
        """With single line ends, before its length is looked at."""
        return super().to_python(value.replace("\r\n", "\n") if value else value)
