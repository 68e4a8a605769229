"""The page of an unexpected error, whatever it was that failed."""

from typing import Any

import pytest
from django.db import DatabaseError, connection

from tests.factories.accounts import logged_in, make_desk_client, make_staff_account

pytestmark = pytest.mark.django_db
LIST = "/backoffice/requests/"


def broken(*_: Any) -> Any:
    raise DatabaseError("<b>disk I/O error</b>")


def test_a_failure_renders_a_page_without_the_database() -> None:
    client = make_desk_client()
    client.raise_request_exception = False
    with connection.execute_wrapper(broken):
        answer = client.get(LIST)
    page = answer.content.decode()
    assert answer.status_code == 500
    assert "<h1>Something went wrong.</h1>" in page
    assert "check whether it was saved before you try again" in page
    assert 'href="/backoffice/"' in page
    assert "disk" not in page


def test_an_island_gets_a_failure_as_json() -> None:
    client = make_desk_client()
    client.raise_request_exception = False
    with connection.execute_wrapper(broken):
        answer = client.get(LIST, headers={"Accept": "application/json"})
    assert answer.status_code == 500
    assert answer.json() == {"message": "Something went wrong."}


@pytest.mark.parametrize("checks_csrf", [False, True])
def test_a_form_with_too_many_fields_shows_a_hint(checks_csrf: bool) -> None:
    client = logged_in(make_staff_account("priya"), checks_csrf=checks_csrf)
    client.cookies["csrftoken"] = "a" * 32
    ticked = [f"OT-7K2M9Q{number}:1" for number in range(1100)]
    answer = client.post(f"{LIST}several", {"request": ticked, "do": "assign"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "<h1>That is too much at once.</h1>" in page
    assert "select fewer rows" in page
    island = client.post(
        f"{LIST}several", {"request": ticked}, headers={"Accept": "application/json"}
    )
    assert (island.status_code, island.json()) == (400, {"message": "That is too much at once."})
