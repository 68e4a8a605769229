"""The page of reports: figures, empty periods, exports."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client

from oottam.audit.models import AuditEntry
from oottam.billing.payments import record_payment
from oottam.requests.models import Kind
from oottam.workflow.models import PaymentMethod
from oottam.workflow.services.transitions import cancel, confirm
from tests.backoffice.request.request_page import text
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.requests import TEN_AM, current, make_confirmable, make_request

pytestmark = pytest.mark.django_db
ADDRESS = "/backoffice/reports/"
TODAY = "?from=2026-11-23&to=2026-11-23"


@pytest.fixture(autouse=True)
def clock(db: None) -> Iterator[Any]:
    with time_machine.travel(TEN_AM + timedelta(hours=2), tick=False) as traveller:
        yield traveller


@pytest.fixture
def owner() -> User:
    return make_staff_account("meena")


@pytest.fixture
def client(owner: User) -> Client:
    return logged_in(owner)


@pytest.fixture
def orders_and_revenue(send: Send, owner: User) -> None:
    """A veg order that is half paid, and a cancelled event."""
    order, event = (
        make_confirmable(make_request(send), owner),
        make_confirmable(make_request(send, Kind.EVENT), owner),
    )
    confirm(**current(order, owner))
    record_payment(
        **current(order, owner), paise=80050, method=PaymentMethod.UPI, paid_on=TEN_AM.date()
    )
    cancel(**current(event, owner), reason="Rain")


def page(client: Client, query: str = TODAY) -> str:
    answer = client.get(ADDRESS + query)
    assert answer.status_code == 200
    return answer.content.decode()


def tiles(html: str) -> dict[str, str]:
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html))


def taken(client: Client, table: str, query: str = TODAY) -> bytes:
    answer = client.post(f"{ADDRESS}export", {"query": query.removeprefix("?"), "table": table})
    assert answer.status_code == 200
    return answer.getvalue()


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.usefixtures("orders_and_revenue")
def test_the_page_begins_with_summary_figures(client: Client) -> None:
    assert tiles(page(client)) == {
        "Requests": "2",
        "Confirmed": "1",
        "Booked": "₹1,638",
        "Received": "₹800.50",
        "Boxes cooked": "0",
        "Not received": "0",
        "New customers": "1",
        "Returning": "0",
    }


@pytest.mark.usefixtures("orders_and_revenue")
def test_each_kind_has_its_revenue_and_waiting_time(client: Client) -> None:
    shown = text(page(client))
    assert re.search(r"Veg meal\s+1\s+1\s+₹1,638", shown)
    assert re.search(r"Event enquiry\s+1\s+0\s+₹0", shown)
    assert re.search(r"Veg meal\s+1\s+1 h\s+1 h", shown)
    assert re.search(r"Event enquiry\s+0\s+–\s+–", shown)


@pytest.mark.usefixtures("orders_and_revenue")
def test_each_chart_has_a_name_and_a_description(client: Client) -> None:
    html = page(client)
    pictures = re.findall(
        r'<svg role="img" aria-labelledby="(\S+)" aria-describedby="(\S+)".*?</svg>',
        html,
        re.DOTALL,
    )
    told = dict(re.findall(r'<(?:title|desc) id="([^"]+)">(.*?)</', html))
    assert [(told[title], told[tells]) for title, tells in pictures] == [
        ("Booked and received", "₹1,638 were booked and ₹800.50 received."),
        ("Requests and confirmations", "2 requests came and 1 were confirmed."),
        ("Customers", "1 customers were new, 0 returned."),
    ]


def test_days_without_data_say_so(client: Client) -> None:
    html = page(client)
    assert "Nothing on these days" in html
    assert set(tiles(html).values()) == {"0", "₹0"}
    assert "<svg role" not in html


@pytest.mark.usefixtures("orders_and_revenue")
def test_periods_without_data_have_rows(client: Client) -> None:
    made = rows(taken(client, "money", "?range=last-7-days"))
    assert [row[1] for row in made[1:-1]] == [f"2026-11-{day}" for day in range(17, 24)]
    assert [row[6] for row in made[1:]] == ["0"] * 6 + ["1638", "1638"]


def test_invalid_dates_are_refused_and_stay_in_the_fields(client: Client) -> None:
    html = page(client, "?from=2026-11-05&to=2026-11-01")
    assert 'role="alert" id="refused">The last day is before the first.' in html
    assert 'value="2026-11-05"' in html
    assert 'value="2026-11-01"' in html
    assert "report-tiles" not in html
    answer = client.post(f"{ADDRESS}export", {"query": "from=2026-11-05&to=2026-11-01"})
    assert answer.status_code == 404


@pytest.mark.usefixtures("orders_and_revenue")
def test_a_table_is_exported_as_csv_with_amounts_in_rupees(client: Client) -> None:
    content = taken(client, "money")
    assert content.startswith(b"\xef\xbb\xbf")
    assert rows(content) == [
        ["When", "From", "To", "Confirmed (₹)", "Price changed (₹)", "Reductions (₹)", "Booked (₹)",
         "UPI (₹)", "Cash (₹)", "Card (₹)", "Bank transfer (₹)", "Received (₹)", "Refunded (₹)"],
        ["Mon 23 Nov 2026", "2026-11-23", "2026-11-23", "1638", "0", "0", "1638",
         "800.5", "0", "0", "0", "800.5", "0"],
        ["All", "", "", "1638", "0", "0", "1638", "800.5", "0", "0", "0", "800.5", "0"],
    ]  # fmt: skip


@pytest.mark.usefixtures("orders_and_revenue")
def test_a_workbook_has_a_sheet_per_table_and_no_formula(client: Client) -> None:
    answer = client.post(f"{ADDRESS}export", {"query": TODAY.removeprefix("?")})
    assert answer["Content-Disposition"] == (
        'attachment; filename="report-2026-11-23-to-2026-11-23.xlsx"'
    )
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as book:
        names = re.findall(r'<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
        sheets = [name for name in book.namelist() if name.startswith("xl/worksheets/sheet")]
        assert len(names) == len(sheets) == 9
        first = book.read("xl/worksheets/sheet1.xml").decode()
        assert all(b"<f>" not in book.read(name) for name in sheets)
    assert names[0] == "Money booked and received"
    assert "<v>1638</v>" in first
    assert "Mon 23 Nov 2026" in first


@pytest.mark.usefixtures("orders_and_revenue")
def test_an_exported_report_is_logged(client: Client, owner: User) -> None:
    taken(client, "dishes", "?range=last-7-days&by=day")
    entry = AuditEntry.objects.order_by("-pk")[0]
    assert (entry.action, entry.actor) == ("list.export", owner)
    assert entry.data == {
        "of": "report", "query": "?range=last-7-days&by=day", "count": 0, "file": "csv",
    }  # fmt: skip


@pytest.mark.parametrize(
    "days", ["range=last-7-days", "range=last-12-months", "from=2016-11-25&to=2026-11-23"]
)
@pytest.mark.usefixtures("orders_and_revenue")
def test_a_longer_report_takes_no_more_queries(
    client: Client, django_assert_num_queries: Any, days: str
) -> None:
    page(client)
    with django_assert_num_queries(12):
        page(client, f"?{days}")
