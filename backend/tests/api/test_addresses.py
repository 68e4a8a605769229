"""Forms outside the back office get JSON responses for every path and method."""

import json
from typing import Any

import pytest

from tests.conftest import VEG
from tests.http_client import caller


def answer(method: str, path: str) -> tuple[int, str | None, Any]:
    response = caller().request(method, path)
    return response.status_code, response.get("Allow"), json.loads(response.content or b"null")


def refused(message: str) -> dict[str, Any]:
    return {"status": "error", "message": message, "errors": []}


@pytest.mark.spec("7.1")
@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_endpoint_accepts_post_only(method: str) -> None:
    message = "This address only accepts forms that are sent to it (POST)."
    assert answer(method, VEG) == (405, "POST", refused(message))


@pytest.mark.parametrize(
    "path",
    ["/", "/vegmeal-form", "/VegMeal-Form.php", "/vegmeal-form.php/", "/api", "/backoffice", "/x"],
)
def test_form_to_an_unknown_path_is_a_json_404(path: str) -> None:
    message = "Nothing at this address accepts a form."
    assert answer("POST", path) == (404, None, refused(message))


@pytest.mark.django_db  # Django looks at its connection around every request
def test_get_of_an_unknown_path_is_a_plain_404() -> None:
    response = caller().request("GET", "/nowhere")
    assert (response.status_code, response.content) == (404, b"Not found\n")
    assert response["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.spec("6.1")
def test_endpoint_uses_no_session_and_no_cookies() -> None:
    response = caller().request("POST", VEG, b"{}", {"Content-Type": "application/json"})
    assert response.status_code == 422
    assert "Set-Cookie" not in response
    assert "Vary" not in response
