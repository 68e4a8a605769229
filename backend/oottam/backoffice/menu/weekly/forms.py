"""The forms beside the grid of a week: a picture, a copy, a swap."""

from typing import Any

from django import forms

from oottam.backoffice.layout.forms import StaffForm
from oottam.backoffice.menu.pictures import picture_choices
from oottam.menu.content import Content
from oottam.menu.weekly import DAYS, WEEKS

_WEEK_CHOICES = [(str(week), f"Week {week}") for week in WEEKS]
_DAY_CHOICES = [(str(at), day) for at, day in enumerate(DAYS)]


class PictureForm(StaffForm):
    """The picture of an item."""

    action = "menu-weekly-picture"
    picture = forms.ChoiceField(label="Picture", show_hidden_initial=True)

    def __init__(self, data: Any, content: Content, current: str) -> None:
        super().__init__(data, initial={"picture": current})
        self.fields["picture"].choices = picture_choices(content)  # type: ignore[attr-defined]


class CopyForm(StaffForm):
    """Copy the week of the page to another one."""

    action = "menu-weekly-copy"
    to = forms.ChoiceField(label="Copy to", choices=_WEEK_CHOICES)

    def __init__(self, data: Any, week: int) -> None:
        super().__init__(data)
        self.week = week
        field: Any = self.fields["to"]
        field.choices = [each for each in _WEEK_CHOICES if each[0] != str(week)]


class SwapForm(StaffForm):
    """Swap two days of the week of the page."""

    action = "menu-weekly-swap"
    one = forms.ChoiceField(label="Swap", choices=_DAY_CHOICES)
    other = forms.ChoiceField(label="with", choices=_DAY_CHOICES, initial="1")

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError where both are one day."""
        given: dict[str, Any] = super().clean() or {}
        if given.get("one") and given.get("one") == given.get("other"):
            self.add_error("other", "Choose two different days.")
        return given
