"""The privacy page: search, export, erasure."""

import html
import io
import re
import zipfile
from typing import Any

import pytest
from django.test import Client

from oottam.audit.models import AuditEntry
from oottam.core.personal import tables
from oottam.requests.models import Request, Status
from tests.api_client import stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
PAGE = "/backoffice/privacy/"
EXPORT, ERASE = f"{PAGE}export", f"{PAGE}erase"
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Any) -> None:
    settings.VAR = tmp_path


@pytest.fixture
def owner() -> Client:
    return logged_in(make_staff_account("priya"))


@pytest.fixture
def closed(send: Send) -> Request:
    request = stored(send, VEG, veg_body(name=f"Asha {HOSTILE}"))
    Request.objects.update(status=Status.COMPLETED, closed_at=request.received_at)
    return Request.objects.get()


def form(*requests: Request, **fields: str) -> dict[str, Any]:
    ticked = [f"{each.reference}:{each.version}" for each in requests]
    return {
        "request": ticked,
        "q": "98400 12345",
        "reason": "asked for it",
        "typed": "erase",
        **fields,
    }


def shown(owner: Client, words: str) -> str:
    answer = owner.get(PAGE, {"q": words})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("words", ["+91 98400-12345", "ASHA@example.com", "reference"])
def test_a_search_finds_a_person_and_what_is_held(
    owner: Client, closed: Request, words: str
) -> None:
    text = shown(owner, closed.reference if words == "reference" else words)
    assert "1 request<" in text
    assert f"{closed.reference}:{closed.version}" in text
    assert "request (1), order (1), mails (2)" in " ".join(text.split())
    assert html.escape(HOSTILE) in text
    assert HOSTILE not in text
    assert 'name="cancel"' not in text  # nothing is open


@pytest.mark.parametrize("words", ["nobody@example.com", HOSTILE, "\0", "x" * 500, "%"])
def test_a_search_without_hits_says_that_nothing_is_held(
    owner: Client, closed: Request, words: str
) -> None:
    text = shown(owner, words)
    assert "No data found for" in text or words == "\0"
    assert HOSTILE not in text


@pytest.mark.both_databases
@pytest.mark.parametrize("count", [1, 3])
def test_more_requests_take_no_more_queries(
    send: Send, owner: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        stored(send, VEG, veg_body())
    shown(owner, "nobody@example.com")  # what is remembered from the first page on
    counted = len([table for table in tables() if table.belongs and table.personal])
    # Session, account, roles, requests, and a count for each table that tells of a person.
    with django_assert_num_queries(4 + counted):
        shown(owner, "asha@example.com")


def test_selected_requests_are_exported(owner: Client, closed: Request) -> None:
    answer: Any = owner.post(EXPORT, {"request": form(closed)["request"]})
    assert answer["Content-Type"] == "application/zip"
    assert re.fullmatch(r'attachment; filename="person-[\d-]+\.zip"', answer["Content-Disposition"])
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
        assert closed.reference in archive.read("person.html").decode()
    entry = AuditEntry.objects.get(action="person.export")
    assert entry.actor
    assert (entry.actor.username, entry.reference) == ("priya", closed.reference)


def test_without_a_selection_nothing_is_exported(owner: Client, closed: Request) -> None:
    answer = owner.post(EXPORT, {"q": "98400 12345"}, follow=True)
    assert answer.redirect_chain == [(f"{PAGE}?q=98400+12345", 302)]
    assert "Select requests first." in answer.content.decode()


@pytest.mark.both_databases
def test_selected_requests_are_erased(send: Send, owner: Client, closed: Request) -> None:
    other = stored(send, VEG, veg_body())
    answer = owner.post(ERASE, form(closed, typed=" Erase "), follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    assert "Erased: 1 request." in answer.content.decode()
    assert set(Request.objects.filter(erased_at=None)) == {other}
    entry = AuditEntry.objects.get(action="person.erase")
    assert entry.actor
    assert (entry.actor.username, entry.reason) == ("priya", "asked for it")
    text = shown(owner, closed.reference)
    assert "(erased)" in text
    assert ">Erased<" in text


@pytest.mark.parametrize(
    ("changed", "field", "sentence"),
    [
        ({"typed": "yes"}, "typed", "Type the word erase: this cannot be undone."),
        ({"reason": " "}, "reason", "Please give a reason for erasing."),
        ({"reason": "x" * 501}, "reason", "A reason can have at most 500 characters."),
        ({"request": []}, "request", "Select requests first."),
    ],
)
def test_an_invalid_erasure_is_refused_beside_its_field_and_input_stays(
    owner: Client, closed: Request, changed: dict[str, Any], field: str, sentence: str
) -> None:
    answer = owner.post(ERASE, {**form(closed), **changed})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert f'<p class="wrong" id="{field}-said">{sentence}</p>' in text
    assert f'aria-describedby="{field}-said"' in text
    kept = {**form(closed), **changed}
    assert f'value="{kept["reason"]}"' in text
    assert f'value="{kept["typed"]}"' in text
    assert ("checked" in text) == bool(kept["request"])
    assert not Request.objects.exclude(erased_at=None).exists()


def test_an_open_request_is_erased_only_with_the_cancel_checkbox(send: Send, owner: Client) -> None:
    open_one = stored(send, VEG, veg_body())
    answer = owner.post(ERASE, form(open_one))
    assert answer.status_code == 422
    assert f"Still open: {open_one.reference} (new)." in answer.content.decode()
    assert owner.post(ERASE, form(open_one, cancel="1")).status_code == 302
    assert Request.objects.get().status == Status.CANCELLED


@pytest.mark.both_databases
def test_a_request_changed_by_a_colleague_is_not_erased(owner: Client, closed: Request) -> None:
    Request.objects.update(version=9)
    answer = owner.post(ERASE, form(closed, reason="Asked by phone"))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert f"{closed.reference} has been changed since" in page
    assert 'value="Asked by phone"' in page
    assert f'value="{closed.reference}:9" checked' in page
    assert not Request.objects.exclude(erased_at=None).exists()


@pytest.mark.parametrize("tick", ["OT-0000000:1", "x", "OT-0000000:99999999999999999999", "a\0b:1"])
@pytest.mark.parametrize("address", [EXPORT, ERASE])
def test_an_unknown_request_is_refused(owner: Client, address: str, tick: str) -> None:
    answer = owner.post(address, {**form(), "request": [tick]})
    assert answer.status_code == (404 if "\0" not in tick else 302 if address == EXPORT else 422)
