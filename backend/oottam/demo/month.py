"""Fills an empty shop with a month of requests: sent as customers send them, worked as the desk works them."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from oottam import catalogue
from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Role
from oottam.api import endpoints, pipeline
from oottam.billing import balances, payments
from oottam.core.errors import DomainError, StaleError
from oottam.demo import delivery, kitchen
from oottam.demo.bodies import BODIES
from oottam.demo.people import Person, invented
from oottam.kitchen.services import recipes
from oottam.kitchen.services.dietary_checks import check_dishes, check_request
from oottam.outbox.models import OutboxEntry, Recipient, State
from oottam.plans.initial_schedule import PLANNED, begins_on_mondays, first_start, ordered_dishes
from oottam.plans.services.repository import calendar
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import Diet, FulfilmentDetails, MealTime, PaymentMethod
from oottam.workflow.services import appointments, details, event_details, notes, transitions
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.customer_answers import submit
from oottam.workflow.services.editing import Accepted
from oottam.workflow.services.meal_times import meal_times

COLLEAGUE = "sample-desk"
DAYS = 30
PER_DAY = 4
SEED = 2026
REGULARS_AFTER = 40  # people: about ten days later some of them come again
_DIETS = (Diet.ANY, Diet.ANY, Diet.ANY, Diet.VEG, Diet.EGG, Diet.JAIN)
_WARNED = 0.5
_USUAL = {1: (time(8), time(8, 30)), 2: (time(12, 30), time(13)), 3: (time(19, 30),)}
_REASONS = ("Moves away from Chennai", "Too far for our riders", "Ordered twice by mistake")
_NOTES = (
    "Calls back after six in the evening.",
    "Ring twice, the bell is weak.",
    "Prefers WhatsApp.",
)
_ANSWERS: tuple[dict[str, Any], ...] = (
    {"diet": Diet.ANY, "allergens": ["peanut"], "kitchen_note": "Less salt, please."},
    {"pin": "600041", "locality": "Thiruvanmiyur", "door_note": "Second floor, ring twice."},
)


class NotEmptyError(Exception):
    """The shop has requests already: samples among them would be cooked for."""


def fill(now: datetime) -> int:
    """Requests of the month before `now`, of all kinds and states; how many. Raises NotEmptyError."""
    if Request.objects.exists():
        raise NotEmptyError
    recipes.load_recipes()
    random = Random(SEED)  # noqa: S311 - samples, the same each time
    colleague = _colleague()
    people = [invented(random, number) for number in range(DAYS * PER_DAY)]
    moments = sorted(now - timedelta(minutes=random.randint(5, DAYS * 24 * 60)) for _ in people)
    for number, at in enumerate(moments):
        comes_back = number >= REGULARS_AFTER and number % 5 == 3
        person = people[number - REGULARS_AFTER] if comes_back else people[number]
        path = _drawn(random)
        request = _sent(random, person, path, at)
        _work(random, request, colleague, at, now)
    twice = people[-1]
    for at in (now - timedelta(minutes=50), now - timedelta(minutes=41)):
        _sent(Random(SEED), twice, "/vegmeal-form.php", at)  # noqa: S311
    _answer(now)
    kitchen.run(now, colleague)
    delivery.run(now, colleague)
    return Request.objects.count()


def _answer(now: datetime) -> None:
    """Two customers answer what is missing: one in part, one all of it and once more."""
    kinds = (Kind.NONVEG, Kind.TRAY)
    newest = Request.objects.filter(status=Status.NEW, kind__in=kinds).order_by("-received_at")
    for number, request in enumerate(newest[:2]):
        at = max(request.received_at, now - timedelta(hours=number + 1))
        for turn, given in enumerate(_ANSWERS[: number + 1]):
            submit(
                request_id=request.pk,
                key=f"{request.pk.hex[:31]}{turn}",
                given=given,
                now=at + timedelta(minutes=turn),
                sender="",
            )


def _drawn(random: Random) -> str:
    [path] = random.choices(list(BODIES), weights=[often for often, _ in BODIES.values()])
    return path


def _colleague() -> User:
    """Who worked them: an account that nobody can log in with."""
    account, is_new = User.objects.get_or_create(username=COLLEAGUE)
    if is_new:
        account.set_unusable_password()
        account.save()
        AccountRole.objects.create(account=account, role=Role.DESK)
    return account


def _sent(random: Random, person: Person, path: str, at: datetime) -> Request:
    call = endpoints.find(path)
    if call is None:
        raise LookupError(path)
    _, body = BODIES[path]
    sent = body(random, person, catalogue.current())
    content = json.dumps(sent, ensure_ascii=False).encode()
    reply = pipeline.submit(call, content, at=at, sends_mails=False)
    request = Request.objects.get(reference=json.loads(reply.body)["reference"])
    # As if they had gone: nobody reads them.
    OutboxEntry.objects.bulk_create(
        OutboxEntry(
            kind=request.kind,
            reference=request.reference,
            recipient=recipient,
            created_at=at,
            due_at=at,
            state=State.SENT,
            sent_at=at + timedelta(minutes=1),
            attempts=1,
        )
        for recipient in Recipient
    )
    return request


def _work(
    random: Random, request: Request, colleague: User, received_at: datetime, now: datetime
) -> None:
    """As far as such a request would have come by now."""
    age = now - received_at
    at = min(received_at + timedelta(hours=random.randint(1, 20)), now)
    draw = random.random()
    if age < timedelta(days=1) or draw < 0.06:
        return  # nobody has called yet
    desk = _Desk(request, colleague, at)
    if random.random() < 0.4:
        desk.note(random.choice(_NOTES))
    if draw < 0.16:
        desk.cancel(random.choice(_REASONS))
        return
    if draw < 0.24:
        desk.follow_up(now + timedelta(days=random.randint(-1, 4)))
        return
    desk.learn(random)
    desk.confirm()
    desk.pay(random)
    if (
        age > timedelta(days=18) and request.kind not in PLANNED
    ):  # they are completed by their last box
        desk.complete()


def _usual(each: MealTime) -> time:
    """As it was sent, where that meal is delivered then."""
    usual = _USUAL[each.meal]
    return each.time if each.time in usual else usual[0]


class _Desk:
    """One request in the hands of one colleague."""

    def __init__(self, request: Request, colleague: User, at: datetime) -> None:
        self._reference = request.reference
        self._kind = Kind(request.kind)
        self._colleague = colleague
        self._at = at

    def note(self, text: str) -> None:
        self._do(
            notes.add_note,
            text=text,
        )

    def cancel(self, reason: str) -> None:
        self._do(
            transitions.cancel,
            reason=reason,
        )

    def follow_up(self, moment: datetime) -> None:
        self._do(
            transitions.follow_up,
            on=timezone.localdate(moment),
        )

    def learn(self, random: Random) -> None:
        """Ask for what is missing."""
        if self._kind == Kind.APPOINTMENT:
            self._agree_slot(random)
        elif self._kind == Kind.NUTRITION:
            self.follow_up(self._at + timedelta(days=14))
        elif self._kind == Kind.EVENT:
            self._agree_event(random)
        else:
            self._agree_plan(random)

    def confirm(self) -> None:
        request = Request.objects.get(reference=self._reference)
        if missing(request):
            raise RuntimeError(f"{self._kind}: something was not asked")
        found = check_request(request)
        seen = found.seen if found else ""
        agreed = Accepted(seen, clash=True, reason="The customer knows of it", not_known=True)
        self._do(
            transitions.confirm,
            accepted=agreed,
        )

    def pay(self, random: Random) -> None:
        """All, half or nothing of what is owed."""
        owed = balances.balance(Request.objects.get(reference=self._reference)).owed
        part = random.choice((1, 1, 2, None))
        if not owed or part is None:
            return
        self._do(
            payments.record_payment,
            paise=owed // part,
            method=random.choice(list(PaymentMethod)),
            paid_on=timezone.localdate(self._at),
        )

    def complete(self) -> None:
        self._do(
            transitions.complete,
            now=self._at + timedelta(days=12),
        )

    def _agree_slot(self, random: Random) -> None:
        request = Request.objects.select_related("appointment").get(reference=self._reference)
        day = timezone.localdate(self._at) + timedelta(days=random.randint(2, 9))
        for quarter in range(24):
            starts_at = timezone.make_aware(datetime.combine(day, time(10))) + timedelta(
                minutes=15 * quarter
            )
            try:
                self._do(
                    appointments.book,
                    doctor=request.appointment.doctor,
                    starts_at=starts_at,
                    minutes=30,
                )
            except DomainError:
                continue
            return

    def _agree_event(self, random: Random) -> None:
        self._do(
            event_details.save_event,
            date=timezone.localdate(self._at) + timedelta(days=random.randint(10, 40)),
            time=time(random.choice((11, 13, 19))),
            guests=random.randint(12, 80),
            venue="Community hall, 2nd Avenue, Besant Nagar",
            diet=random.choice((Diet.VEG, Diet.ANY)),
            allergens=random.choice(([], [], ["peanut"])),
        )
        self._do(
            details.save_details,
            agreed_paise=random.choice((12_500_00, 24_000_00, 38_000_00)),
        )

    def _agree_plan(self, random: Random) -> None:
        request = Request.objects.get(reference=self._reference)
        known = details.details_of(request)
        requested: dict[str, Any] = {
            "start_date": self._first_day(random),
            "pin": known.pin or "600020",
            "meal_times": {each.meal: _usual(each) for each in meal_times(known)},
            "zone_ok": True,
            "diet": random.choice(_DIETS) if known.diet == Diet.UNKNOWN else known.diet,
            "allergens": random.choice(([], [], [], ["peanut"], ["milk"])),
        }
        if self._kind == Kind.SUBSCRIPTION:
            requested |= {
                "days": random.choice((6, 12, 24)),
                "agreed_paise": random.choice((2_250_00, 4_400_00, 8_500_00)),
                "address": "14, 4th Cross Street, Adyar, Chennai 600020",
            }
        found = check_dishes(
            ordered_dishes(request),
            FulfilmentDetails(diet=requested["diet"], allergens=requested["allergens"]),
        )
        if found.clashes and random.random() < _WARNED:  # they order what they may eat
            requested |= {
                "diet": known.diet if known.diet != Diet.UNKNOWN else Diet.ANY,
                "allergens": [],
            }
        self._do(
            details.save_details,
            **requested,
        )

    def _first_day(self, random: Random) -> date:
        """The first one possible, or one soon after it."""
        request = Request.objects.get(reference=self._reference)
        first = first_start(request, calendar(self._at))
        if begins_on_mondays(request):
            return first
        return first + timedelta(days=random.choice((0, 0, 1, 3)))

    def _do(self, change: Callable[..., object], **given: Any) -> None:
        """Again where the request was changed meanwhile: a server beside it begins plans that are due."""
        known = {"reference": self._reference, "actor": self._colleague, "now": self._at}
        while True:
            version = Request.objects.values_list("version", flat=True).get(
                reference=self._reference
            )
            with suppress(StaleError):
                change(**{**known, "version": version, **given})
                return
