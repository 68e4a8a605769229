"""The audit log's page."""

import html
import re
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from oottam.accounts.roles import Role
from oottam.audit.log import record
from oottam.requests.models import Kind
from tests.api_client import stored
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.requests import BODIES, PATHS

pytestmark = pytest.mark.django_db
AUDIT = "/backoffice/audit/"
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


@pytest.fixture
def owner() -> User:
    return make_staff_account("priya")


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


def test_entries_are_listed_newest_first_as_text(browser: Client, owner: User) -> None:
    ravi = make_staff_account("ravi", Role.DESK)
    note("request.confirm", ravi, reference="OT-0000001")
    roles = {"was": ["desk"], "now": ["desk", "rider"]}
    note("staff.roles", owner, data={"account": ravi.pk, "roles": roles})
    note("request.cancel", ravi, reference="OT-0000001", reason="moved away")
    note("staff.invite", None, data={"account": ravi.pk}, at=NOON + timedelta(days=1))
    assert lines(browser.get(AUDIT)) == [
        "The server created the account ravi 22 Nov, 12:00 pm",
        "ravi cancelled it OT-0000001 “moved away” 21 Nov, 12:00 pm",
        "priya changed the roles of ravi Roles: desk → desk, rider 21 Nov, 12:00 pm",
        "ravi confirmed it OT-0000001 21 Nov, 12:00 pm",
    ]


def test_health_details_show_that_they_changed_but_not_how(browser: Client, owner: User) -> None:
    changed = {"was": "", "now": "no nuts at all"}
    note("request.facts", owner, data=dict.fromkeys(("kitchen_note", "allergens", "diet"), changed))
    note("food.accept", owner, data={"clashes": [["Cashew Rice", ["nuts"]]], "not_known": []})
    assert lines(browser.get(AUDIT)) == [
        "priya accepted dishes that clash or are not known Clashing dishes, Dishes not known 21 Nov, 12:00 pm",
        "priya changed the details Allergies, Diet, Kitchen note 21 Nov, 12:00 pm",
    ]


@pytest.mark.parametrize(
    ("action", "data", "said"),
    [
        ("delivery.failed", {"meal": 2, "seq": 3, "reason": "no-answer"}, "Meal: Lunch, Reason: Does not answer the phone, Box: 3"),
        ("request.facts", {"lunch_time": {"was": None, "now": "12:30:00"}}, "Lunch delivery time: nothing → 12:30 pm"),
        ("request.status", {"status": {"was": "new", "now": "confirmed"}}, "Status: New → Confirmed"),
        ("schedule.skip", {"moved": [[2, 1, "2026-12-09", "2026-12-14", 1]]}, "Lunch: Wed 9 Dec → Mon 14 Dec"),
        ("schedule.cancel", {"moved": [[2, 1, "2026-12-09", "2026-12-09", 4]]}, "Lunch: Wed 9 Dec, cancelled"),
        ("schedule.close", {"meal": 0, "servings": 4, "plans": 2}, "Meal: All meals, Plans: 2, Boxes: 4"),
        ("message.send", {"message": 4, "template": "confirmation", "channel": "mail"}, "Channel: by mail, Template: Confirmation"),
        ("stop.place", {"route": "Adyar"}, "Route: Adyar"),
        ("request.answer", {"answered": ["pin", "diet"]}, "Answered: PIN code, Diet"),
    ],
)  # fmt: skip
def test_values_are_beside_the_names_of_fields(
    browser: Client, owner: User, action: str, data: dict[str, Any], said: str
) -> None:
    note(action, owner, data=data)
    [line] = lines(browser.get(AUDIT))
    assert f" {said} 21 Nov" in line


def test_colleagues_are_named_for_recorded_primary_keys(browser: Client, owner: User) -> None:
    ravi = make_staff_account("ravi", Role.DESK)
    note("request.assign", owner, data={"assignee": {"was": None, "now": ravi.pk}})
    note("cash.hand-over", owner, day=date(2026, 12, 7), data={"rider": ravi.pk, "paise": 45000})
    assert [line.partition(" 21 Nov")[0] for line in lines(browser.get(AUDIT))] == [
        "priya received a rider's cash Mon 7 Dec, ₹450, Rider: ravi",
        "priya assigned it Assigned to: nobody → ravi",
    ]


def test_the_customer_of_a_request_is_named(browser: Client, owner: User, send: Send) -> None:
    request = stored(send, PATHS[Kind.VEG], BODIES[Kind.VEG])
    note(actor=owner, reference=request.reference)
    [line] = lines(browser.get(AUDIT))
    assert f"{request.reference} {request.customer_name} " in line


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"from": "2026-11-21"}, 2),
        ({"to": "2026-11-21"}, 2),
        ({"from": "2026-11-21", "to": "2026-11-21"}, 1),
        ({"from": "2026-11-23"}, 0),
        ({"from": "2026-02-30", "to": "x"}, 3),
        ({"from": "0001-01-01", "to": "9999-12-31"}, 3),
    ],
)
def test_entries_are_filtered_by_days_in_india(
    browser: Client, owner: User, query: dict[str, str], found: int
) -> None:
    for at in ("20T23:59:59", "21T00:00:00", "22T00:00:00"):
        note(actor=owner, at=datetime.fromisoformat(f"2026-11-{at}+05:30"))
    assert len(lines(browser.get(AUDIT, query))) == found


def test_the_audit_log_shows_labels_and_amounts_and_no_field_names(
    browser: Client, owner: User
) -> None:
    note("payment.note", owner, data={"paise": 45000, "payment": 7})
    price = {"was": None, "now": 120000}
    note(
        "request.facts", owner, data={"agreed_paise": price, "zone_ok": {"was": None, "now": True}}
    )
    assert lines(browser.get(AUDIT)) == [
        "priya changed the details Agreed price: nothing → ₹1,200, In delivery area: nothing → yes 21 Nov, 12:00 pm",
        "priya recorded a payment ₹450 21 Nov, 12:00 pm",
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
def test_entries_are_filtered_by_actor_reference_and_action(
    browser: Client, owner: User, query: dict[str, str], found: int
) -> None:
    note(actor=owner)
    note(actor=owner, reference="OT-0000001")
    note("request.confirm", owner, reference="OT-0000001")
    note()
    assert len(lines(browser.get(AUDIT, query))) == found


def test_entries_are_filtered_by_actor(browser: Client, owner: User) -> None:
    ravi = make_staff_account("ravi", Role.DESK)
    note(actor=owner)
    note(actor=ravi)
    assert lines(browser.get(AUDIT, {"who": str(ravi.pk)})) == [
        "ravi wrote a note 21 Nov, 12:00 pm"
    ]


@pytest.mark.parametrize("days", ["", "&from=2026-11-21"])
def test_pages_follow_by_key_and_preserve_the_filters(
    browser: Client, owner: User, days: str
) -> None:
    for number in range(101):
        note(actor=owner, reason=f"n{number}")
        note("request.confirm", owner)
    seen, sizes, query = [], [], f"?action=request.note{days}"
    while query:
        answer = browser.get(AUDIT + query)
        found = re.findall(r"“(n\d+)”", answer.content.decode())
        seen += found
        sizes.append(len(found))
        onward = re.findall(r'href="(\?[^"]+)" rel="next"', answer.content.decode())
        query = html.unescape(onward[0]) if onward else ""
        note(actor=owner, reason="later")  # what comes in meanwhile moves nothing
    assert seen == [f"n{number}" for number in reversed(range(101))]
    assert sizes == [50, 50, 1]


@pytest.mark.parametrize("count", [1, 3])
def test_more_entries_take_no_more_queries(
    browser: Client, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        ravi = make_staff_account(f"ravi{number}", Role.DESK)
        note("staff.close", ravi, data={"account": ravi.pk})
    with django_assert_num_queries(5):  # session, account, roles; entries, people
        browser.get(AUDIT)


def test_hostile_text_is_shown_as_text(browser: Client) -> None:
    ravi = make_staff_account(HOSTILE[:150], Role.DESK)
    data = {"account": ravi.pk, HOSTILE: HOSTILE}
    note("staff.roles", ravi, reason=HOSTILE, reference=HOSTILE[:16], data=data)
    page = browser.get(AUDIT, {"reference": HOSTILE}).content.decode()
    page += browser.get(AUDIT).content.decode()
    assert html.escape(HOSTILE) in page
    assert "<img" not in page
    assert "<script>" not in page


def test_an_empty_audit_log_says_so(browser: Client) -> None:
    assert b"No entries" in browser.get(AUDIT).content
