"""The forms of publishing."""

from datetime import datetime, time, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils import timezone

from oottam.backoffice.layout.fields import Clock, Day
from oottam.backoffice.layout.forms import StaffForm
from oottam.menu.models import MAX_NOTE_LENGTH

NOW, LATER = "now", "later"
OPENING = time(6)


class PublishForm(StaffForm):
    """When to publish which revision of the draft; `harm` is asked for only where a recipe would harm somebody."""

    action = "publish"
    refused_as: ClassVar[dict[str, str]] = {"starts_at": "date"}
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    note = forms.CharField(
        label="Note",
        required=False,
        max_length=MAX_NOTE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="For the list of versions, such as: Prices of December",
    )
    when = forms.ChoiceField(
        label="When",
        choices=((NOW, "Now"), (LATER, "Later, at this time (IST)")),
        widget=forms.RadioSelect,
    )
    date = Day(label="Date", required=False)
    time = Clock(label="Time (IST)", required=False)
    harm = forms.BooleanField(
        label="I have read whom a changed recipe harms. Publish it anyway.", required=False
    )
    password = forms.CharField(
        label="Your password",
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: Any = None, *, revision: int, seen: str, is_harmful: bool) -> None:
        tomorrow = timezone.localdate() + timedelta(days=1)
        initial = {
            "revision": revision,
            "seen": seen,
            "when": NOW,
            "date": tomorrow,
            "time": OPENING,
        }
        super().__init__(data, initial=initial)
        self._seen = seen
        if not is_harmful:
            del self.fields["harm"]

    def clean(self) -> dict[str, Any]:
        """Ask for the time of a later publication, and for the tick."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("when") == LATER:
            for name in ("date", "time"):
                if name not in self.errors and cleaned.get(name) is None:
                    self.add_error(name, "Enter when to publish.")
        if "harm" in self.fields:
            if not cleaned.get("harm"):
                self.add_error("harm", "Read the list above and tick this first.")
            elif cleaned.get("seen") != self._seen:
                self.add_error("harm", "The list has changed. Read it again.")
        return cleaned

    def starts_at(self) -> datetime | None:
        """Return the time of a valid form (IST); None for now."""
        if self.cleaned_data["when"] == NOW:
            return None
        moment = datetime.combine(self.cleaned_data["date"], self.cleaned_data["time"])
        return timezone.make_aware(moment)
