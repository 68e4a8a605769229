"""The status page is readable with its address only, and the address does not leak."""

import io
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from oottam import catalogue
from oottam.config.log_format import JsonLines
from oottam.privacy.erasure import erase
from oottam.requests.identity import new_id, token_of
from oottam.requests.models import Kind
from oottam.statuspage import PAGES, queries
from tests.conftest import Send
from tests.factories.requests import TEN_AM, make_request
from tests.http_client import browse, caller
from tests.outbox.mails import mail_about, part

# Below a request's status page, each with a form. That of reminders has a token of its own (test_reminders.py).
FORMS = [f"/{page}/" for page in PAGES if page != "reminders"]
# The ASGI application closes its database connections.
pytestmark = pytest.mark.django_db(transaction=True)


def fetch(path: str, method: str = "GET", **headers: str) -> Any:
    return browse(caller(), path, method, **headers)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The server's log from level DEBUG up."""
    caller()  # the first call configures logging
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield text
    root.removeHandler(handler)
    root.setLevel(before)


def alter(token: str) -> str:
    return ("A" if token[30] != "A" else "B").join((token[:30], token[31:]))


@pytest.mark.parametrize("is_right", [True, False])
@pytest.mark.parametrize(("below", "method"), [("", "GET"), *product(FORMS, ("GET", "POST"))])
def test_headers_forbid_caching_indexing_and_referrers(
    send: Send, below: str, method: str, is_right: bool
) -> None:
    token = token_of(make_request(send).pk)
    path = f"/status/{token if is_right else alter(token)}{below}"
    sent = {"Content-Type": "application/x-www-form-urlencoded"} if method == "POST" else {}
    response = caller().request(method, path, b"", sent)
    assert (response.status_code == 404) is not is_right
    names = ("Cache-Control", "X-Robots-Tag", "Referrer-Policy", "Set-Cookie")
    stored = [response.headers.get(name) for name in names]
    assert stored == ["no-store", "noindex, nofollow", "no-referrer", None]
    assert response["Content-Security-Policy"].startswith("default-src 'none'; ")
    if html := response.content.decode():  # a plan that is not there yet leads to the status page
        assert '<meta name="robots" content="noindex, nofollow">' in html
        assert '<meta name="referrer" content="no-referrer">' in html


@pytest.mark.parametrize("below", ["", *FORMS])
def test_erased_and_deleted_requests_have_the_page_of_an_unknown_token(
    send: Send, meena: User, below: str
) -> None:
    erased, deleted = make_request(send), make_request(send, Kind.EVENT)
    erase(references=[erased.reference], actor=meena, now=TEN_AM, reason="x", cancel=True)
    token = token_of(deleted.pk)
    deleted.delete()
    unknown = fetch("/status/x").body
    for each in (token, token_of(erased.pk)):
        response = fetch(f"/status/{each}{below}")
        assert (response.status, response.body) == (404, unknown)


def test_other_pages_have_the_default_referrer_policy(send: Send) -> None:
    assert fetch("/order/").headers["referrer-policy"] == "strict-origin-when-cross-origin"


@pytest.mark.parametrize("is_right", [True, False])
def test_page_has_no_script_and_loads_nothing_external(send: Send, is_right: bool) -> None:
    token = token_of(make_request(send, Kind.EVENT).pk)  # its page links to the page to ask only
    html = fetch(f"/status/{token if is_right else alter(token)}").body.decode()
    assert re.findall(r"<script|<style|\sstyle=|\son\w+=|javascript:|<form|<iframe", html) == []
    assert re.findall(r'(?:src|href)="(?:https?:)?//(?!wa\.me/)', html) == []
    assert token not in html.replace(f'href="/status/{token}/ask/"', "")


def test_invalid_token_gets_not_found_page_without_a_query(send: Send) -> None:
    token = token_of(make_request(send).pk)  # caches the token's key
    for each in (alter(token), token[:-1], f"{token}A", "x", token.swapcase()):
        with CaptureQueriesContext(
            connection,
        ) as queries_made:
            response = fetch(f"/status/{each}")
        assert response.status == 404
        assert "<h1>Nothing on this plate</h1>" in response.body.decode()
        assert len(queries_made) == 0


@pytest.mark.parametrize("suffix", ["", *FORMS])
def test_link_with_appended_punctuation_redirects_to_its_page(send: Send, suffix: str) -> None:
    path = f"/status/{token_of(make_request(send).pk)}{suffix}"
    for mark in (")", ".", "%20", "_", ")/.", "//"):
        response = browse(caller(), path + mark, query="correct")
        assert (response.status, response.headers["location"]) == (308, f"{path}?correct")
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["referrer-policy"] == "no-referrer"
    assert fetch(path).status == (303 if suffix == "/plan/" else 200)  # no plan yet


def test_link_with_appended_punctuation_to_no_page_is_not_found(send: Send) -> None:
    request = make_request(send, Kind.EVENT)
    token = token_of(request.pk)
    paths = [f"{alter(token)})", f"{token}/other)", f"{token}.x", ").", f"{token}/again/x/"]
    assert [fetch(f"/status/{path}").status for path in paths] == [404] * 5
    request.delete()
    assert fetch(f"/status/{token})").status == 404


def test_back_office_cookie_does_not_change_the_page(send: Send) -> None:
    path = f"/status/{token_of(make_request(send).pk)}"
    assert fetch(path, Cookie="sessionid=abcdefgh").body == fetch(path).body


def test_head_is_allowed_and_other_methods_are_rejected(send: Send) -> None:
    path = f"/status/{token_of(make_request(send).pk)}"
    assert (fetch(path, "HEAD").status, fetch(path, "HEAD").body) == (200, b"")
    for method in ("POST", "PUT", "DELETE"):
        assert fetch(path, method).status == 404
    assert fetch(path, "OPTIONS").status == 405


def test_log_does_not_contain_the_token(send: Send, log: io.StringIO, monkeypatch: Any) -> None:
    token = token_of(make_request(send).pk)
    others = (alter(token), f"{token})", f"{token}/x")
    statuses = [fetch(f"/status/{each}").status for each in (token, *others)]
    fetch(f"/status/{token}", "POST")

    def broken(request_id: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(queries, "load_status", broken)
    statuses.append(fetch(f"/status/{token}").status)
    assert statuses == [200, 404, 308, 404, 500]
    text = log.getvalue()
    assert '"route":"/status/<str:token>"' in text.replace(": ", ":")
    assert token not in text
    assert token[:22] not in text


def test_acknowledgement_links_to_the_page_if_the_shop_has_an_origin(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    assert "/status/" not in mail_about(request, "customer").as_string()
    known = catalogue.current()
    site = replace(known.site, origin="https://shop.example")
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))
    to_shop, to_customer = (mail_about(request, recipient) for recipient in ("shop", "customer"))
    address = f"https://shop.example/status/{token_of(request.pk)}"
    assert f"Track your order:\n{address}\n" in part(to_customer, "plain")
    assert f'<a href="{address}"' in part(to_customer, "html")
    asks = "Answer a few questions, so that we can start:"
    assert f"{asks}\n{address}/start/\n" in part(to_customer, "plain")
    assert f'<a href="{address}/start/"' in part(to_customer, "html")
    assert "/status/" not in to_shop.as_string()
    enquired = mail_about(make_request(send, Kind.EVENT), "customer")
    assert "Track your request:\nhttps://shop.example/status/" in part(enquired, "plain")
    assert "/start/" not in enquired.as_string()
    assert fetch(address.removeprefix("https://shop.example")).status == 200


def test_database_error_shows_a_page_without_details() -> None:
    def broken(*_: Any) -> Any:
        raise DatabaseError("disk I/O error")

    address = f"/status/{token_of(new_id(timezone.now()))}"
    with connection.execute_wrapper(broken):
        response = Client(raise_request_exception=False).get(address)
    page = response.content.decode()
    assert response.status_code == 500
    assert "<h1>Please try again in a minute</h1>" in page
    assert "disk" not in page
    assert response["Cache-Control"] == "no-store"
