"""Start form ("What we need to start"): the customer fills in missing details, which saves the desk a call.

The form is write-only: stored answers are never shown, and they do not confirm the request. CSRF exempt, as the token
in the address is the only credential.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from oottam import catalogue
from oottam.api.errors import RequestRejectedError
from oottam.catalogue.choices import Allergen
from oottam.core.clock import clock_time
from oottam.core.errors import DomainError
from oottam.plans.services.other_plans import last_box_of_another
from oottam.plans.services.repository import load_calendar
from oottam.requests.identity import requests_with_token
from oottam.requests.models import Request, Status
from oottam.schedule.domain.calendar import NoDayError
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.initial_schedule import begins_on_mondays, possible_starts
from oottam.statuspage.links import start_path
from oottam.statuspage.pages import (
    KEY,
    common_view,
    form_page,
    not_found_page,
    refuse,
    render_page,
    see_other,
    sender_of,
)
from oottam.workflow.domain.addresses import MAX_LOCALITY_LENGTH
from oottam.workflow.models import Diet, Meal
from oottam.workflow.services.customer_answers import (
    TIMES,
    AnswersClosedError,
    accepts_answers,
    answered_names,
    questions,
    submit,
    unanswered,
)
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

    contradiction = "Either no allergies, or those that you have."

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
                    self.fields[name] = _first_day(days, last_box_of_another(request))
            else:
                self.fields[name] = _FIELDS[name]()
                # With it a browser cuts a paste without a word; the form says what is too long.
                self.fields[name].widget.attrs.pop("maxlength", None)

    def clean_allergens(self) -> list[str] | None:
        """Return allergen codes; [] means no allergies, None means not answered."""
        selected: list[str] = self.cleaned_data["allergens"]
        if NO_ALLERGIES in selected and len(selected) > 1:
            raise forms.ValidationError(self.contradiction)
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
            *((allergen, _PLAIN_LABELS.get(allergen, allergen.label)) for allergen in Allergen),
        ],
        widget=forms.CheckboxSelectMultiple,
    )


def _line(label: str, help_text: str, length: int, **attributes: str) -> forms.Field:
    return _SingleLineField(
        label=label,
        required=False,
        max_length=length,
        help_text=help_text,
        widget=forms.TextInput(attrs=attributes),
    )


_FIELDS: Mapping[str, Callable[[], forms.Field]] = {
    "diet": lambda: forms.ChoiceField(label="What do you eat?", required=False, choices=DIETS),
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


def _first_day(days: Sequence[date], other: tuple[str, date] | None) -> forms.Field:
    choices = [NO_CHOICE, *((f"{day:%Y-%m-%d}", format_day(day)) for day in days)]
    hints = []
    if len(days) > 1 and not any(day.weekday() for day in days):
        hints.append("Your week's menu begins on a Monday.")
    if other:
        hints.append(f"{other[0]} brings you food until {format_day(other[1])}.")
    return forms.TypedChoiceField(
        label="Which day should we start?",
        help_text=" ".join(hints),
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


NOT_SENT = "Nothing was saved yet. Please look at what is marked, and send it again."
TOO_MANY = "You have sent answers several times already. Please call us to change something."
EXPIRED = "This page was open for too long. Please send your answers again."
CLOSED_SENTENCES = {
    Status.CONFIRMED: "It is confirmed. To change something, please call us.",
    Status.ACTIVE: "It has started. To change something, please call us.",
    Status.COMPLETED: "It is complete, and there is nothing left to answer.",
    Status.CANCELLED: "It has been cancelled, and there is nothing to answer.",
}
RELATED = ("order", "combo", "subscription", "fulfilment")
ROWS = ("customer_answers", "meal_times", "combo__slots", "subscription__meals")
NO_QUESTIONS = "We will call you about it: there is nothing to answer here."


@form_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the open questions. A POST stores the answers and redirects to this page."""
    requests = requests_with_token(token)
    order = requests.select_related(*RELATED).prefetch_related(*ROWS).first()
    if order is None:
        return not_found_page()
    if request.method == "POST":
        return _submit(request, order)
    return _show_form(order, is_correction="correct" in request.GET)


def _show_form(order: Request, *, is_correction: bool) -> HttpResponse:
    if not accepts_answers(order):
        return _respond(order, 200)
    answered = set() if is_correction else answered_names(order.customer_answers.all())
    names = unanswered(order, answered)
    form = StartForm(order, names, possible_days(order, timezone.now())) if names else None
    return _respond(order, 200, form)


def _submit(request: HttpRequest, order: Request) -> HttpResponse:
    if not accepts_answers(order):
        return _respond(order, 409)
    now = timezone.now()
    names = [name for name in questions(order) if name in request.POST]
    form = StartForm(order, names or unanswered(order), possible_days(order, now), request.POST)
    key = request.POST.get("key", "")
    if not form.is_valid() or not KEY.fullmatch(key):
        return _respond(order, 422, form, NOT_SENT if form.errors else EXPIRED)
    try:
        submit(
            request_id=order.pk,
            key=key,
            given=form.cleaned_data,
            now=now,
            sender=sender_of(request),
        )
    except AnswersClosedError:
        order.refresh_from_db()
        return _respond(order, 409, message=TOO_MANY if accepts_answers(order) else "")
    except (RequestRejectedError, DatabaseError) as error:
        return refuse(error, "answers", lambda status, text: _respond(order, status, form, text))
    return see_other(start_path(order))


def _respond(
    order: Request, status: int, form: StartForm | None = None, message: str = ""
) -> HttpResponse:
    is_open = accepts_answers(order)
    last = next(reversed(order.customer_answers.all()), None) if is_open else None
    closed = CLOSED_SENTENCES.get(Status(order.status), NO_QUESTIONS)
    view = {
        **common_view(order),
        "sentence": "" if is_open else closed,
        "message": message,
        "answered_at": last.at if last else None,
        "form": form,  # None if there are no questions
        # The form with every question.
        "correction_url": f"{start_path(order)}?correct=1" if last and unanswered(order) else "",
    }
    return render_page("start", status, view=view)
