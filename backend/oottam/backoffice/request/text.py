"""Labels and values of a request's details, and sentences about its mails, as text."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from django.db.models import Model
from django.utils import timezone
from django.utils.dateparse import parse_date

from oottam.backoffice.templatetags.staff import mail_verb, rupees
from oottam.catalogue.choices import Allergen
from oottam.core.clock import clock_time
from oottam.core.direction import isolate
from oottam.outbox.transport import is_smtp_configured
from oottam.requests.models import Status
from oottam.schedule.domain.calendar import MONDAY_TO_SATURDAY, describe_weekdays
from oottam.workflow.models import Channel, Diet, Meal, MealTime
from oottam.workflow.services.details import is_of_another_town
from oottam.workflow.services.editing import to_json_value
from oottam.workflow.services.meal_times import FIELDS, label_of

NOTHING = "nothing"
NO_MAIL_SERVER = "No mail server is set up: a mail is only saved as a file."
_HEALTH_FIELDS = ("allergens", "kitchen_note")
WAYS = {Channel.MAIL.value: "by mail", Channel.WHATSAPP.value: "by WhatsApp"}
LABELS = {
    "status": "Status",
    "assignee": "Assigned to",
    "follow_up_on": "Follow up",
    "merged_into": "Merged into",
    "link_number": "New links",
    "start_date": "First day",
    "days": "Days",
    "weekdays": "Meal days",
    "delivery_time": "Delivery time",  # of all meals, in audit entries of release 0.3.0
    **{name: f"{Meal(meal).label} delivery time" for meal, name in FIELDS.items()},
    "address": "Address",
    "pin": "PIN code",
    "locality": "Locality",
    "zone_ok": "In delivery area",
    "diet": "Diet",
    "allergens": "Allergies",
    "allergen_list": "List of allergens",
    "kitchen_note": "Kitchen note",
    "door_note": "Door note for the rider",
    "agreed_paise": "Agreed price",
    "date": "Event date",
    "time": "Time",
    "guests": "Guests",
    "venue": "Venue",
    "is_desk_only": "Only the desk changes it",
    "changes": "Customers change plans themselves",
    "max_skips": "Days that a customer may skip",
    "max_pauses": "Pauses",
    "max_pause_days": "Longest pause",
    "extra_days": "Days beyond twice the plan's",
    "mails_renewal": "Mail before a plan ends",
    "mails_start": "Mail on the evening before a plan starts",
    "mails_desk_change": "Mail about the desk's changes",
    "mails_failed_box": "Mail about a box that was not delivered",
}


def format_value(name: str, value: Any, names: Mapping[int, str]) -> str:
    """Format a value of an audit entry (JSON); `names` are colleagues' names by primary key."""
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
    format_one = _FORMATS.get(name, str)
    return isolate(format_one(value))


def describe_details(row: Model, *fields: str) -> list[tuple[str, str]]:
    """Return label and value of these fields; "" for a value that is not known."""
    known = (
        (name, to_json_value(getattr(row, "full_diet" if name == "diet" else name)))
        for name in fields
    )
    since = getattr(row, "health_since", None)
    return [
        (
            LABELS[name],
            ""
            if value in (None, "", Diet.UNKNOWN) and name != "weekdays"
            else format_value(name, value, {})
            + (f", {as_of(since)}" if since and name in _HEALTH_FIELDS else ""),
        )
        for name, value in known
    ]


def foreign_pin_hint(pin: str) -> str:
    """Name a PIN code of another town beside the question for the delivery area; "" for others."""
    return f"PIN code {isolate(pin)} is not one of our town" if is_of_another_town(pin) else ""


def describe_times(times: Sequence[MealTime]) -> list[tuple[str, str]]:
    """Return label and time of each meal; "" for a time that is not known."""
    return [(label_of(each, times), clock_time(each.time) if each.time else "") for each in times]


def describe_sent_mail() -> str:
    return "The mail is on its way." if is_smtp_configured() else "The mail is saved as a file."


def describe_due_mails(due: datetime, mails: int = 1) -> str:
    """Return "The mail will be sent at 10:15 am."; without a mail server, "saved as a file"."""
    subject = "The mail" if mails == 1 else f"{mails} mails"
    return f"{subject} will be {mail_verb()} at {clock_time(timezone.localtime(due))}."


def as_of(since: date) -> str:
    """Format the age of details copied from an earlier request, as "as of 12 Oct"."""
    year = "" if since.year == timezone.localdate().year else f" {since.year}"
    return f"as of {since.day} {since:%b}{year}"


def label(choices: Any, value: str) -> str:
    """Return a choice's label; the value itself for a choice that does not exist any longer."""
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


_FORMATS: dict[str, Callable[[Any], str]] = {
    "follow_up_on": _day,
    "start_date": _day,
    "date": _day,
    **dict.fromkeys(("delivery_time", *FIELDS.values()), _time),
    "time": _time,
    "agreed_paise": lambda paise: rupees(paise) if paise else "free",
    "status": lambda value: label(Status, value),
    "diet": lambda value: label(Diet, value),
}
