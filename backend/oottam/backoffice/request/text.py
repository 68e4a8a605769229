"""Facts in words: their labels, and their values as people write them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, time
from typing import Any

from django.db.models import Model
from django.utils import timezone
from django.utils.dateparse import parse_date

from oottam.backoffice.templatetags.staff import rupees
from oottam.core.clock import clock_time
from oottam.core.direction import isolate
from oottam.plans.domain.calendar import MONDAY_TO_SATURDAY, describe_weekdays
from oottam.requests.models import Status
from oottam.workflow.models import Allergen, Channel, Diet, Meal, MealTime
from oottam.workflow.services.editing import to_json_value
from oottam.workflow.services.meal_times import FIELDS, label_of

NOTHING = "nothing"
_OF_HEALTH = ("allergens", "kitchen_note")
# How a message went.
WAYS = {Channel.MAIL.value: "by mail", Channel.WHATSAPP.value: "by WhatsApp"}
LABELS = {
    "status": "Status",
    "assignee": "Assigned to",
    "follow_up_on": "Follow up",
    "merged_into": "Merged into",
    "start_date": "First day",
    "days": "Days",
    "weekdays": "Meal days",
    "delivery_time": "Delivery time",  # of all meals, in the record of release 0.3.0
    **{name: f"{Meal(meal).label} delivery time" for meal, name in FIELDS.items()},
    "address": "Address",
    "pin": "PIN code",
    "locality": "Locality",
    "zone_ok": "In delivery area",
    "diet": "Diet",
    "allergens": "Allergies",
    "kitchen_note": "Kitchen note",
    "door_note": "Door note for the rider",
    "agreed_paise": "Agreed price",
    "date": "Event date",
    "time": "Time",
    "guests": "Guests",
    "venue": "Venue",
}


def format_value(name: str, value: Any, names: Mapping[int, str]) -> str:
    """A value as the record holds it (JSON) in words; `names` of colleagues by their numbers."""
    if name == "allergens":
        return _allergens(value)
    if name == "weekdays":
        return describe_weekdays(value or MONDAY_TO_SATURDAY)
    if value is None or value == "":
        return "nobody" if name == "assignee" else NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "assignee":
        return isolate(names.get(value, "someone who has left"))
    written = _SAID.get(name, str)
    return isolate(written(value))


def describe_details(kept: Model, *fields: str) -> list[tuple[str, str]]:
    """Label and value of these fields of a row; "" where a value is not known."""
    known = (
        (name, to_json_value(getattr(kept, "eats" if name == "diet" else name))) for name in fields
    )
    since = getattr(kept, "health_since", None)
    return [
        (
            LABELS[name],
            ""
            if value in (None, "", Diet.UNKNOWN) and name != "weekdays"
            else format_value(name, value, {})
            + (f", {as_of(since)}" if since and name in _OF_HEALTH else ""),
        )
        for name, value in known
    ]


def describe_times(times: Sequence[MealTime]) -> list[tuple[str, str]]:
    """Label and time of each meal; "" for one that is not known."""
    return [(label_of(each, times), clock_time(each.time) if each.time else "") for each in times]


def as_of(since: date) -> str:
    """As "as of 12 Oct", of what came along from a request of before."""
    year = "" if since.year == timezone.localdate().year else f" {since.year}"
    return f"as of {since.day} {since:%b}{year}"


def label(choices: Any, value: str) -> str:
    """What a choice is called; the value itself where it is none any more."""
    return str(choices(value).label) if value in choices.values else value


def _allergens(codes: list[str] | None) -> str:
    if codes is None:
        return "not asked"
    return ", ".join(label(Allergen, code) for code in codes) or "none"


def _day(value: str) -> str:
    day = parse_date(value)
    return f"{day:%a} {day.day} {day:%b %Y}" if day else value


def _time(value: str) -> str:
    return clock_time(time.fromisoformat(value))


_SAID: dict[str, Callable[[Any], str]] = {
    "follow_up_on": _day,
    "start_date": _day,
    "date": _day,
    **dict.fromkeys(("delivery_time", *FIELDS.values()), _time),
    "time": _time,
    "agreed_paise": lambda paise: rupees(paise) if paise else "free",
    "status": lambda value: label(Status, value),
    "diet": lambda value: label(Diet, value),
}
