"""The list of requests: rows, search, filters, queries."""

import html
import re
from datetime import timedelta
from typing import Any
from unicodedata import normalize
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.backoffice.inbox import queries
from oottam.backoffice.shared import search
from oottam.requests.models import Flag, Kind, Request, RequestFlag, Status
from oottam.workflow.services.details import details_of
from tests.api_client import HOSTILE
from tests.bodies import veg_body
from tests.conftest import Send
from tests.endpoint_cases import BODIES
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account

pytestmark = pytest.mark.django_db
INBOX = "/backoffice/requests/"


@pytest.fixture
def staff() -> Client:
    return make_desk_client()


def shown(staff: Client, address: str = "") -> str:
    response = staff.get(INBOX + address)
    assert response.status_code == 200
    return response.content.decode()


def references(page: str) -> list[str]:
    return re.findall(r'href="/backoffice/requests/(OT-\w{7})/"', page)


def rows(page: str) -> list[str]:
    """Return the text of each row."""
    found = re.findall(r'<li class="request".*?</li>', page, re.DOTALL)
    return [" ".join(html.unescape(re.sub("<[^>]+>", " ", row)).split()) for row in found]


def sent(send: Send, **changes: Any) -> Request:
    """Store a veg order."""
    body = veg_body(**changes)
    known = set(Request.objects.values_list("pk", flat=True))
    assert send(body).status_code == 200
    return Request.objects.exclude(pk__in=known).get()


def test_the_inbox_has_the_address_of_mail_links() -> None:
    assert reverse("backoffice:inbox") == INBOX


def test_a_row_shows_what_the_desk_needs(send: Send, staff: Client) -> None:
    request = sent(send, finalAmount=1)
    [row] = rows(shown(staff))
    assert row == (
        f"Select {request.reference} Asha Raman {request.reference} Veg meal · ₹1,638 "
        "New 0 min Total sent differs from ours "
        "Missing: First day, PIN code, Delivery area, Allergies"
    )


def moved(request: Request, **changes: Any) -> str:
    """Update columns; return the reference."""
    Request.objects.filter(pk=request.pk).update(**changes)
    return request.reference


@pytest.mark.both_databases
def test_today_is_the_default_list(send: Send, staff: Client) -> None:
    today, before = timezone.localdate(), timezone.now() - timedelta(days=3)
    new = moved(sent(send))
    due = moved(sent(send), received_at=before, follow_up_on=today)
    moved(sent(send), received_at=before, follow_up_on=today + timedelta(days=1))
    waiting = moved(sent(send), received_at=before - timedelta(days=1))
    moved(sent(send), status=Status.CANCELLED, closed_at=timezone.now())
    assert references(shown(staff)) == [new, due]
    page = shown(staff, "?status=open")
    counts = re.findall(r'>(\w[\w ]*) <span class="count">(\d+)</span>', page)
    assert counts == [("Today", "2"), ("Waiting", "4"), ("To call", "1")]
    assert references(shown(staff, "?status=new&sort=waiting"))[0] == waiting
    assert references(shown(staff, "?due=1")) == [due]


def test_the_last_named_list_is_shown_again(send: Send, staff: Client) -> None:
    shown(staff, "?who=me")
    shown(staff, "?q=asha")  # looked for once
    shown(staff, "?who=me&kind=veg")  # has no name
    answer = staff.get(INBOX)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{INBOX}?who=me")
    cookie = staff.cookies["requests_list"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", INBOX)


@pytest.mark.parametrize(
    "kept", ["https://elsewhere.example/", "%00", "q=asha", "x" * 5000, "status=x"]
)
def test_an_invalid_remembered_list_redirects_to_a_valid_one(staff: Client, kept: str) -> None:
    staff.cookies["requests_list"] = kept
    answer = staff.get(INBOX)
    assert answer.status_code in (200, 302)
    assert answer.headers.get("Location", INBOX).partition("?")[0] == INBOX
    assert staff.get(INBOX, follow=True).status_code == 200


def test_a_row_links_to_a_call_and_a_chat(send: Send, staff: Client) -> None:
    sent(send)
    page = shown(staff)
    assert 'href="tel:+919840012345" aria-label="Call Asha Raman"' in page
    assert 'href="https://wa.me/919840012345"' in page


def test_all_kinds_are_in_one_list_newest_first(send: Send, staff: Client) -> None:
    for path, body in BODIES.items():
        send(body, path)
    newest_first = Request.objects.order_by("-received_at", "-pk")
    page = shown(staff)
    assert references(page) == [request.reference for request in newest_first]
    for kind in Kind:
        assert str(kind.label) in page


def test_known_details_are_not_listed_as_missing(send: Send, staff: Client) -> None:
    request = sent(send)
    fulfilment = details_of(request)
    fulfilment.start_date, fulfilment.pin, fulfilment.zone_ok, fulfilment.allergens = (
        timezone.localdate(),
        "600090",
        True,
        [],
    )
    fulfilment.save()
    assert "Missing" not in shown(staff)


@pytest.mark.parametrize(
    ("status", "lists"),
    [
        (Status.NEW, {"", "?status=new", "?status=all"}),
        (Status.CONFIRMED, {"", "?status=confirmed", "?status=all"}),
        (Status.ACTIVE, {"", "?status=active", "?status=all"}),
        (Status.COMPLETED, {"?status=completed", "?status=all"}),
        (Status.CANCELLED, {"?status=cancelled", "?status=all"}),
    ],
)
def test_a_list_shows_open_requests_by_default(
    send: Send, staff: Client, status: Status, lists: set[str]
) -> None:
    sent(send)
    closed_at = timezone.now() if status in ("completed", "cancelled") else None
    Request.objects.update(status=status, closed_at=closed_at)
    asked = ["", *(f"?status={each}" for each in [*Status.values, "all"])]
    assert {address for address in asked if references(shown(staff, address))} == lists


def test_lists_are_filtered_by_kind_flag_assignee_and_day(send: Send) -> None:
    me = make_staff_account("priya", Role.DESK)
    staff = logged_in(me)
    veg = sent(send)
    send(BODIES["/event-form.php"], "/event-form.php")
    event = Request.objects.get(kind=Kind.EVENT)
    RequestFlag.objects.create(request=veg, flag=Flag.PRICE_ON_REQUEST)
    Request.objects.filter(pk=veg.pk).update(assignee=me, follow_up_on=timezone.localdate())
    tomorrow = timezone.localdate() + timedelta(days=1)
    Request.objects.filter(pk=event.pk).update(follow_up_on=tomorrow)
    found = {
        address: references(shown(staff, address))
        for address in (
            "?kind=veg",
            "?kind=event",
            "?flag=any",
            "?flag=price-on-request",
            "?flag=no-meals",
            "?who=me",
            f"?who={me.pk}",
            "?who=none",
            "?due=1",
        )
    }
    assert found == {
        "?kind=veg": [veg.reference],
        "?kind=event": [event.reference],
        "?flag=any": [veg.reference],
        "?flag=price-on-request": [veg.reference],
        "?flag=no-meals": [],
        "?who=me": [veg.reference],
        f"?who={me.pk}": [veg.reference],
        "?who=none": [event.reference],
        "?due=1": [veg.reference],
    }


@pytest.mark.parametrize(
    "address",
    [
        "?status=nonsense&kind=nonsense&flag=nonsense&who=nonsense&due=nonsense&behind=nonsense",
        "?who=-1",
        "?who=99999999999999999999",
        "?who=٣",
        "?behind=2026-11-22T10:00:00_00000000000000000000000000000000",
        "?behind=2026-11-22T10:00:00%2B00:00_zz",
        "?behind=9999-99-99_0",
        "?kind=%00&flag=%00&status=%00",
        "?status=open&status=all",
    ],
)
def test_an_invalid_address_still_shows_a_list(send: Send, staff: Client, address: str) -> None:
    request = sent(send)
    found = references(shown(staff, address))
    assert found in ([request.reference], [])


@pytest.mark.parametrize(
    "words",
    [
        "asha",
        "RAMAN",
        "raman asha",
        "98400 12345",
        "+91 98400 12345",
        "98400-12",
        "0012",
        "1234",
        "00 12 3",
        "asha@example.com",
        "ASHA@Example.com",
    ],
)
def test_a_request_is_found_by_name_phone_and_e_mail(send: Send, staff: Client, words: str) -> None:
    request = sent(send)
    sent(send, name="Ravi", lastname="Kumar", phone="99400 54321", email="ravi@example.com")
    page = staff.get(INBOX, {"q": words}).content.decode()
    assert references(page) == [request.reference]


@pytest.mark.both_databases
@pytest.mark.every_case
@pytest.mark.parametrize(
    ("phone", "words"),
    [
        ("\u202a98400 12345\u202c", "4001"),
        ("98400\u201312345", "98400–12345"),
        ("௯௮௪௦௦ ௧௨௩௪௫", "98400 12345"),
        ("98400 12345", "௯௮௪௦௦"),
        ("98400 12345 (WhatsApp)", "+919840012345"),
        ("98400 12345", "Ph: 98400 12345"),
        ("9840012345 / 9940099999", "4009"),
        ("9840012345 / 9940099999", "99400 99999"),
        ("98400 1234", "0123"),
        ("1800 425 3333", "1800-425-3333"),
    ],
)
def test_a_phone_number_is_found_however_it_is_written(
    send: Send, staff: Client, phone: str, words: str
) -> None:
    request = sent(send, phone=phone)
    sent(send, phone="90000 77777")
    assert references(staff.get(INBOX, {"q": words}).content.decode()) == [request.reference]


@pytest.mark.both_databases
@pytest.mark.every_case
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("José", "jose"),
        ("Jose\u0301", "JOSÉ"),
        ("Asha D’Souza", "dsouza"),
        ("Asha DSouza", "D'Souza"),
        ("S. Ramesh", "S Ramesh"),
        ("S Ramesh", "s. ramesh"),
        ("Ramesh K.V.", "kv"),
        ("Ramesh K V", "K.V."),
        ("A.P.J. Abdul", "APJ"),
        ("APJ Abdul", "A P J"),
        ("Ａｓｈａ", "asha"),
        ("ÅSA", "åsa"),
        ("கொற்றவை", "கொற்றவை"),
        ("க\u0bc6\u0bbeற்றவை", "கொற்றவை"),
    ],
)
def test_a_name_is_found_however_it_is_spelled(
    send: Send, staff: Client, name: str, words: str
) -> None:
    request = sent(send, name=name, lastname="")
    sent(send, name="Ravi", lastname="Kumar")
    assert references(staff.get(INBOX, {"q": words}).content.decode()) == [request.reference]


@pytest.mark.both_databases
@pytest.mark.parametrize("words", ["600090", "600 090", "600-090"])
def test_six_digits_are_a_postal_index_number(send: Send, staff: Client, words: str) -> None:
    spaced = sent(send, address="12 Beach Road, Chennai 600 090", phone="98400 12345")
    joined = sent(send, address="7 Beach Road, Chennai-600090", phone="98400 12346")
    sent(send, address="7 Hill Street", phone="98 600090 12")
    found = references(staff.get(INBOX, {"q": words}).content.decode())
    assert found == [joined.reference, spaced.reference]


@pytest.mark.parametrize("newest", [0, 1, 2, 3, 9])
def test_a_name_is_found_among_the_newest_requests_and_among_all(
    newest: int, send: Send, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "NEWEST", newest)
    monkeypatch.setattr(queries, "PER_PAGE", 2)
    found = [sent(send, name=name).reference for name in ("Asha", "Asha", "Ravi", "Asha")]
    of_asha = [found[3], found[1], found[0]]
    page = shown(staff, "?q=asha")
    assert references(page) == of_asha[:2]
    more = re.search(r'href="(\?[^"]*behind=[^"]*)"', page)
    assert more
    assert references(shown(staff, html.unescape(more[1]))) == of_asha[2:]
    assert references(shown(staff, "?q=asha&sort=waiting")) == of_asha[::-1][:2]
    assert references(shown(staff, "?q=ravi")) == [found[2]]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("written", "searched"),
    [
        ("12 Béach Road, Perambur", "beach perambur"),
        ("１２ Beach Road", "12 beach"),
        ("12 Beach Road, Pe\u0301rambur", "P\u00e9rambur"),
        ("12 Be\u200bach Road", "BEACH"),
        ("12, K. K. Nagar", "K.K. Nagar"),
        ("12 கோபால் தெரு", "கோபால்"),
        ("12 Beach Road, Chennai 600-090", "600090 "),
        ("12 ÉCOLE Street", "école"),
    ],
)
def test_words_of_addresses_are_found_however_they_are_spelled(
    send: Send, staff: Client, written: str, searched: str
) -> None:
    theirs = sent(send, address=written).reference
    sent(send, address="9 Hill Street, Adyar")
    query = urlencode({"q": searched})
    assert references(shown(staff, f"?{query}")) == [theirs]


@pytest.mark.both_databases
@pytest.mark.parametrize("newest", [0, 1, 9])
def test_a_request_is_found_by_words_of_its_address_in_any_order(
    newest: int, send: Send, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "NEWEST", newest)
    theirs = sent(send, address="12 Beach Road, Besant Nagar, Chennai 600 090").reference
    closed = sent(send, address="7 Beach Road, Adyar")
    moved(closed, closed_at=timezone.now(), status=Status.COMPLETED)
    sent(send, address="9 Hill Street, Adyar")
    assert references(shown(staff, "?q=nagar+BEACH+12")) == [theirs]
    near = [closed.reference] if newest else []  # no other one is as new as the third
    assert references(shown(staff, "?q=road+beach")) == [*near, theirs]


def test_a_request_is_found_by_its_reference_in_any_spelling(send: Send, staff: Client) -> None:
    request = sent(send)
    sent(send)
    for words in (
        request.reference,
        request.reference.lower(),
        request.reference.removeprefix("OT-"),
        request.reference.replace("-", " "),
    ):
        page = staff.get(INBOX, {"q": words}).content.decode()
        assert references(page) == [request.reference], words


def test_name_of_seven_letters_is_not_read_as_a_reference(send: Send, staff: Client) -> None:
    request = sent(send, name="Kamalan", lastname="K")
    assert references(shown(staff, "?q=Kamalan")) == [request.reference]


def test_a_search_finds_closed_requests_too(send: Send, staff: Client) -> None:
    request = sent(send)
    Request.objects.update(status=Status.CANCELLED)
    assert references(shown(staff, "?q=asha")) == [request.reference]


@pytest.mark.every_case
@pytest.mark.parametrize(
    "words", [*HOSTILE[1:-1], "%", "_", "\\", "'", '"; DROP TABLE x', "x" * 5000]
)
def test_a_search_without_hits_says_so(send: Send, staff: Client, words: str) -> None:
    sent(send)
    page = staff.get(INBOX, {"q": words}).content.decode()
    assert references(page) == []
    assert "Nothing found for" in page
    assert "<img" not in page


@pytest.mark.parametrize("words", HOSTILE)
def test_customers_texts_are_escaped(send: Send, staff: Client, words: str) -> None:
    sent(send, name=words)
    page = shown(staff)
    [name] = re.findall(r"<strong>(.*?)</strong>", page, re.DOTALL)
    # Shortened names are in composed letters.
    whole = normalize("NFC", Request.objects.get().customer_name)
    assert html.unescape(name).startswith(whole[:50])
    assert "<" not in name


def test_an_empty_list_says_that_nothing_is_waiting(staff: Client) -> None:
    assert "Nothing here" in shown(staff)


def test_pages_of_fifty_follow_without_gaps(send: Send, staff: Client) -> None:
    first = sent(send)
    Request.objects.bulk_create(_copies(first, 119))
    for address in ("?status=open", "?status=open&sort=waiting"):
        seen: list[str] = []
        page = shown(staff, address)
        while True:
            seen += references(page)
            more = re.search(r'href="(\?[^"]*behind=[^"]*)"', page)
            if not more:
                break
            page = shown(staff, html.unescape(more[1]))
        is_waiting = "waiting" in address
        order = ("received_at", "pk") if is_waiting else ("-received_at", "-pk")
        assert seen == list(Request.objects.order_by(*order).values_list("reference", flat=True))


def _copies(request: Request, count: int) -> list[Request]:
    """Add copies of the request, some with the same time."""
    from uuid import uuid4

    from oottam.requests.identity import new_reference

    values = {
        name: value
        for name, value in Request.objects.filter(pk=request.pk).values().get().items()
        if name not in ("id", "reference", "received_at")
    }
    return [
        Request(
            id=uuid4(),
            reference=new_reference(),
            received_at=request.received_at - timedelta(hours=number // 3),
            **values,
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_the_database_no_more_often_for_more_requests(
    send: Send, staff: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        for path, body in BODIES.items():
            send({**body, "finalAmount": 1} if "finalAmount" in body else body, path)
    # Session, account, roles; requests, flags, slots, doubles; which meals are ordered, and their times; what customers
    # answered; the newest for the pulse; colleagues; own lists; how many each list of the day has.
    with django_assert_num_queries(15):
        shown(staff)


def test_only_owner_and_desk_see_the_list() -> None:
    seen = {
        role: logged_in(make_staff_account(role.value, role)).get(INBOX).status_code
        for role in Role
    }
    assert seen == {Role.OWNER: 200, Role.DESK: 200, Role.KITCHEN: 403, Role.RIDER: 403}


def test_the_inbox_redirects_visitors_to_the_log_in() -> None:
    response = Client().get(f"{INBOX}?kind=veg")
    assert response.status_code == 302
    assert response["Location"].endswith("?next=/backoffice/requests/%3Fkind%3Dveg")


def test_no_cache_stores_the_inbox(staff: Client) -> None:
    assert staff.get(INBOX)["Cache-Control"] == "no-store"


def test_a_likely_duplicate_is_linked_from_its_row(send: Send, staff: Client) -> None:
    first, second = sent(send), sent(send)
    listed = shown(staff)
    for one, other in ((first, second), (second, first)):
        way = f"/backoffice/requests/{one.reference}/#other-{other.reference}"
        assert f'<a href="{way}">Possible duplicate: {other.reference}</a>' in listed
    Request.objects.update(status="completed", closed_at=first.received_at)
    assert "Perhaps" not in shown(staff, "?status=all")


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00%2B05:30", "9999-12-31T23:59:59-05:30"])
def test_a_cursor_beyond_the_calendar_is_ignored(moment: str) -> None:
    client, place = make_desk_client(), f"{moment}_{'0' * 32}"
    assert client.get(f"{INBOX}?behind={place}").status_code == 200
    assert client.get(f"/backoffice/pulse?since={place}").status_code == 204


def test_a_version_of_5000_digits_is_stale() -> None:
    answer = make_desk_client().post(
        f"{INBOX}several", {"request": f"OT-7K2M9QX:{'9' * 5000}", "do": "confirm"}
    )
    assert answer.status_code == 302
