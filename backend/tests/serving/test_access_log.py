"""Access log: one line per request with id, method, URL pattern, status, ms and bytes."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from oottam.api.writing.writer import WRITER
from oottam.config.log_format import JsonLines
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.factories.accounts import make_desk_client
from tests.http_client import Answer, Caller, browse

PROXY = "127.0.0.1"
SECRET = "asha@example.com"
PROXY_ID = "4f0c1a2b-0000-4000-8000-0123456789ab"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The log output at level DEBUG and above."""
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    previous_level = root.level
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield output
    root.removeHandler(handler)
    root.setLevel(previous_level)


def lines(log: io.StringIO, logger: str = "oottam.access") -> list[dict[str, Any]]:
    found = [json.loads(line) for line in log.getvalue().splitlines()]
    return [line for line in found if line["logger"] == logger]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("method", "path", "route", "status"),
    [
        ("GET", "/order/", "/order/", 200),
        ("GET", "/order/assets/app-5f2c.js", "/order/assets/app-5f2c.js", 200),
        ("GET", f"/order/{SECRET}", "-", 404),
        ("GET", f"/{SECRET}", "-", 404),
        ("POST", VEG, VEG, 415),
        ("GET", VEG, VEG, 405),
        ("GET", "/backoffice/login/", "/backoffice/login/", 200),
        (
            "GET",
            f"/backoffice/link/{SECRET}/",
            "/backoffice/link/<str:token>/",
            410,
        ),
        ("GET", "/static/staff/assets/staff-5f2c.css", "/static/staff/assets/staff-5f2c.css", 200),
        ("GET", f"/static/{SECRET}", "-", 404),
        ("GET", "/readyz", "/readyz", 200),
        ("BREW", "/nowhere", "-", 404),
        (SECRET, "/nowhere", "-", 400),
    ],
)
def test_request_is_logged_once_without_its_url(
    *, application_client: Any, log: io.StringIO, method: str, path: str, route: str, status: int
) -> None:
    answer = browse(application_client, path, method, query=f"email={SECRET}", Host="localhost")
    [line] = lines(log)
    assert (line["route"], line["status"], answer.status) == (route, status, status)
    assert line["method"] == (method if method in ("GET", "POST") else "OTHER")
    assert line["bytes"] == int(answer.headers["content-length"])
    assert 0 <= line["ms"] < 60_000
    assert line["request_id"] == answer.headers["x-request-id"]
    assert line["message"].startswith(f"{line['method']} {route} {status} ")
    assert SECRET not in log.getvalue()


@pytest.mark.django_db(transaction=True)
def test_probes_are_logged_at_info_only_when_failing(
    application_client: Any, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    browse(application_client, "/readyz")
    monkeypatch.setattr(WRITER, "_closed", True)
    browse(application_client, "/readyz")
    assert [(line["level"], line["status"]) for line in lines(log)] == [
        ("DEBUG", 200),
        ("INFO", 503),
    ]


def respond_to(**headers: str) -> Answer:
    def application(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    return browse(Caller(application, proxy=PROXY), "/", **headers)


def test_every_request_gets_a_new_id() -> None:
    ids = {respond_to().headers["x-request-id"] for _ in range(20)}
    assert len(ids) == 20
    assert {len(each) for each in ids} == {16}


def test_request_id_of_trusted_proxy_is_used() -> None:
    answer = respond_to(X_Request_ID=PROXY_ID, X_Forwarded_For="203.0.113.9")
    assert answer.headers["x-request-id"] == PROXY_ID


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Request_ID": PROXY_ID},
        *[
            {"X_Request_ID": given, "X_Forwarded_For": "203.0.113.9"}
            for given in ("short", "g" * 65, "a b" * 8, "a" * 20 + "\n", "é" * 20, SECRET)
        ],
    ],
)
def test_untrusted_request_id_is_replaced(headers: dict[str, str]) -> None:
    answer = respond_to(**headers)
    assert answer.headers["x-request-id"] != headers["X_Request_ID"]


def fail(*args: Any, **kwargs: Any) -> Any:
    raise ValueError(SECRET)


def test_application_error_is_a_json_500_logged_without_its_message(log: io.StringIO) -> None:
    answer = browse(Caller(fail), f"/{SECRET}")
    assert (answer.status, json.loads(answer.body)["status"]) == (500, "error")
    [first], [last] = lines(log, "oottam.serving.asgi"), lines(log)
    assert (first["level"], last["status"]) == ("ERROR", 500)
    assert "- failed: ValueError" in first["message"]
    assert first["request_id"] == last["request_id"] == answer.headers["x-request-id"]
    assert SECRET not in log.getvalue()


@pytest.mark.django_db
def test_no_personal_data_of_an_order_is_logged(
    send: Send, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = {"name": "Asha-7", "phone": "98400-77777", "email": SECRET, "address": "12 Beach-7"}
    bodies = [veg_body(**person), veg_body(**person, date=5), veg_body(**person, timing="no")]
    raws = [json.dumps(body).encode() for body in bodies] + [json.dumps(bodies[0])[:-1].encode()]
    statuses = [send(raw).status_code for raw in raws]
    monkeypatch.setattr(WRITER, "submit", fail)
    statuses.append(send(raws[0]).status_code)
    assert statuses == [200, 422, 422, 400, 500]
    [failure] = lines(log, "oottam.api.responses")
    assert failure["message"].startswith("veg failed: ValueError\n")
    for value in ("Asha-7", "77777", SECRET, "Beach-7"):
        assert value not in log.getvalue()


@pytest.mark.django_db
def test_back_office_error_is_logged_without_its_message(
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    from oottam.backoffice.inbox import queries

    monkeypatch.setattr(queries, "page_of", fail)
    client = make_desk_client()
    client.raise_request_exception = False
    response = client.get("/backoffice/requests/", {"q": SECRET})
    assert response.status_code == 500
    [failure] = lines(log, "oottam.config.urls")
    assert failure["message"].startswith("/backoffice/requests/ failed: ValueError\n")
    assert SECRET not in log.getvalue()


@pytest.mark.django_db
def test_failed_log_in_logs_no_user_name(log: io.StringIO) -> None:
    client = Client(headers={"host": "localhost"})
    for _ in range(6):  # one more than it takes to be locked out
        form = {"username": SECRET, "password": f"{SECRET}-7"}
        answer = client.post("/backoffice/login/", form)
    assert answer.status_code == 429
    assert SECRET not in log.getvalue()


@pytest.mark.django_db
def test_invalid_host_name_is_not_logged(application_client: Any, log: io.StringIO) -> None:
    assert (
        browse(application_client, "/backoffice/login/", Host=SECRET.replace("@", ".")).status
        == 400
    )
    assert "asha" not in log.getvalue()
