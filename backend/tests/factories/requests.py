"""Requests of each kind for tests of the desk, and helpers for their actions."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, time, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from oottam.core.errors import DomainError
from oottam.requests.models import Kind, Request
from oottam.workflow.services.appointments import book
from oottam.workflow.services.details import save_details
from oottam.workflow.services.event_details import save_event
from oottam.workflow.services.transitions import follow_up
from tests.api_client import WAIT_SECONDS, stored
from tests.conftest import Send
from tests.endpoint_cases import EXAMPLES

TEN_AM = datetime.fromisoformat("2026-11-23T10:00:00+05:30")  # on a Monday
DOCTOR = "Dr. Leela Thomas"
PATHS = {Kind(example.kind): path for path, example in EXAMPLES.items()}
BODIES: Mapping[Kind, dict[str, Any]] = {
    Kind(example.kind): example.body for example in EXAMPLES.values()
}
PLAN_FACTS: dict[str, Any] = {
    "start_date": date(2026, 11, 30),
    "meal_times": dict.fromkeys((1, 2, 3), time(8, 30)),
    "address": "12 Beach Road, Besant Nagar, Chennai 600 090",
    "pin": "600090",
    "zone_ok": True,
    "diet": "veg",
    "allergens": [],
}


def make_request_now(send: Send, kind: Kind | str = Kind.VEG, **overrides: Any) -> Request:
    """Send a request of this kind, received now."""
    kind = Kind(kind)
    return stored(send, PATHS[kind], {**BODIES[kind], **overrides})


def make_request(send: Send, kind: Kind = Kind.VEG, **overrides: Any) -> Request:
    """Send a request of this kind, received an hour before TEN_AM."""
    request = make_request_now(send, kind, **overrides)
    request.received_at = TEN_AM - timedelta(hours=1)
    request.save()
    return request


def current(request: Request, actor: User, now: datetime = TEN_AM) -> dict[str, Any]:
    """Return the arguments of every desk service: reference, current version, actor, time."""
    version = Request.objects.values_list("version", flat=True).get(pk=request.pk)
    return {"reference": request.reference, "version": version, "actor": actor, "now": now}


def make_confirmable(request: Request, actor: User) -> Request:
    """Complete the details that the request's kind requires for confirming."""
    kind = Kind(request.kind)
    if kind == Kind.EVENT:
        guests: dict[str, Any] = {"guests": 20, "venue": "At home", "time": None}
        guests |= {"diet": "any", "allergens": []}
        save_event(**current(request, actor), date=date(2026, 12, 5), **guests)
        save_details(**current(request, actor), agreed_paise=1_800_000)
    elif kind == Kind.APPOINTMENT:
        starts_at = TEN_AM + timedelta(days=1)
        book(**current(request, actor), doctor=DOCTOR, starts_at=starts_at, minutes=30)
    elif kind == Kind.NUTRITION:
        follow_up(**current(request, actor), on=date(2026, 11, 25))
    else:
        if kind == Kind.SUBSCRIPTION:
            save_details(**current(request, actor), days=24, agreed_paise=900000)
        diet = "any" if kind == Kind.NONVEG else PLAN_FACTS["diet"]
        save_details(**current(request, actor), **{**PLAN_FACTS, "diet": diet})
    return read_again(request)


def read_again(request: Request) -> Request:
    """Read the request from the database."""
    return Request.objects.get(pk=request.pk)


def refusal(action: Callable[..., object], **arguments: Any) -> tuple[str, str]:
    """Return the rejected field and the message."""
    with pytest.raises(DomainError) as refused:
        action(**arguments)
    return refused.value.field, str(refused.value)


def at_once(*actions: Callable[[], object]) -> list[object]:
    """Run the actions at the same time in threads; return their results, or the types of their exceptions."""
    barrier = Barrier(len(actions))

    def start(action: Callable[[], object]) -> object:
        connection.ensure_connection()
        barrier.wait(WAIT_SECONDS)
        try:
            return action()
        except Exception as error:  # noqa: BLE001 - the test checks its type
            return type(error)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(start, actions))
