"""Endpoints accept requests of own pages, allowed storefronts and programs other than browsers."""

import json
from typing import Any

import pytest

from oottam.requests.models import Request
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.http_client import caller

pytestmark = pytest.mark.django_db
FRIEND = "https://order.example.com"
FOREIGN = {
    "status": "error",
    "message": "This form can only be sent from our own pages.",
    "errors": [],
}


@pytest.fixture
def allowed_origin(settings: Any) -> str:
    """A storefront served elsewhere, which may send calls."""
    settings.ALLOWED_ORIGINS = [FRIEND]
    return FRIEND


@pytest.mark.parametrize(
    "headers",
    [
        {},  # curl
        {"Origin": "http://shop.example", "Host": "shop.example"},
        {"Origin": "https://shop.example", "Host": "shop.example"},  # a proxy speaks HTTPS
        {"Origin": "http://shop.example:8000", "Host": "shop.example:8000"},
        # A proxy in front that does not pass the host name on: the browser knows better.
        {"Origin": "https://shop.example", "Host": "upstream", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_own_pages_and_programs_may_send(send: Send, headers: dict[str, str]) -> None:
    response = send(veg_body(), **headers)
    assert response.status_code == 200
    assert "Access-Control-Allow-Origin" not in response.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example", "Host": "shop.example"},
        {"Origin": "https://shop.example.evil.example", "Host": "shop.example"},
        {"Origin": "http://shop.example:8001", "Host": "shop.example:8000"},
        {"Origin": "null", "Host": "shop.example"},
        {"Origin": "", "Host": "shop.example"},
        {"Origin": "https://evil.example", "Host": "evil.example", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://a.shop.example", "Host": "b.example", "Sec-Fetch-Site": "same-site"},
        {"Origin": FRIEND, "Host": "shop.example"},  # not allowed unless it is said
    ],
)
def test_pages_of_other_sites_get_a_403(send: Send, headers: dict[str, str]) -> None:
    response = send(veg_body(), **headers)
    assert (response.status_code, json.loads(response.content)) == (403, FOREIGN)
    assert "Access-Control-Allow-Origin" not in response.headers
    assert Request.objects.count() == 0


def test_allowed_storefront_may_send_and_read_the_response(send: Send, allowed_origin: str) -> None:
    answers = [
        send(body, Origin=allowed_origin, Sec_Fetch_Site="cross-site")
        for body in (veg_body(), veg_body(phone=""))
    ]
    assert [answer.status_code for answer in answers] == [200, 422]
    for answer in answers:
        assert answer["Access-Control-Allow-Origin"] == allowed_origin
        assert answer["Access-Control-Expose-Headers"] == "Retry-After, X-Request-ID"
        assert answer["Vary"] == "Origin"
        assert "Access-Control-Allow-Credentials" not in answer.headers


def test_responses_vary_by_origin(send: Send, allowed_origin: str) -> None:
    response = send(veg_body())
    assert response["Vary"] == "Origin"
    assert "Access-Control-Allow-Origin" not in response.headers


def asks(origin: str) -> Any:
    """What a browser asks before it sends JSON to another site."""
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,idempotency-key,menu-edition",
    }
    return caller().request("OPTIONS", VEG, headers=headers)


def test_preflight_of_an_allowed_storefront_succeeds(allowed_origin: str) -> None:
    response = asks(allowed_origin)
    assert (response.status_code, response.content) == (204, b"")
    told = {name: value for name, value in response.items() if name.startswith("access-control")}
    assert told == {
        "access-control-allow-origin": allowed_origin,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "Content-Type, Idempotency-Key, Menu-Edition",
        "access-control-max-age": "86400",
        "access-control-expose-headers": "Retry-After, X-Request-ID",
    }
    assert response["Vary"] == "Origin"


def test_preflight_of_another_site_gets_no_cors_headers(allowed_origin: str) -> None:
    response = asks("https://evil.example")
    assert response.status_code == 405
    assert not [name for name, _ in response.items() if name.startswith("access-control")]
