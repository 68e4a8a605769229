"""Django form for missing details. Every question is optional, but one answer is required."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms

from oottam import catalogue
from oottam.core.clock import clock_time
from oottam.core.errors import DomainError
from oottam.plans.domain.calendar import NoDayError
from oottam.plans.domain.plan_schedule import format_day
from oottam.plans.initial_schedule import begins_on_mondays, possible_starts
from oottam.plans.services.repository import load_calendar
from oottam.requests.models import Request
from oottam.workflow.domain.addresses import MAX_LOCALITY_LENGTH
from oottam.workflow.models import Allergen, Diet, Meal
from oottam.workflow.services.customer_answers import TIMES
from oottam.workflow.services.details import plain_pin
from oottam.workflow.services.meal_times import FIELDS, ordered_meals

NO_ALLERGIES = "none"
NO_CHOICE = ("", "Please choose")
DIETS = (
    NO_CHOICE,
    (Diet.VEG, "Vegetarian"),
    (Diet.EGG, "Vegetarian, with eggs"),
    (Diet.VEGAN, "Vegan"),
    (Diet.JAIN, "Jain"),
    (Diet.NO_ONION_GARLIC, "Vegetarian, no onion, no garlic"),
    (Diet.ANY, "Everything, also meat and fish"),
)
# Plain words in place of the legal allergen names.
_PLAIN_LABELS = {
    Allergen.GLUTEN: "Wheat and other cereals with gluten",
    Allergen.CRUSTACEAN: "Prawns, crab and other crustaceans",
}
DAYS_OFFERED, MONDAYS_OFFERED = 24, 8
TIME_STEP = timedelta(minutes=30)
MAX_NOTE_LENGTH = 200  # characters


def possible_days(request: Request, now: datetime) -> list[date]:
    """Return possible first days; empty if the calendar has no open day."""
    count = MONDAYS_OFFERED if begins_on_mondays(request) else DAYS_OFFERED
    try:
        return possible_starts(request, load_calendar(now), count)
    except NoDayError:
        return []


class StartForm(forms.Form):
    """Has a field for each name in `names`; `days` are the possible first days."""

    def __init__(
        self, request: Request, names: Sequence[str], days: Sequence[date], data: Any = None
    ) -> None:
        super().__init__(data, label_suffix="")
        meals = {FIELDS[meal]: Meal(meal) for meal in ordered_meals(request)}
        for name in names:
            if name in TIMES:
                self.fields[name] = _time(meals[name], is_only=len(meals) == 1)
            elif name == "start_date":
                if days:
                    self.fields[name] = _first_day(days)
            else:
                self.fields[name] = _FIELDS[name]()
                # With it a browser cuts a paste without a word; the form says what is too long.
                self.fields[name].widget.attrs.pop("maxlength", None)

    def clean_allergens(self) -> list[str] | None:
        """Return allergen codes; [] means no allergies, None means not answered."""
        selected: list[str] = self.cleaned_data["allergens"]
        if NO_ALLERGIES in selected and len(selected) > 1:
            raise forms.ValidationError("Either no allergies, or those that you have.")
        return None if not selected else [code for code in selected if code != NO_ALLERGIES]

    def clean_pin(self) -> str:
        """Return six digits without spaces."""
        try:
            return plain_pin(self.cleaned_data["pin"])
        except DomainError as error:
            raise forms.ValidationError(str(error)) from None

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError if no question is answered."""
        cleaned = super().clean() or {}
        if not self.errors and all(value in (None, "") for value in cleaned.values()):
            raise forms.ValidationError("Please answer at least one question.")
        return cleaned


class _SingleLineField(forms.CharField):
    """Collapses whitespace and line breaks into single spaces."""

    def to_python(self, value: Any) -> Any:
        return " ".join((super().to_python(value) or "").split())


def _allergens() -> forms.Field:
    return forms.MultipleChoiceField(
        label="Do you have any allergies?",
        required=False,
        choices=[
            (NO_ALLERGIES, "No allergies"),
            *((each, _PLAIN_LABELS.get(each, each.label)) for each in Allergen),
        ],
        widget=forms.CheckboxSelectMultiple,
    )


def _diet() -> forms.Field:
    return forms.ChoiceField(label="What do you eat?", required=False, choices=DIETS)


def _line(label: str, help_text: str, length: int, **attributes: str) -> forms.Field:
    return _SingleLineField(
        label=label,
        required=False,
        max_length=length,
        help_text=help_text,
        widget=forms.TextInput(attrs=attributes),
    )


_FIELDS: Mapping[str, Callable[[], forms.Field]] = {
    "diet": _diet,
    "allergens": _allergens,
    "kitchen_note": lambda: _line(
        "Anything else that you must not eat?",
        "For example: mushrooms",
        MAX_NOTE_LENGTH,
        autocomplete="off",
    ),
    "address": lambda: forms.CharField(
        label="Where should we deliver?",
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "street-address"}),
    ),
    "pin": lambda: _line(
        "PIN code", "Six digits", 20, inputmode="numeric", autocomplete="postal-code"
    ),
    "locality": lambda: _line(
        "Area",
        f"For example: {catalogue.current().site.area_example}",
        MAX_LOCALITY_LENGTH,
        autocomplete="address-level3",
    ),
    "door_note": lambda: _line(
        "Note for the rider",
        "For example: second floor, ring twice",
        MAX_NOTE_LENGTH,
        autocomplete="off",
    ),
}


def _first_day(days: Sequence[date]) -> forms.Field:
    choices = [NO_CHOICE, *((f"{day:%Y-%m-%d}", format_day(day)) for day in days)]
    return forms.TypedChoiceField(
        label="Which day should we start?",
        required=False,
        choices=choices,
        coerce=date.fromisoformat,
        empty_value=None,
        error_messages={"invalid_choice": "We cannot start on that day any more: choose another."},
    )


def _time(meal: Meal, *, is_only: bool) -> forms.Field:
    name = meal.name.lower()
    hours = getattr(catalogue.current().site.hours.meals, name)
    at = datetime.combine(date.min, time.fromisoformat(hours.start))
    end = datetime.combine(date.min, time.fromisoformat(hours.end))
    offered = [at + TIME_STEP * step for step in range((end - at) // TIME_STEP + 1)]
    return forms.TypedChoiceField(
        label=f"What time should we bring {'it' if is_only else name}?",
        required=False,
        choices=[NO_CHOICE, *((f"{each:%H:%M}", clock_time(each)) for each in offered)],
        coerce=time.fromisoformat,
        empty_value=None,
    )
