"""What holds for every page of the back office, whichever there are: the list of addresses names them."""

import csv
import io
import re
import zipfile
from collections import Counter, defaultdict
from copy import copy
from itertools import product
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from oottam.accounts.models import RecoveryCode
from oottam.outbox.models import Recipient
from oottam.requests.models import Request
from oottam.workflow.models import AppointmentSlot
from tests.api_client import HOSTILE, stored
from tests.backoffice.every_page import (
    AREAS,
    Form,
    ParsedPage,
    addresses_within,
    count_readable_pages,
    crawl,
    fill_shop,
    fill_text_columns,
    page_urls,
    parse_page,
    read_page,
    unisolated_text,
    url_shape,
)
from tests.conftest import Send
from tests.endpoint_cases import BODIES
from tests.enquiries.examples import NUTRITION
from tests.example import FREE
from tests.factories.accounts import logged_in, make_staff_account
from tests.outbox.mails import mail_about, part

pytestmark = pytest.mark.django_db
MARKUP = "\"'></textarea></title></pre><script>alert('x')</script><img src=x onerror=alert(1)>"
RUNS = "javascript:alert(1)//"
EVERY = "\n".join([MARKUP, *HOSTILE])
# Hebrew letters around it, and two marks that turn what follows them.
ALEPH, BET = "\u05d0", "\u05d1"
TURNING = f"\u202e{ALEPH}evil\u2067{BET}"
HEALTH = {"dietaryGoal": "goal-7", "allergies": "nut-7", "preferredFoods": "food-7"}
FORMULA = '=HYPERLINK("http://example.com")'
# Not posted to: what ends the session, and phone orders, which another connection writes (tests of their own).
APART = ("/backoffice/logout/", "/backoffice/requests/new/")


@pytest.fixture
def owner() -> User:
    return make_staff_account("priya")


@pytest.fixture
def client(owner: User) -> Client:
    return logged_in(owner)


@pytest.fixture
def page_addresses(send: Send, owner: User) -> dict[str, list[str]]:
    """The addresses of a shop with something on every page."""
    fill_shop(send, owner)
    return page_urls(owner)


@pytest.fixture(params=AREAS)
def area(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def kept() -> dict[str, dict[str, str]]:
    return {}


@pytest.fixture
def pages(
    request: pytest.FixtureRequest, kept: dict[str, dict[str, str]], area: str
) -> dict[str, str]:
    """The area's pages in that shop, read once for all tests that only look; somebody has told of their health."""
    if area not in kept:
        client, page_addresses, asked = map(
            request.getfixturevalue, ("client", "page_addresses", "health_request")
        )
        page_addresses["request"].append(f"/backoffice/requests/{asked.reference}/")
        kept[area] = crawl(client, page_addresses, AREAS[area])
    return kept[area]


@pytest.fixture
def health_request(send: Send) -> Request:
    return stored(send, NUTRITION, {**BODIES[NUTRITION], **HEALTH})


@pytest.mark.sqlite_only
def test_every_readable_page_has_addresses(page_addresses: dict[str, list[str]]) -> None:
    assert len(page_addresses) == count_readable_pages() > 15
    assert [name for name, found in page_addresses.items() if not found] == []
    assert len(page_addresses["request"]) == len(BODIES)


@pytest.mark.sqlite_only
def test_no_page_has_inline_code(pages: dict[str, str]) -> None:
    found = {
        address: parse_page(page, address).unexpected_markup() for address, page in pages.items()
    }
    assert {address: some for address, some in found.items() if some} == {}


@pytest.mark.sqlite_only
def test_each_has_one_heading_a_title_and_ids_that_are_there_once(pages: dict[str, str]) -> None:
    for address, page in pages.items():
        tags = parse_page(page, address).tags
        ids = [given["id"] for _, given in tags if "id" in given]
        assert sorted(ids) == sorted(set(ids)), address
        assert [tag for tag, _ in tags].count("h1") == 1, address
        assert re.search(r"<title>[^<]+ · Oottam desk</title>", page), address


@pytest.mark.sqlite_only
def test_each_field_has_a_label_and_what_describes_it_is_there(pages: dict[str, str]) -> None:
    for address, page in pages.items():
        tags = parse_page(page, address).tags
        ids = {given.get("id") for _, given in tags}
        named = {given.get("for") for tag, given in tags if tag == "label"}
        described = [w for _, given in tags for w in given.get("aria-describedby", "").split()]
        assert [each for each in described if each not in ids] == [], address
        bare = re.sub(r"<label\b.*?</label>", "", page, flags=re.DOTALL)  # those within have it
        for tag, given in ParsedPage(bare).tags:
            if tag in ("input", "select", "textarea") and given.get("type") != "hidden":
                assert given.get("id") in named or "aria-label" in given, (address, given)


# Pages that show what customers and staff have typed, by area.
SHOWING_INPUT: dict[str, set[str]] = {
    "menu": {"home"},
    "requests and plans": {"home", "request", "inbox", "plan", "plans"},
    "other": {
        "home", "mails", "staff", "staff-account", "audit", "account", "closed-days", "kitchen-day", "kitchen-items",
        "kitchen-item", "kitchen-replace", "shopping", "runs", "run",
    },
}  # fmt: skip


@pytest.mark.sqlite_only
@pytest.mark.parametrize(
    "words",
    [pytest.param(EVERY, id="markup"), pytest.param(RUNS, id="address", marks=pytest.mark.slow)],
)
def test_customer_input_is_escaped_on_every_page(
    client: Client, page_addresses: dict[str, list[str]], area: str, words: str
) -> None:
    assert fill_text_columns(words) == set(), (
        "add_rows_to() of every_page.py makes no rows of these"
    )
    pages = crawl(client, page_addresses, AREAS[area])
    found = {
        address: parse_page(page, address).unexpected_markup() for address, page in pages.items()
    }
    assert {address: some for address, some in found.items() if some} == {}
    beginning = "&lt;/textarea&gt;" if words == EVERY else RUNS
    shown = {
        name for name, [first, *_] in page_addresses.items() if beginning in pages.get(first, "")
    }
    assert shown >= SHOWING_INPUT[area]


@pytest.mark.sqlite_only
def test_words_that_turn_direction_are_isolated_on_every_page(
    client: Client, page_addresses: dict[str, list[str]], area: str
) -> None:
    fill_text_columns(TURNING)
    pages = crawl(client, page_addresses, AREAS[area])
    found = {address: unisolated_text(page) for address, page in pages.items()}
    assert {address: some for address, some in found.items() if some} == {}
    shown = {name for name, [first, *_] in page_addresses.items() if ALEPH in pages.get(first, "")}
    assert shown >= SHOWING_INPUT[area] - {"account", "kitchen-items", "kitchen-item"}


@pytest.mark.every_case
def test_input_of_every_form_is_escaped_when_shown_again(
    client: Client, page_addresses: dict[str, list[str]], area: str
) -> None:
    """Each form of each page, with hostile words in every field, which turn nothing; whatever it does is undone again.

    Of forms alike, of several requests, those of two.
    """
    answers: Counter[int] = Counter()
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for address, page in crawl(client, page_addresses, AREAS[area]).items():
        for form in parse_page(page, address).forms:
            shape = f"{url_shape(form.action)}{[name for name, *_ in form.fields]}"
            if (
                form.action not in seen[shape]
                and len(seen[shape]) < 2
                and not form.action.startswith(APART)
            ):
                seen[shape].add(form.action)
                for sent in form.submissions(f"\u202e{ALEPH}{MARKUP}\u2067{BET}"):
                    answers[_answered_safely(client, form, sent)] += 1
    assert answers[200] > 25
    assert answers[422] > 12
    assert set(answers) <= {200, 201, 400, 404, 409, 415, 422}


def _answered_safely(client: Client, form: Form, sent: dict[str, list[str]]) -> int:
    before, cookies = transaction.savepoint(), copy(client.cookies)
    ask = client.post if form.method == "post" else client.get
    answer: Any = ask(form.action, sent, follow=True)
    transaction.savepoint_rollback(before)
    client.cookies = cookies  # a log-in begins another session
    # What comes back is the same from either database: it is looked at once.
    if connection.vendor == "sqlite" and answer["Content-Type"].startswith("text/html"):
        page = answer.getvalue().decode()
        assert (ParsedPage(page).unexpected_markup(), unisolated_text(page)) == ([], []), (
            form,
            sent,
        )
    return int(answer.status_code)


@pytest.mark.sqlite_only
def test_customer_input_is_escaped_in_mails(
    send: Send, owner: User, page_addresses: dict[str, list[str]]
) -> None:
    for path, body in BODIES.items():
        request = stored(send, path, {**body, **{name: MARKUP for name in FREE if name in body}})
        for recipient in (Recipient.SHOP, Recipient.CUSTOMER):
            seen = ParsedPage(part(mail_about(request, recipient), "html"))
            names = {name for _, given in seen.tags for name in given}
            assert {tag for tag, _ in seen.tags} & {"script", "img"} == set()
            assert [name for name in names if name.startswith("on")] == []


@pytest.mark.sqlite_only
def test_customer_input_is_escaped_in_exports(
    client: Client, page_addresses: dict[str, list[str]]
) -> None:
    fill_text_columns(FORMULA)
    taken = client.post("/backoffice/requests/export", {"query": "status=all", "as": "csv"})
    cells = [cell for row in csv.reader(io.StringIO(taken.getvalue().decode("utf-8-sig")))
             for cell in row]  # fmt: skip
    assert f"'{FORMULA}" in cells
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []
    taken = client.post("/backoffice/requests/export", {"query": "status=all", "as": "xlsx"})
    with zipfile.ZipFile(io.BytesIO(taken.getvalue())) as book:
        assert b"<f>" not in book.read("xl/worksheets/sheet1.xml")
    fill_text_columns(MARKUP)
    chosen = [f"{each.reference}:{each.version}" for each in Request.objects.all()]
    given = client.post("/backoffice/privacy/export", {"request": chosen})
    with zipfile.ZipFile(io.BytesIO(given.getvalue())) as folder:
        [page] = [name for name in folder.namelist() if name.endswith("html")]
        tags = {tag for tag, _ in ParsedPage(folder.read(page).decode()).tags}
    assert tags & {"script", "img"} == set()


@pytest.mark.sqlite_only
def test_no_page_asks_the_database_more_often_for_more_rows(
    client: Client, send: Send, owner: User, page_addresses: dict[str, list[str]], area: str
) -> None:
    for number in range(5):
        RecoveryCode.objects.create(account=owner, digest=f"{number}")

    moment = timezone.now()

    def asked() -> dict[str, int]:
        """At one moment: a session notes once a minute that it is used."""
        counts = {}
        with time_machine.travel(moment, tick=False):
            for address in addresses_within(AREAS[area], page_addresses):
                with CaptureQueriesContext(connection) as queries:
                    read_page(client, address)
                counts[address] = len(queries)
        return counts

    asked()  # after which Requests leads to the list that was looked at last
    few = asked()
    fill_shop(send, owner)
    fill_shop(send, owner)
    assert AppointmentSlot.objects.count() > 3 * len(BODIES)
    assert asked() == few


NOTHING = {
    "body__regex": "(a+)+$",
    "body__contains": "goal-7",
    "pk__in": "1",
    "id__gte": "0",
    "received_at__year": "9" * 30,
    "nothing": "1",
}  # fmt: skip
NASTY = ["\0", "(a+)+$", "word " * 3000, "x" * 20_000, '"' * 5000, "9" * 30, "-1", "٣", *HOSTILE]
# What a database could stumble over; what a page could, the run on SQLite looks for.
FOR_DATABASES = [each for each in NASTY if each not in HOSTILE or "\x01" in each or "'" in each]


def lists(client: Client, page_addresses: dict[str, list[str]]) -> list[Form]:
    """Every form that looks for something."""
    pages = [(address, read_page(client, address)) for [address, *_] in page_addresses.values()]
    forms = [form for address, page in pages for form in ParsedPage(page, address).forms]
    found = {form.action: form for form in forms if form.method == "get"}
    assert len(found) >= 4
    return list(found.values())


def test_no_list_looks_up_what_it_does_not_offer(
    client: Client, page_addresses: dict[str, list[str]]
) -> None:
    for form in lists(client, page_addresses):
        plain = [client.get(form.action, given, follow=True).content for given in ({}, NOTHING)]
        # The address itself may stand on the page: forms lead back to it.
        assert len(set(map(references, plain))) == 1, form.action


def references(page: bytes) -> tuple[bytes, ...]:
    return tuple(re.findall(rb"OT-\w{7}", page))


@pytest.mark.slow
def test_whatever_is_looked_for_a_list_answers(
    client: Client, page_addresses: dict[str, list[str]]
) -> None:
    fields = {
        (each.action, name) for each in lists(client, page_addresses) for name, *_ in each.fields
    }
    of_pages = connection.vendor == "sqlite"
    for (action, name), words in product(sorted(fields), NASTY if of_pages else FOR_DATABASES):
        if name:
            answer = client.get(action, {name: words}, follow=True)
            assert answer.status_code == 200, (action, name, words)
            if of_pages:
                assert ParsedPage(answer.content.decode()).unexpected_markup() == [], (
                    action,
                    name,
                    words,
                )


@pytest.mark.sqlite_only
def test_health_texts_are_on_no_page(pages: dict[str, str]) -> None:
    for word in HEALTH.values():
        assert [address for address, page in pages.items() if word in page] == []


def test_health_texts_are_not_found_by_search(
    client: Client, page_addresses: dict[str, list[str]], health_request: Request
) -> None:
    for form in lists(client, page_addresses):
        typed = [name for name, kind, _ in form.fields if kind in ("search", "input", "text")]
        for name, word in product(typed, HEALTH.values()):
            found = client.get(form.action, {name: word}).content
            assert health_request.reference.encode() not in found, (form.action, word)
