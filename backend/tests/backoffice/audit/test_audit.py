"""The record as the owner reads it."""

import html
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from oottam.audit.record import record
from oottam.staff.roles import Role
from tests.backoffice.colleagues import account, logged_in

pytestmark = pytest.mark.django_db
AUDIT = "/backoffice/audit/"
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


@pytest.fixture
def owner() -> User:
    return account("priya")


@pytest.fixture
def browser(owner: User) -> Client:
    return logged_in(owner)


def note(action: str = "request.note", actor: User | None = None, **given: Any) -> None:
    with transaction.atomic():
        record(**{"action": action, "actor": actor, "at": NOON, **given})


def lines(answer: Any) -> list[str]:
    assert answer.status_code == 200
    found = re.findall(r'<ol class="lines card">.*</ol>', answer.content.decode(), re.DOTALL)
    rows = re.findall(r"<li>(.*?)</li>", found[0], re.DOTALL) if found else []
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", row)).split()) for row in rows]


def test_the_newest_comes_first_in_words(browser: Client, owner: User) -> None:
    ravi = account("ravi", Role.DESK)
    note("request.confirm", ravi, reference="OT-0000001")
    roles = {"was": ["desk"], "now": ["desk", "rider"]}
    note("staff.roles", owner, data={"account": ravi.pk, "roles": roles})
    note("request.cancel", ravi, reference="OT-0000001", reason="moved away")
    note("staff.invite", None, data={"account": ravi.pk}, at=NOON + timedelta(days=1))
    assert lines(browser.get(AUDIT)) == [
        "The server created the account ravi 22 Nov, 12:00",
        "ravi cancelled it OT-0000001 “moved away” 21 Nov, 12:00",
        "priya changed the roles of ravi Roles: desk → desk, rider 21 Nov, 12:00",
        "ravi confirmed it OT-0000001 21 Nov, 12:00",
    ]


def test_of_a_request_it_says_which_facts_changed_and_not_to_what(
    browser: Client, owner: User
) -> None:
    """They may be about somebody's health."""
    note("request.facts", owner, data={"kitchen_note": {"was": "", "now": "no nuts at all"}})
    [line] = lines(browser.get(AUDIT))
    assert line == "priya changed the details Kitchen note 21 Nov, 12:00"


def test_the_audit_log_shows_labels_and_amounts_and_no_field_names(
    browser: Client, owner: User
) -> None:
    note("payment.note", owner, data={"paise": 45000, "payment": 7})
    price = {"was": None, "now": 120000}
    note(
        "request.facts", owner, data={"agreed_paise": price, "zone_ok": {"was": None, "now": True}}
    )
    assert lines(browser.get(AUDIT)) == [
        "priya changed the details no amount → ₹1,200, In delivery area 21 Nov, 12:00",
        "priya recorded a payment ₹450, Payment 21 Nov, 12:00",
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, 4),
        ({"who": "me"}, 4),
        ({"who": "command"}, 1),
        ({"reference": "OT-0000001"}, 2),
        ({"reference": " ot-0000001 "}, 2),
        ({"reference": "OT-0000002"}, 0),
        ({"action": "request.note"}, 3),
        ({"action": "nothing"}, 4),
        ({"reference": "OT-0000001", "action": "request.confirm"}, 1),
        ({"before": "x"}, 4),
        ({"before": "9" * 30}, 4),
        ({"before": "0"}, 4),
        ({"who": "9" * 30}, 4),
        ({"who": "999999"}, 0),
        ({"reference": "\0"}, 4),
    ],
)
def test_it_is_narrowed_by_person_reference_and_action(
    browser: Client, owner: User, query: dict[str, str], found: int
) -> None:
    note(actor=owner)
    note(actor=owner, reference="OT-0000001")
    note("request.confirm", owner, reference="OT-0000001")
    note()
    assert len(lines(browser.get(AUDIT, query))) == found


def test_by_person(browser: Client, owner: User) -> None:
    ravi = account("ravi", Role.DESK)
    note(actor=owner)
    note(actor=ravi)
    assert lines(browser.get(AUDIT, {"who": str(ravi.pk)})) == ["ravi wrote a note 21 Nov, 12:00"]


def test_it_is_paged_by_key_and_keeps_what_was_asked(browser: Client, owner: User) -> None:
    for number in range(101):
        note(actor=owner, reason=f"n{number}")
        note("request.confirm", owner)
    seen, query = [], "?action=request.note"
    while query:
        answer = browser.get(AUDIT + query)
        seen += re.findall(r"“(n\d+)”", answer.content.decode())
        onward = re.findall(r'href="(\?[^"]+)" rel="next"', answer.content.decode())
        query = html.unescape(onward[0]) if onward else ""
        note(actor=owner, reason="later")  # what comes in meanwhile moves nothing
    assert seen == [f"n{number}" for number in reversed(range(101))]


@pytest.mark.parametrize("count", [1, 3])
def test_more_entries_take_no_more_queries(
    browser: Client, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        ravi = account(f"ravi{number}", Role.DESK)
        note("staff.close", ravi, data={"account": ravi.pk})
    with django_assert_num_queries(6):  # session, account, roles; entries, names, people
        browser.get(AUDIT)


def test_hostile_text_is_shown_as_text(browser: Client) -> None:
    ravi = account(HOSTILE[:150], Role.DESK)
    data = {"account": ravi.pk, HOSTILE: HOSTILE}
    note("staff.roles", ravi, reason=HOSTILE, reference=HOSTILE[:16], data=data)
    page = browser.get(AUDIT, {"reference": HOSTILE}).content.decode()
    page += browser.get(AUDIT).content.decode()
    assert html.escape(HOSTILE) in page
    assert "<img" not in page
    assert "<script>" not in page


def test_an_empty_record_says_so(browser: Client) -> None:
    assert b"No entries" in browser.get(AUDIT).content
