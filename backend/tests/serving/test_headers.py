"""Security headers of every response."""

from typing import Any

import pytest
from django.urls import reverse

from oottam.serving.headers import security_headers
from tests.http_client import Caller, browse

# Django checks its connection around every request, even without a query.
pytestmark = pytest.mark.django_db
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; manifest-src 'self'; frame-src https://www.google.com; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
EXPECTED = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/", "GET", 302),
        ("/order/", "GET", 200),
        ("/order/meal/vegmeal", "GET", 308),
        ("/order/nothing", "GET", 404),
        ("/order/assets/none.js", "GET", 404),
        ("/order/", "POST", 405),
        ("/vegmeal-form.php", "GET", 405),
        ("/vegmeal-form.php", "POST", 415),
        ("/nowhere", "GET", 404),
        ("/nowhere", "POST", 404),
        ("/static/staff/assets/staff-5f2c.css", "GET", 200),
        ("/healthz", "GET", 200),
    ],
)
def test_every_response_has_the_security_headers(
    application_client: Any, path: str, method: str, status: int
) -> None:
    answer = browse(application_client, path, method)
    assert answer.status == status
    assert {name: answer.headers.get(name) for name in EXPECTED} == EXPECTED
    assert "strict-transport-security" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers


def test_back_office_has_the_security_headers_and_noindex(application_client: Any) -> None:
    answer = browse(application_client, reverse("backoffice:log-in"), Host="localhost")
    assert answer.status == 200
    assert {name: answer.headers.get(name) for name in EXPECTED} == EXPECTED
    assert b'<meta name="robots" content="noindex, nofollow">' in answer.body


def test_hsts_is_sent_only_behind_tls() -> None:
    headers = dict(security_headers(frame_origin="https://maps.example", behind_tls=True))
    assert headers["Strict-Transport-Security"] == "max-age=63072000; includeSubDomains"
    assert "frame-src https://maps.example;" in headers["Content-Security-Policy"]


def test_headers_of_the_application_are_replaced() -> None:
    def application(environ: Any, start_response: Any) -> list[bytes]:
        own = [("x-frame-options", "ALLOW"), ("REFERRER-policy", "unsafe-url")]
        start_response("200 OK", [*own, ("content-length", "999"), ("Content-Type", "a/b")])
        return [b"body"]

    answer = browse(Caller(application, [("Referrer-Policy", "no-referrer")]), "/")
    assert answer.headers == {
        "content-length": "4",
        "content-type": "a/b",
        "referrer-policy": "no-referrer",
        "x-frame-options": "ALLOW",
        "x-request-id": answer.headers["x-request-id"],
    }
    assert answer.body == b"body"


def test_response_to_head_has_no_body(application_client: Any) -> None:
    for path in ("/order/", "/order/nothing", "/order/none.png", "/vegmeal-form.php", "/healthz"):
        assert browse(application_client, path, "HEAD").body == b""


@pytest.mark.spec("7.1")
def test_policy_allows_the_endpoint_hosts_of_the_storefronts_build() -> None:
    headers = dict(
        security_headers(
            frame_origin="https://maps.example.com",
            behind_tls=False,
            call_origins=["https://orders.example.com"],
        )
    )
    policy = headers["Content-Security-Policy"]
    assert "; connect-src 'self' https://orders.example.com; " in policy
