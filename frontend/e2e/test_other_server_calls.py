"""With OOTTAM_CALL_BASES, the forms are sent to other servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from form_cases import EIGHT, VEG_FORM, Form, each
from playwright.sync_api import Page, Request, Route
from running_shop import fill_empty, running_shop
from shared_folders import SharedFolders

BASE = "https://calls.example/folder"


@pytest.fixture(scope="module")
def other_shop(
    tmp_path_factory: pytest.TempPathFactory, shared_folders: SharedFolders
) -> Iterator[str]:
    """The base URL of a shop whose forms are sent to another server."""
    folder: Path = tmp_path_factory.mktemp("other-server")
    shared_folders.copy("empty", fill_empty, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OOTTAM_CALL_BASES", ",".join(f"{form.id}={BASE}" for form in EIGHT))
        with running_shop(folder) as address:
            yield address


@each(VEG_FORM, nightly=tuple(form for form in EIGHT if form is not VEG_FORM))
def test_a_form_is_sent_to_the_other_server_with_its_key(
    page: Page, other_shop: str, form: Form
) -> None:
    """The Content-Security-Policy allows the call; the JSON content type causes a preflight request."""
    sent: list[Request] = []

    def reply(route: Route) -> None:
        sent.append(route.request)
        allowed = {
            "Access-Control-Allow-Origin": other_shop,
            "Access-Control-Allow-Headers": "content-type, idempotency-key",
        }
        route.fulfill(json={"status": "success"}, headers=allowed)

    page.route(f"{BASE}/**", reply)
    form.open(page, other_shop)
    form.fill(page)
    with page.expect_response(f"{BASE}{form.call}") as response:
        form.submit_button(page).click()
    assert response.value.ok
    [request] = [request for request in sent if request.method == "POST"]
    assert request.headers["idempotency-key"]
