"""The exported list of requests."""

import csv
import io
import zipfile
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.backoffice.inbox.exports import COLUMNS
from oottam.backoffice.shared.spreadsheets import escape_formula
from oottam.billing.balances import balance
from oottam.billing.payments import adjust, record_payment
from oottam.billing.refunds import record_refund
from oottam.core.money import in_rupees
from oottam.requests.models import Kind, Request
from oottam.workflow.models import PaymentMethod
from tests.api_client import HOSTILE
from tests.bodies import veg_body
from tests.conftest import Send
from tests.endpoint_cases import BODIES
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.requests import TEN_AM, current, make_request

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
EXPORT = "/backoffice/requests/export"
WHEN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)  # half past one of the next day in India


@pytest.fixture
def owner() -> Client:
    return logged_in(make_staff_account("priya", Role.OWNER))


def taken(owner: Client, form: dict[str, str]) -> bytes:
    response: Any = owner.post(EXPORT, form)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    return b"".join(response.streaming_content)


def csv_rows(owner: Client, query: str = "status=open") -> list[list[str]]:
    content = taken(owner, {"as": "csv", "query": query})
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def xlsx_rows(owner: Client, query: str = "status=open") -> list[list[str]]:
    """Return texts and numbers of the cells; fail for a formula."""
    book = zipfile.ZipFile(io.BytesIO(taken(owner, {"as": "xlsx", "query": query})))
    sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    spelling = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    assert not list(sheet.iter(f"{spelling}f"))
    return [
        ["".join(cell.itertext()) for cell in row.iter(f"{spelling}c")]
        for row in sheet.iter(f"{spelling}row")
    ]


def test_an_exported_row_matches_the_list(send: Send, owner: Client) -> None:
    send(veg_body(finalAmount=1))
    Request.objects.update(received_at=WHEN)
    [titles, row] = csv_rows(owner)
    assert tuple(titles) == COLUMNS
    assert row == [
        Request.objects.get().reference,
        "2026-11-22 01:30",
        "Veg meal",
        "New",
        "Asha Raman",
        "'+919840012345",
        "asha@example.com",
        "6",
        "1638",
        "",
        "",
        "1638",
        "",
        "",
        "Total sent differs from ours",
    ]


def test_csv_and_workbook_have_equal_rows(send: Send, owner: Client) -> None:
    for path, body in BODIES.items():
        send(body, path)
    by_csv = [[cell.removeprefix("'") for cell in row] for row in csv_rows(owner)]
    by_xlsx = xlsx_rows(owner)
    assert [[cell for cell in row if cell] for row in by_csv] == [
        [cell for cell in row if cell] for row in by_xlsx
    ]
    assert len(by_csv) == 9


def test_no_cell_changes_the_direction_of_its_neighbours(send: Send, owner: Client) -> None:
    send(veg_body(name="\u202eevil\u2066", lastname="\u200fK"))
    for rows in (csv_rows(owner), xlsx_rows(owner)):
        assert "evil K" in rows[1]


@pytest.mark.both_databases
def test_exported_amounts_match_the_request(send: Send, owner: Client) -> None:
    priya = User.objects.get(username="priya")
    for kind in Kind:
        request = make_request(send, kind)
        if kind in (Kind.VEG, Kind.COMBO):
            adjust(**current(request, priya), paise=-50, reason="Regular")
            paid: dict[str, Any] = {"method": PaymentMethod.UPI, "paid_on": TEN_AM.date()}
            record_payment(**current(request, priya), **paid, paise=300_000_00, beyond=None)
            given: dict[str, Any] = {"method": PaymentMethod.CASH, "given_on": TEN_AM.date()}
            record_refund(**current(request, priya), **given, paise=100_00, is_all=False)
    for row in csv_rows(owner)[1:]:
        found = balance(Request.objects.get(reference=row[0]))
        amounts = [found.due, found.paid or None, found.refunded or None, found.owed]
        assert row[8:12] == [str(escape_formula(in_rupees(paise)) or "") for paise in amounts]


@pytest.mark.both_databases
def test_an_export_has_every_row_of_the_filtered_list(send: Send, owner: Client) -> None:
    for _ in range(55):
        send(veg_body())
    send(BODIES["/event-form.php"], "/event-form.php")
    assert len(csv_rows(owner)) == 57
    assert len(csv_rows(owner, "kind=veg")) == 56
    assert len(csv_rows(owner, "kind=event&behind=nonsense")) == 2
    assert len(csv_rows(owner, "q=nobody")) == 1


@pytest.mark.parametrize(
    "words", [*HOSTILE, "=1+1", "+91", "-1", "@SUM(A1)", "\t=1", "＝1+1", " =1"]
)
def test_no_cell_is_read_as_a_formula(send: Send, owner: Client, words: str) -> None:
    send(veg_body(name=words))
    name = csv_rows(owner)[1][4]
    assert not name.strip().startswith(("=", "+", "-", "@", "＝"))
    assert len(xlsx_rows(owner)) == 2


def test_amounts_stay_numbers() -> None:
    assert [escape_formula(cell) for cell in (5, -5, 1.5, None, "x", "-5")] == [
        5,
        -5,
        1.5,
        None,
        "x",
        "'-5",
    ]


def test_health_details_are_not_exported(send: Send, owner: Client) -> None:
    body = BODIES["/api/nutrition"]
    send(body, "/api/nutrition")
    for content in (taken(owner, {"as": "csv"}), "".join(map(str, xlsx_rows(owner))).encode()):
        for field in ("dietaryGoal", "allergies", "preferredFoods"):
            words = next(
                (value for name, value in body.items() if name.lower() == field.lower()), ""
            )
            assert not words or str(words).encode() not in content


def test_an_export_is_logged_with_its_list(send: Send, owner: Client) -> None:
    send(veg_body())
    taken(owner, {"as": "xlsx", "query": "kind=veg"})
    [entry] = AuditEntry.objects.all()
    assert entry.actor
    assert (entry.actor.username, entry.action) == ("priya", "list.export")
    assert entry.data == {"of": "requests", "query": "?kind=veg", "count": 1, "file": "xlsx"}


@pytest.mark.both_databases
def test_the_audit_log_does_not_store_the_search_text(send: Send, owner: Client) -> None:
    """An entry without a reference would survive the person's erasure."""
    send(veg_body())
    taken(owner, {"as": "csv", "query": "kind=veg&q=98400+12345"})
    assert AuditEntry.objects.get().data["query"] == "?kind=veg&q=..."


@pytest.mark.both_databases
@pytest.mark.parametrize("count", [1, 3])
def test_more_requests_take_no_more_queries(
    send: Send, owner: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        for path, body in BODIES.items():
            send(body, path)
    # Session, account, roles; count, the record in its savepoint; requests with their sums, flags.
    with django_assert_num_queries(9):
        taken(owner, {"as": "csv"})


def test_only_owners_can_export(send: Send) -> None:
    send(veg_body())
    answers = {
        role: logged_in(make_staff_account(role.value, role)).post(EXPORT).status_code
        for role in Role
    }
    assert answers == {Role.OWNER: 200, Role.DESK: 403, Role.KITCHEN: 403, Role.RIDER: 403}
    desk = logged_in(make_staff_account("dev", Role.DESK))
    assert "Take this list away" not in desk.get("/backoffice/requests/").content.decode()


def test_an_export_needs_a_post(owner: Client) -> None:
    assert owner.get(EXPORT)["Location"] == "/backoffice/requests/"
