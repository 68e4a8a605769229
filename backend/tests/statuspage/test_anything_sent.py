"""Whatever is sent to a customer's pages gets a response below 500, and neither touches nor shows another customer's.

Verbs, queries, forms, bodies and tokens are drawn, among them ids of another customer's plan. Staff pages have their
own test (tests/backoffice/test_anything_sent.py).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import time_machine
from django.db import connection
from django.db.models import Model
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oottam.accounts.roles import Role
from oottam.plans.services import customer_changes, ratings
from oottam.plans.services.action_runner import Action
from oottam.requests.identity import new_id, token_of
from oottam.requests.models import Request, Status
from oottam.schedule.domain.actions import Pause, Skip
from oottam.schedule.models import (
    MealPlan,
    MealRating,
    PausePeriod,
    PlanChange,
    Serving,
    ServingState,
)
from oottam.workflow.models import CustomerAnswer, Message, ReorderLink, Ticket, TicketKind
from oottam.workflow.services import tickets
from tests.backoffice.test_anything_sent import BROKEN_OFF, FORM, JSON, MANY, MULTIPART, ODD, RAW
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.plans import DINNER, LUNCH, Planner, at, day, on, sections
from tests.factories.requests import make_request_now
from tests.http_client import writer_of_this_test
from tests.hypothesis_profile import rolled_back
from tests.statuspage.test_reorder import form

EXAMPLES = {"sqlite": 60, "postgresql": 20}  # of each page
pytestmark = [pytest.mark.django_db, *([pytest.mark.timeout(0)] if MANY else [])]
PAGES = ("", "/plan/", "/ask/", "/start/", "/again/")
VERBS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "UNLOCK")
READ = ("from", "done", "rated", "correct", "do")
# What the forms of the plan's page send, by what they do.
OF_ACTION: Mapping[str, Sequence[str]] = {
    "skip": ("box",),
    "pause": ("first", "last", "meal"),
    "resume": ("on",),
    "shorten": ("on", "pause"),
    "undo": ("change",),
    "rate": ("rate", "words"),
}
OF_ACTIONS = {name for names in OF_ACTION.values() for name in names}
# What these pages write, with the way to the plan that it belongs to.
STORED: Mapping[type[Model], str] = {
    MealPlan: "pk",
    **dict.fromkeys((Serving, PausePeriod, PlanChange), "plan"),
    MealRating: "serving__plan",
    Request: "plan",
    **dict.fromkeys((Ticket, CustomerAnswer, Message, ReorderLink), "request__plan"),
}
Fields = Mapping[
    str, Sequence[str]
]  # what is sent, by names: what the page sends, and what is as wrong as can be


@dataclass(frozen=True, slots=True)
class Customer:
    """A customer with a running plan, of which she skipped a day, paused two and rated a meal, and with a ticket."""

    plan: MealPlan
    boxes: Sequence[int]
    changes: Sequence[int]
    pauses: Sequence[int]

    @property
    def private(self) -> list[str]:
        """What nobody else may read."""
        request = self.plan.request
        known = (request.reference, token_of(request.pk), request.customer_name, request.phone)
        return [*known, request.email]


@dataclass(frozen=True, slots=True)
class Town:
    """Two customers with plans; one with a paused plan, one who has just ordered and one who may order again."""

    mine: Customer
    other: Customer
    tokens: Mapping[str, str]  # by page
    paused: str  # the token of the paused plan
    odd_tokens: Sequence[str]
    fields: Mapping[str, Fields]


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(at("8 15:00"), tick=False) as traveller:
        yield traveller


@pytest.fixture
def town(send: Send) -> Town:
    planner = Planner(send, make_staff_account("priya", Role.DESK), at("4 10:00"))
    mine, other = (_customer(planner, name, number) for name, number in (("Mila", 1), ("Zoya", 2)))
    paused = planner.lunches(6)
    planner.do(paused, Pause(day(9), None, [LUNCH]))
    new, over, erased = (make_request_now(send) for _ in range(3))
    Request.objects.filter(pk=over.pk).update(status=Status.COMPLETED)
    Request.objects.filter(pk=erased.pk).update(erased_at=at("8 10:00"))
    replaced = make_request_now(send)
    Request.objects.filter(pk=replaced.pk).update(link_number=2)
    ask = token_of(mine.plan.request_id)
    again = form(Client().get(f"/status/{token_of(over.pk)}/again/").content.decode())
    return Town(
        mine,
        other,
        {
            **dict.fromkeys(("", "/plan/", "/ask/"), ask),
            "/start/": token_of(new.pk),
            "/again/": token_of(over.pk),
        },
        token_of(paused.request_id),
        [
            *(token_of(erased.pk), token_of(replaced.pk), token_of(replaced.pk, 1)),
            *(token_of(mine.plan.request_id, 1), token_of(new_id(at("8 10:00")))),
            *(ask[:-1], f"{ask}A", ask[::-1], ask.swapcase(), f"{ask[:40]}\u0661\u0662\u0663"),
            *("\0" * 43, "\u00b2" * 46, "=" * 43, "_" * 46, "A" * 46, "A" * 5000),
        ],
        {
            "/plan/": _plan_fields(mine, other, paused),
            "/ask/": {"kind": TicketKind.values, "text": ["Less oil", "<b>"], "key": KEYS},
            "/start/": {
                "diet": ["jain"], "allergens": ["none", "peanut"], "kitchen_note": ["No nuts"],
                "start_date": ["2026-12-14"], "lunch_time": ["12:30"], "address": ["4 Tidel Park"],
                "pin": ["600 090"], "locality": ["Adyar"], "door_note": ["Ring"], "key": KEYS,
            },
            "/again/": {name: [value] for name, value in again.items()},
        },
    )  # fmt: skip


KEYS = ["0" * 32, "a" * 32]


def _customer(planner: Planner, name: str, number: int) -> Customer:
    plan = planner.plan(
        date=12,
        sections=sections("lunch", "dinner"),
        name=name,
        phone=f"900000000{number}",
        email=f"{name.lower()}@example.com",
    )
    key = str(number) * 32
    steps: tuple[Action, ...] = (
        Skip(serving_ids=[on(plan, 11)]),
        Pause(day(14), day(16), [LUNCH, DINNER]),
    )
    for action in steps:
        plan.refresh_from_db()
        customer_changes.execute(
            plan=plan,
            version=plan.version,
            action=action,
            now=planner.now,
            key=key,
            sender="192.0.2.1",
        )
    Serving.objects.filter(plan=plan, date=day(7)).update(state=ServingState.DELIVERED)
    ratings.rate(
        plan=plan,
        serving_id=on(plan, 7),
        score=1,
        words="Salt",
        now=at("8 09:00"),
        sender="192.0.2.1",
    )
    tickets.ask(
        request_id=plan.request_id,
        kind=TicketKind.QUESTION,
        text="Why?",
        key=key,
        now=at("8 09:00"),
        sender="192.0.2.1",
    )
    plan.refresh_from_db()
    ids = (
        list(model.objects.filter(plan=plan).order_by("pk").values_list("pk", flat=True))
        for model in (Serving, PlanChange, PausePeriod)
    )
    return Customer(plan, *ids)


def _plan_fields(mine: Customer, other: Customer, paused: MealPlan) -> Fields:
    """Ids of both customers: those of the other one must never work."""
    boxes = [*mine.boxes, *other.boxes]
    days = ["2026-12-08", "2026-12-09", "2026-12-10", "2026-12-15", "2026-12-20", "2027-02-01"]
    return {
        "do": ["skip"],
        "box": [str(box) for box in boxes],
        **dict.fromkeys(("first", "last", "on"), days),
        "meal": ["2", "3"],
        "pause": [str(pause) for pause in (*mine.pauses, *other.pauses)],
        "change": [str(change) for change in (*mine.changes, *other.changes)],
        "rate": [f"{on(each.plan, 7)}-{score}" for each in (mine, other) for score in (1, 3)],
        "words": ["Too salty"],
        "version": [str(mine.plan.version), str(mine.plan.version), str(paused.version + 1), "1"],
        "key": [*KEYS, "1" * 32, "2" * 32],
        "confirm": ["yes"],
    }


def rows(plan: int = 0) -> list[Any]:
    """What is stored, or what of it belongs to a plan."""
    found = []
    for model, way in STORED.items():
        known = model._default_manager.order_by("pk")
        found.append(list((known.filter(**{way: plan}) if plan else known).values_list()))
    return found


@st.composite
def requests(draw: st.DrawFn, town: Town, page: str) -> dict[str, Any]:
    """What Django's test client is told. Other charsets do not come as far (tests/serving/test_asgi.py)."""
    token = town.tokens[page]
    if page == "/plan/" and draw(st.integers(0, 3)) == 0:
        token = town.paused
    path, fields = f"/status/{token}{page}", town.fields.get(page, {})
    if not fields or draw(st.integers(0, 3)) == 0:
        query = draw(queries(sorted({*fields, *READ})))
        return {"method": "GET", "path": f"{path}?{query}"}
    kind, body = draw(posts(fields))
    return {"method": "POST", "path": path, "data": body, "content_type": kind}


@st.composite
def queries(draw: st.DrawFn, names: Sequence[str]) -> str:
    """A query with an odd value, or with percent signs that no browser sends."""
    name = draw(st.sampled_from(names))
    odd = st.sampled_from(ODD).map(lambda value: urlencode({name: value}, errors="replace"))
    return draw(st.one_of(odd, odd, st.sampled_from(RAW).map(lambda value: f"{name}={value}")))


@st.composite
def posts(draw: st.DrawFn, fields: Fields) -> tuple[str, bytes]:
    """Content type and body: a form that the page could send, often with an odd or a missing value, or anything."""
    action = draw(st.sampled_from([*OF_ACTION]))
    names = [name for name in fields if name not in OF_ACTIONS or name in OF_ACTION[action]]
    values: dict[str, Any] = {
        name: draw(st.lists(st.sampled_from(fields[name]), min_size=1, max_size=2))
        for name in names
    }
    if "do" in fields:
        values["do"] = "resume" if action == "shorten" else action
    change = draw(st.integers(0, 3))
    if change == 1:
        values.pop(draw(st.sampled_from(names)), "")
    elif change == 2:
        values |= {draw(st.sampled_from(names)): draw(st.sampled_from(ODD))}
    kind = draw(st.sampled_from([FORM] * 16 + [MULTIPART] * 3 + [JSON, "text/plain", ""]))
    if kind == MULTIPART:
        return kind, draw(st.sampled_from([*BROKEN_OFF, *[multipart(values)] * 3]))
    if kind == JSON:
        return kind, json.dumps(values).encode()
    return kind, urlencode(values, doseq=True, errors="replace").encode()


def multipart(values: Mapping[str, Any]) -> bytes:
    """The values as a form with files sends them."""
    parts = []
    for name, found in values.items():
        for value in [found] if isinstance(found, str) else found:
            head = f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
            parts.append(f"{head}{value}\r\n".encode(errors="replace"))
    return b"".join([*parts, b"--x--\r\n"])


@pytest.mark.parametrize("page", PAGES)
def test_page_neither_fails_nor_touches_other_customers(town: Town, page: str) -> None:
    before, of_other = rows(), rows(plan=town.other.plan.pk)

    @settings(
        max_examples=MANY or EXAMPLES[connection.vendor],
        derandomize=not MANY,
        database=None,
        deadline=None,
        print_blob=bool(MANY),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(requests(town, page))
    def holds(told: dict[str, Any]) -> None:
        with rolled_back(), writer_of_this_test():
            response = Client().generic(**told)
            assert response.status_code < 500
            shown = response.content.decode() + response.get("Location", "")
            assert [each for each in town.other.private if each in shown] == []
            assert rows(plan=town.other.plan.pk) == of_other
            if response.status_code != 303:
                assert rows() == before

    holds()


@pytest.mark.parametrize("page", PAGES)
def test_odd_token_opens_no_page(town: Town, page: str) -> None:
    before = rows()
    sent = {name: some[0] for name, some in town.fields.get(page, {}).items()}
    for token in town.odd_tokens:
        address = f"/status/{quote(token, safe='')}{page}"
        assert Client().get(address).status_code == 404
        assert Client().post(address, sent).status_code == (404 if page else 405)
    assert rows() == before


@pytest.mark.parametrize("page", PAGES)
def test_other_verbs_do_nothing(town: Town, page: str) -> None:
    before = rows()
    sent = {name: some[0] for name, some in town.fields.get(page, {}).items()}
    for verb in VERBS:
        address = f"/status/{town.tokens[page]}{page}"
        response = Client().generic(verb, address, urlencode(sent), content_type=FORM)
        assert response.status_code == 405
    assert rows() == before


def test_endless_forms_are_refused(town: Town) -> None:
    before = rows()
    path = f"/status/{town.tokens['/plan/']}/plan/"
    known = {"do": "skip", "key": "0" * 32, "version": town.mine.plan.version, "confirm": "yes"}
    for boxes, status in ((500, 409), (10_000, 400)):
        response = Client().post(path, {**known, "box": [*town.other.boxes, *range(boxes)]})
        assert response.status_code == status
    assert rows() == before
