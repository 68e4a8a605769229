"""When reminders are sent, and to whom: from 9 to 20 h IST on their own day, never to a person who wants none.

Reminders say that a plan ends or starts. What changes in a running plan is told to everybody.
"""

from collections.abc import Collection
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from oottam import catalogue
from oottam.core.hook import Hook
from oottam.outbox.message import UnsendableError
from oottam.requests.identity import person_digests, person_token
from oottam.requests.models import Request
from oottam.workflow.models import Message, ReminderOptOut

FIRST_HOUR, LAST_HOUR = 9, 20  # IST; none is sent from the last one on


@Hook
def opt_out_path(token: str) -> str:
    """Return the path of the page on which a person opts out of reminders."""
    raise NotImplementedError


def opt_out_url(request: Request) -> str:
    """Return the URL of that page; "" without the shop's URL in site.json."""
    origin = catalogue.current().site.origin
    return f"{origin}{opt_out_path(person_token(_digests(request)))}" if origin else ""


def footer(request: Request) -> str:
    """Return the last paragraph of a reminder, which says how to get no more."""
    sentence = _(
        "This is a reminder: we send one before a plan ends, and one on the evening before it starts. "
        "For no more reminders, open this page and press its button:"
    )
    return f"{sentence}\n{opt_out_url(request)}"


def wants_reminders(request: Request) -> bool:
    """Return whether neither its phone number nor its e-mail address has opted out; one query."""
    return not ReminderOptOut.objects.filter(pk__in=_digests(request)).exists()


def opt_out(digests: Collection[str], now: datetime) -> None:
    """Store that the person wants no reminders. Safe to repeat."""
    ReminderOptOut.objects.bulk_create(
        [ReminderOptOut(digest=digest, at=now) for digest in digests], ignore_conflicts=True
    )


def has_opted_out(digests: Collection[str]) -> bool:
    """Return whether all of the person's digests are stored; one query."""
    return ReminderOptOut.objects.filter(pk__in=digests).count() == len(digests)


def is_hour_of_reminders(now: datetime) -> bool:
    return FIRST_HOUR <= timezone.localtime(now).hour < LAST_HOUR


def require_timely(message: Message, now: datetime) -> None:
    """Raise UnsendableError for a reminder whose time is over, or that its customer does not want any more.

    A mail server may have been away since the mail was queued.
    """
    is_of_today = timezone.localdate(message.at) == timezone.localdate(now)
    if not (is_of_today and is_hour_of_reminders(now)):
        raise UnsendableError(
            "A reminder is sent on its own day, from 9 am to 8 pm, or not at all."
        )
    if not wants_reminders(message.request):
        raise UnsendableError("The customer wants no reminders.")


def _digests(request: Request) -> list[str]:
    return person_digests(phone_normalised=request.phone_normalised, email=request.email)
