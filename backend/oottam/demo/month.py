"""Fills an empty shop with a month of demo requests: sent through the API, then worked through the services."""

import json
from datetime import datetime, timedelta
from random import Random
from typing import Any

from oottam import catalogue
from oottam.accounts.roles import Role
from oottam.api import endpoints, pipeline
from oottam.demo import delivery, desk, kitchen
from oottam.demo.bodies import BODIES
from oottam.demo.people import Person, create_person
from oottam.kitchen.services import recipe_seeding
from oottam.outbox.models import OutboxEntry, Recipient, State
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import Diet
from oottam.workflow.services.customer_answers import submit

DESK_USERNAME = "sample-desk"
DAYS = 30
REQUESTS_PER_DAY = 4
SEED = 2026
FIRST_RETURN = 40  # requests, about ten days: from then on every fifth customer is a returning one
_ANSWERS: tuple[dict[str, Any], ...] = (
    {"diet": Diet.ANY, "allergens": ["peanut"], "kitchen_note": "Less salt, please."},
    {"pin": "600041", "locality": "Thiruvanmiyur", "door_note": "Second floor, ring twice."},
)


class NotEmptyError(Exception):
    """The shop has requests; the kitchen would cook demo orders among them."""


def fill(now: datetime) -> int:
    """Create requests of all kinds and states in the month before `now`; return their number.

    Raises NotEmptyError.
    """
    if Request.objects.exists():
        raise NotEmptyError
    recipe_seeding.seed()
    random = Random(SEED)  # noqa: S311 - demo data, the same each time
    staff = desk.create_account(DESK_USERNAME, Role.DESK)
    people = [create_person(random, number) for number in range(DAYS * REQUESTS_PER_DAY)]
    moments = sorted(now - timedelta(minutes=random.randint(5, DAYS * 24 * 60)) for _ in people)
    for number, at in enumerate(moments):
        is_return = number >= FIRST_RETURN and number % 5 == 3
        person = people[number - FIRST_RETURN] if is_return else people[number]
        request = _send(random, person, _choose_path(random), at)
        desk.process(random, request, staff, at, now)
    for minutes in (50, 41):  # the same order twice within an hour
        random = Random(SEED)  # noqa: S311 - demo data, the same each time
        _send(random, people[-1], "/vegmeal-form.php", now - timedelta(minutes=minutes))
    _answer_questions(now)
    kitchen.simulate(now, staff)
    delivery.simulate(now, staff)
    return Request.objects.count()


def _choose_path(random: Random) -> str:
    [path] = random.choices(list(BODIES), weights=[weight for weight, _ in BODIES.values()])
    return path


def _send(random: Random, person: Person, path: str, at: datetime) -> Request:
    """Submit a request as the storefront does; its mails count as sent."""
    endpoint = endpoints.find(path)
    if endpoint is None:
        raise LookupError(path)
    _, create_body = BODIES[path]
    body = create_body(random, person, catalogue.current())
    content = json.dumps(body, ensure_ascii=False).encode()
    reference = pipeline.submit(endpoint, content, at=at, sends_mails=False)
    request = Request.objects.get(reference=reference)
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


def _answer_questions(now: datetime) -> None:
    """Answer the start form of two new requests: one once, the other twice."""
    kinds = (Kind.NONVEG, Kind.TRAY)
    newest = Request.objects.filter(status=Status.NEW, kind__in=kinds).order_by("-received_at")
    for number, request in enumerate(newest[:2]):
        at = max(request.received_at, now - timedelta(hours=number + 1))
        for repeat, answers in enumerate(_ANSWERS[: number + 1]):
            submit(
                request_id=request.pk,
                key=f"{request.pk.hex[:31]}{repeat}",
                given=answers,
                now=at + timedelta(minutes=repeat),
                sender="",
            )
