"""The desk's work on one demo request: calls the customer, records the details, confirms, takes payment."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Role
from oottam.billing import balances, payments
from oottam.core.errors import DomainError, StaleError
from oottam.kitchen.services.dietary_checks import check_dishes, check_request
from oottam.plans.services.repository import load_calendar
from oottam.requests.models import Kind, Request
from oottam.schedule.initial_schedule import PLANNED, begins_on_mondays, first_start, ordered_dishes
from oottam.workflow.models import Diet, FulfilmentDetails, MealTime, PaymentMethod
from oottam.workflow.services import appointments, details, event_details, notes, transitions
from oottam.workflow.services.allergy_mentions import allergy_mentions, mark_as_read
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.editing import AcceptedWarnings
from oottam.workflow.services.meal_times import meal_times

_DIETS = (Diet.ANY, Diet.ANY, Diet.ANY, Diet.VEG, Diet.EGG, Diet.JAIN)
_CLASHES_AVOIDED = 0.5  # share of customers who order no dish that clashes with their diet
_MEAL_TIMES = {1: (time(8), time(8, 30)), 2: (time(12, 30), time(13)), 3: (time(19, 30),)}
_CANCEL_REASONS = (
    "Moves away from Chennai",
    "Too far for our riders",
    "Ordered twice by mistake",
)
_NOTES = (
    "Calls back after six in the evening.",
    "Ring twice, the bell is weak.",
    "Prefers WhatsApp.",
)
# Shares of requests, cumulative: still new, then cancelled, then to be followed up. The rest are confirmed.
_NEW, _CANCELLED, _FOLLOWED_UP = 0.06, 0.16, 0.24
_NOTED = 0.4
_COMPLETED_AFTER = timedelta(days=18)


def create_account(name: str, role: Role) -> User:
    """Find or create an account without a usable password."""
    account, is_new = User.objects.get_or_create(username=name)
    if is_new:
        account.set_unusable_password()
        account.save()
        AccountRole.objects.create(account=account, role=role)
    return account


def process(
    random: Random, request: Request, staff: User, received_at: datetime, now: datetime
) -> None:
    """Bring a request to a random state that fits its age."""
    age = now - received_at
    at = min(received_at + timedelta(hours=random.randint(1, 20)), now)
    share = random.random()
    if age < timedelta(days=1) or share < _NEW:
        return
    desk = _Desk(random, request, staff, at)
    if random.random() < _NOTED:
        desk.apply(notes.add_note, text=random.choice(_NOTES))
    if share < _CANCELLED:
        desk.apply(transitions.cancel, reason=random.choice(_CANCEL_REASONS))
    elif share < _FOLLOWED_UP:
        desk.follow_up(now + timedelta(days=random.randint(-1, 4)))
    else:
        desk.record_details()
        desk.confirm()
        desk.record_payment()
        if age > _COMPLETED_AFTER and request.kind not in PLANNED:  # plans end with their last box
            desk.apply(transitions.complete, now=at + timedelta(days=12))


class _Desk:
    """One staff member who works on one request at the time `at`."""

    def __init__(self, random: Random, request: Request, staff: User, at: datetime) -> None:
        self._random = random
        self._reference = request.reference
        self._kind = Kind(request.kind)
        self._staff = staff
        self._at = at

    def apply(self, change: Callable[..., object], **values: Any) -> None:
        """Call a service; retry if a running server changed the request."""
        common = {"reference": self._reference, "actor": self._staff, "now": self._at}
        while True:
            with suppress(StaleError):
                change(**{**common, "version": self._request().version, **values})
                return

    def follow_up(self, moment: datetime) -> None:
        self.apply(transitions.follow_up, on=timezone.localdate(moment))

    def record_details(self) -> None:
        """Record the customer's answers on the phone."""
        if self._kind == Kind.APPOINTMENT:
            self._book_slot()
        elif self._kind == Kind.NUTRITION:
            self.follow_up(self._at + timedelta(days=14))
        elif self._kind == Kind.EVENT:
            self._record_event()
        else:
            self._record_plan()

    def confirm(self) -> None:
        """Raises RuntimeError if a required detail is missing."""
        request = self._request()
        if missing(request):
            raise RuntimeError(f"{self._kind}: a required detail is missing")
        if unread := allergy_mentions(request):
            self.apply(mark_as_read, seen=[key for mention in unread for key in mention.keys])
        check = check_request(request, timezone.localdate(self._at))
        seen = check.seen if check else ""
        accepted = AcceptedWarnings(
            seen, clash=True, reason="The customer knows of it", not_known=True
        )
        self.apply(transitions.confirm, accepted=accepted)

    def record_payment(self) -> None:
        """Record a payment of all, half or none of the balance."""
        owed = balances.balance(self._request()).owed
        divisor = self._random.choice((1, 1, 2, None))
        if owed and divisor is not None:
            self.apply(
                payments.record_payment,
                paise=owed // divisor,
                method=self._random.choice(list(PaymentMethod)),
                paid_on=timezone.localdate(self._at),
            )

    def _book_slot(self) -> None:
        """Book the first free quarter of an hour from 10:00 IST on a random day."""
        doctor = self._request().appointment.doctor
        day = timezone.localdate(self._at) + timedelta(days=self._random.randint(2, 9))
        opening = timezone.make_aware(datetime.combine(day, time(10)))
        for quarter in range(24):
            starts_at = opening + timedelta(minutes=15 * quarter)
            with suppress(DomainError):
                self.apply(appointments.book, doctor=doctor, starts_at=starts_at, minutes=30)
                return

    def _record_event(self) -> None:
        choice, randint = self._random.choice, self._random.randint
        self.apply(
            event_details.save_event,
            date=timezone.localdate(self._at) + timedelta(days=randint(10, 40)),
            time=time(choice((11, 13, 19))),
            guests=randint(12, 80),
            venue="Community hall, 2nd Avenue, Besant Nagar",
            diet=choice((Diet.VEG, Diet.ANY)),
            allergens=choice(([], [], ["peanut"])),
        )
        agreed_paise = choice((12_500_00, 24_000_00, 38_000_00))
        self.apply(details.save_details, agreed_paise=agreed_paise)

    def _record_plan(self) -> None:
        choice = self._random.choice
        request = self._request()
        known = details.details_of(request)
        values: dict[str, Any] = {
            "start_date": self._first_day(request),
            "pin": known.pin or "600020",
            "meal_times": {each.meal: _meal_time(each) for each in meal_times(known)},
            "zone_ok": True,
            "diet": choice(_DIETS) if known.diet == Diet.UNKNOWN else known.diet,
            "allergens": choice(([], [], [], ["peanut"], ["milk"])),
        }
        if self._kind == Kind.SUBSCRIPTION:
            values |= {
                "days": choice((6, 12, 24)),
                "agreed_paise": choice((2_250_00, 4_400_00, 8_500_00)),
                "address": "14, 4th Cross Street, Adyar, Chennai 600020",
            }
        health = FulfilmentDetails(diet=values["diet"], allergens=values["allergens"])
        check = check_dishes(ordered_dishes(request), health)
        if check.clashes and self._random.random() < _CLASHES_AVOIDED:
            diet = known.diet if known.diet != Diet.UNKNOWN else Diet.ANY
            values |= {"diet": diet, "allergens": []}
        self.apply(details.save_details, **values)

    def _first_day(self, request: Request) -> date:
        """The first possible day, or up to three days later."""
        first = first_start(request, load_calendar(self._at))
        if begins_on_mondays(request):
            return first
        return first + timedelta(days=self._random.choice((0, 0, 1, 3)))

    def _request(self) -> Request:
        return Request.objects.get(reference=self._reference)


def _meal_time(meal_time: MealTime) -> time:
    """The requested time if that meal is delivered then, else the usual one."""
    usual = _MEAL_TIMES[meal_time.meal]
    return meal_time.time if meal_time.time in usual else usual[0]
