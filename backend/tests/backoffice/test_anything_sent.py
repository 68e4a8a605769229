"""Whatever a client sends to a staff page gets a response below 500: addresses, queries, forms and JSON are drawn.

The list of addresses says what there is, so a new page is tried without being named here. A few examples of each
address here; `make property-pages` tries hundreds.
"""

import inspect
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.urls import Resolver404, resolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oottam.accounts.roles import Role
from oottam.background import files
from oottam.background.files import GeneratedFile
from oottam.backoffice.shared.decorators import patterns
from oottam.backoffice.urls import urlpatterns
from oottam.delivery.models import Outcome, Reason, Route
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.models import KitchenItem, Serving
from oottam.workflow.models import AppointmentSlot, SlotState
from tests.backoffice.every_page import (
    Form,
    crawl,
    fill_shop,
    page_urls,
    parse_page,
    url_parameters,
)
from tests.conftest import Send
from tests.endpoint_cases import BODIES
from tests.factories.accounts import logged_in, make_staff_account
from tests.http_client import writer_of_this_test

FEW = {"sqlite": 12, "postgresql": 3}  # of each address; what is drawn reaches both in the same way
MANY = int(os.environ.get("PROPERTY_EXAMPLES", "0"))
pytestmark = [pytest.mark.django_db, *([pytest.mark.timeout(0)] if MANY else []), pytest.mark.slow]
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
MULTIPART = "multipart/form-data; boundary=x"
BROKEN_OFF = (b"", b"--x", b"--x\r\nContent-Disposition: form-data; name=\xff\r\n\r\n")
ENDS_SESSION = "log-out"
TAKE_JSON = {"run-record-taps", "new"}

NUMBERS = (
    *("0", "-1", "1e9", "٣", "²", str(2**31), str(2**63 - 1), str(2**63)),
    *("9" * 4299, "9" * 5000, "nan", "sNaN", "Infinity", "1e999999999"),
)
DAYS = ("0001-01-01", "9999-12-31", "0999-12-31", "2026-02-30", "2026-W01-1")
MOMENTS = ("0001-01-01T00:00+05:30", "9999-12-31T23:59-23:59", "2026-01-01T00:00Z")
CURSORS = tuple(f"{moment}_{'0' * 32}" for moment in MOMENTS)
WORDS = (
    *("", " ", "\0", "a\0b", "\x01\x1f\x7f", "\u202eevil", "😀" * 500, "x" * 20_000, "%s {0}"),
    *(
        "[" * 3000,
        '[{"":1}]',
        "../..",
        "?a=b#c",
        "1:2:3",
        "_",
        "1 1",
        f"2:{'9' * 19}",
        f"OT-AAAAAAA:{'9' * 5000}",
    ),
)
ODD = (*NUMBERS, *DAYS, *CURSORS, *WORDS)
# Percent signs that no browser sends: in the place of a whole value.
RAW = ("%", "%zz", "%00", "%ff", "%ed%a0%80", "%u0041", "+", "a" * 9000, "\xf0\x9f")
NESTED = ("[" * 100_000, '{"a":' * 100_000, f"{'[' * 50_000}{']' * 50_000}", f"[{'9' * 5000}]")
OF_A_KIND = {"int": NUMBERS, "row": NUMBERS, "day": DAYS}  # by converters of addresses
_PART = re.compile("<([a-z]+):([a-z]+)>")
_READ = re.compile(r'\.get(?:list)?\("(\w+)"')


class Shop:
    """A shop with something on every page: its people, the parts of its addresses, and what its forms send."""

    def __init__(self, send: Send) -> None:
        owner = make_staff_account("priya")
        fill_shop(send, owner)
        _move_on()
        people = [
            owner,
            *(make_staff_account(f"{role}-7", role) for role in Role if role != Role.OWNER),
        ]
        self.clients = [logged_in(each) for each in people]
        known = url_parameters(owner)
        self.parts = {name: [str(each) for each in some] for name, some in known.items()}
        self.parts["file"] = [_file_of(self.clients[0]), "generation"]
        self.parts["meal:meal"] = ["lunch", "event"]
        self.parts["route_id"] = [str(each.pk) for each in Route.objects.all()]
        self.references = list(Request.objects.values_list("reference", flat=True))
        self.servings = list(Serving.objects.values_list("pk", flat=True)[:3])
        self.usual = self._usual(owner)
        self.forms: defaultdict[str, list[Form]] = defaultdict(list)
        self.asked: defaultdict[str, set[str]] = defaultdict(set)
        for address, page in crawl(self.clients[0], page_urls(owner, known)).items():
            self._look_at(page, address)

    def _usual(self, owner: User) -> dict[str, str]:
        """What stands in fields of forms that no page of this shop shows, by their names."""
        dish = str(KitchenItem.objects.values_list("pk", flat=True)[0])
        return {
            **dict.fromkeys(("version", "count", "days", "quantity", "minutes", "to"), "1"),
            **dict.fromkeys(("serving", "servings", "stop"), str(self.servings[0])),
            **dict.fromkeys(("request", "into", "reference"), self.references[0]),
            **dict.fromkeys(("on", "first", "last", "date"), self.parts["day"][0]),
            **dict.fromkeys(("item", "instead", "chosen"), dish),
            "dish": f"2:{dish}",
            "rider": str(owner.pk),
            "route": self.parts["route_id"][0],
            "mail": str(OutboxEntry.objects.values_list("pk", flat=True)[0]),
            "do": "save",
            "outcome": "delivered",
            "rupees": "10",
            "state": "done",
            "typed": "erase",
        }

    def _look_at(self, page: str, address: str) -> None:
        """Which forms it has, and which parameters its links and forms put into addresses."""
        seen = parse_page(page, address)
        for link in seen.links():
            self.asked[name_of(link)] |= {name for name, _ in parse_qsl(urlsplit(link).query)}
        for form in seen.forms:
            self.forms[name_of(form.action)].append(form)

    def parameters(self, pattern: Any) -> list[str]:
        """Those of its address: of links and forms that lead there, and those that its code reads."""
        known = self.asked[str(pattern.name)] | _names_in_code(pattern)
        return sorted(known) or ["q"]

    def filled(self, pattern: Any) -> list[dict[str, list[str]]]:
        """What forms of this address send; where no page shows one, the fields that the code knows."""
        forms = [each for each in self.forms[str(pattern.name)] if each.method == "post"]
        shown = [sent for form in forms for sent in form.submissions("Tea")]
        by_code = {name: [self.usual.get(name, "Tea")] for name in _names_in_code(pattern)}
        return [*shown[:12], by_code]

    def json(self, name: str) -> st.SearchStrategy[str]:
        """What the page takes, and anything else: whole and half characters, broken off or too deep."""
        known = [*self.servings, *self.references]
        odd: list[Any] = [None, True, -1, 0.5, 2**70, [], {}, ["a"], "\ud800", *MOMENTS, *ODD]
        leaf = st.sampled_from(odd)
        tap = st.fixed_dictionaries(
            {
                "key": st.one_of(st.just("key-1"), leaf),
                "serving": st.one_of(st.sampled_from(self.servings), leaf),
                "outcome": st.sampled_from([*Outcome.values, "undo", "cash", "\ud800"]),
                "reason": st.one_of(st.sampled_from(["", *Reason.values]), leaf),
                "words": st.one_of(st.just("Shut"), leaf),
            },
            optional={"at": leaf, "paise": leaf, "reference": st.sampled_from([*known, *odd])},
        )
        names = sorted({name for body in BODIES.values() for name in body})
        changed = st.dictionaries(st.sampled_from(names), leaf, max_size=2)
        order = st.builds(
            lambda body, more: {**body, **more}, st.sampled_from([*BODIES.values()]), changed
        )
        taken = {"run-record-taps": st.lists(tap, min_size=1, max_size=2), "new": order}.get(
            name, leaf
        )
        made = st.one_of(taken, taken, taken, leaf).map(json.dumps)
        broken = made.map(lambda whole: whole[: len(whole) // 2])
        return st.one_of(made, made, made, made, broken, st.sampled_from(NESTED))


def _file_of(client: Client) -> str:
    """The token of a file that waits for ever."""
    file = GeneratedFile(
        job="labels",
        arguments={},
        session=files.session_hash(client.session.session_key),
        title="Labels",
        name="labels.pdf",
        media_type="application/pdf",
        back="/backoffice/",
    )
    files.store(file)
    return file.token


def _move_on() -> None:
    """Requests in each state, so that every form is on some page."""
    states = zip((Kind.VEG, Kind.EVENT, Kind.TRAY), Status.values[1:], strict=False)
    for kind, status in states:
        Request.objects.filter(kind=kind).update(status=status)
    Request.objects.filter(kind=Kind.COMBO).update(status=Status.CANCELLED)
    AppointmentSlot.objects.update(state=SlotState.AGREED)


def _names_in_code(pattern: Any) -> set[str]:
    """Names of fields and parameters that the view's folder knows."""
    found: set[str] = set()
    for file in Path(inspect.getfile(inspect.unwrap(pattern.callback))).parent.glob("*.py"):
        code = file.read_text()
        found |= set(_READ.findall(code)) | set(
            re.findall(r"^    (\w+) = (?:forms\.)?\w+\(", code, re.MULTILINE)
        )
    return found


def name_of(address: str) -> str:
    """The name of the page at an address; "" for none."""
    try:
        return resolve(urlsplit(address).path).url_name or ""
    except Resolver404:
        return ""


def routes(found: list[Any], above: str = "/backoffice/") -> Iterator[tuple[str, Any]]:
    """Every address as the list of addresses writes it."""
    for each in found:
        whole = above + str(each.pattern)
        if hasattr(each, "url_patterns"):
            yield from routes(each.url_patterns, whole)
        elif each.name != ENDS_SESSION:
            yield whole, each


def some(names: list[str]) -> st.SearchStrategy[dict[str, str]]:
    """One of these names with an odd value, or several of them."""
    odd = [{name: value} for name in names for value in ODD]
    several = st.fixed_dictionaries({}, optional=dict.fromkeys(names, st.sampled_from(ODD)))
    written = st.dictionaries(st.sampled_from(names), st.text(max_size=9), max_size=3)
    return st.one_of(st.sampled_from(odd), st.sampled_from(odd), several, several, written)


@st.composite
def requests(
    draw: st.DrawFn, shop: Shop, route: str, pattern: Any
) -> tuple[Client, dict[str, Any]]:
    """By whom, and what Django's test client is told."""
    client = shop.clients[draw(st.sampled_from([0, 0, 0, 0, 0, 1, 2, 3]))]
    odd_part = draw(
        st.integers(-2, _PART.groups)
    )  # which part of the address is no part of the shop's
    count = iter(range(9))

    def part(found: re.Match[str]) -> str:
        converter, named = found.groups()
        known = shop.parts.get(found[0].strip("<>"), shop.parts[named])
        is_odd = next(count) == odd_part
        given_ = draw(st.sampled_from(OF_A_KIND.get(converter, ODD) if is_odd else known))
        return quote(given_, safe="", errors="replace")

    told: dict[str, Any] = {"path": _PART.sub(part, route)}
    method = draw(st.sampled_from(sorted({*pattern.callback.methods} - {"HEAD"})))
    if method == "GET" or draw(st.integers(0, 4)) == 0:
        known = shop.parameters(pattern)
        broken = st.builds("{}={}".format, st.sampled_from(known), st.sampled_from(RAW))
        whole = some(known).map(lambda asked: urlencode(asked, errors="replace"))
        told["QUERY_STRING"] = draw(st.one_of(whole, whole, whole, broken))
    if method == "POST":
        told |= draw(posts(shop, pattern))
    if draw(st.integers(0, 4)) == 0:
        told["HTTP_ACCEPT"] = JSON
    return client, {"method": method, **told}


@st.composite
def posts(draw: st.DrawFn, shop: Shop, pattern: Any) -> dict[str, Any]:
    """A body, and the headers that tell of it."""
    way = draw(
        st.sampled_from([*[JSON if pattern.name in TAKE_JSON else FORM] * 6, FORM, JSON, MULTIPART])
    )
    if way == FORM:
        filled = draw(st.sampled_from(shop.filled(pattern)))
        names = sorted(filled)
        sent = urlencode({**filled, **draw(some(names))}, doseq=True, errors="replace").encode()
    elif way == JSON:
        sent = draw(shop.json(str(pattern.name))).encode(errors="surrogatepass")
    else:
        sent = draw(st.sampled_from(BROKEN_OFF))
    key = draw(st.sampled_from(["k", "k", "\0", "x" * 999]))
    return {"data": sent, "content_type": way, "HTTP_IDEMPOTENCY_KEY": key}


def status_of(client: Client, told: dict[str, Any]) -> int:
    """Of the response, which is read to its end; whatever the request did is undone."""
    before, cookies = transaction.savepoint(), copy(client.cookies)
    try:
        with writer_of_this_test():
            response: Any = client.generic(**told)
        response.getvalue() if response.streaming else response.content
    finally:
        transaction.savepoint_rollback(before)
        client.cookies = cookies
    return int(response.status_code)


def test_no_staff_page_fails_for_any_input(send: Send) -> None:
    shop, every = Shop(send), list(routes(urlpatterns))
    assert len(every) == len(list(patterns(urlpatterns))) - 1
    for route, pattern in every:
        more = 4 if pattern.name in TAKE_JSON else 1

        @settings(
            max_examples=more * (MANY or FEW[connection.vendor]),
            derandomize=not MANY,
            database=None,
            deadline=None,
            print_blob=bool(MANY),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        @given(requests(shop, route, pattern))
        def no_fault(drawn: tuple[Client, dict[str, Any]]) -> None:
            assert status_of(*drawn) < 500

        no_fault()
