"""Health data (allergies, goal, age) appears in no log, URL or browser storage."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hydration import open_hydrated, open_without_scripts
from mock_responses import mock_reply
from playwright.sync_api import APIRequestContext, Page, Request, expect
from steps import step

SCREEN = "/order/Meal/Nutrition"
CALL = "/api/nutrition"
# Words that occur nowhere else in the shop.
TYPED = {
    "Name": "Zubeida",
    "Age": "97",
    "Email": "zubeida@example.com",
    "Dietary Goal": "goal-qqq",
    "Allergies": "nuts-qqq",
    "Preferred Foods": "food-qqq",
}
BODY = {
    "name": "Zubeida",
    "age": "97",
    "email": "zubeida@example.com",
    "dietaryGoal": "goal-qqq",
    "allergies": "nuts-qqq",
    "preferredFoods": "food-qqq",
}
SECRETS = ("qqq", "Zubeida", "zubeida")
# The log line's own numbers: timestamp, request id, duration, size.
OWN_NUMBERS = re.compile(r"^\S+ \S+|\[[0-9a-f]{16}\]|[\d.]+ ms|\d+ bytes", re.MULTILINE)


def fill(page: Page) -> None:
    for label, value in TYPED.items():
        page.get_by_role("form").get_by_label(label).fill(value)


def submit(page: Page) -> None:
    page.get_by_role("form").locator("button[type=submit]").click()


@pytest.fixture
def addresses(page: Page) -> list[str]:
    """Collect every requested URL and referrer."""
    asked: list[str] = []

    def keep(request: Request) -> None:
        asked.append(request.url)
        asked.append(request.headers.get("referer", ""))

    page.on("request", keep)
    return asked


@pytest.mark.parametrize(
    "sent",
    [
        {"data": BODY},
        {"data": {**BODY, "age": "97 qqq"}},
        {"data": {**BODY, "email": "qqq"}},
        {"data": {**BODY, "qqq": "a field that nobody asked for"}},
        {"data": b'{"allergies": "nuts-qqq", '},
        {"data": b'"qqq"', "headers": {"Content-Type": "text/plain; qqq=qqq"}},
        {"data": {**BODY, "allergies": "qqq" * 100_000}},
        {"data": BODY, "method": "PUT"},
    ],
    ids=["taken", "age", "email", "extra", "broken", "text", "large", "method"],
)
def test_server_logs_contain_no_health_data(
    web: APIRequestContext, shop_data: Path, sent: dict[str, Any]
) -> None:
    log = shop_data / "server.log"
    before = len(log.read_text())
    web.fetch(CALL, **{"method": "POST", **sent})
    lines = log.read_text()[before:]
    assert [secret for secret in SECRETS if secret in lines] == []
    assert "97" not in OWN_NUMBERS.sub("", lines)


def test_error_response_contains_no_health_data(web: APIRequestContext) -> None:
    reply = web.post(CALL, data={**BODY, "age": "97 qqq", "email": "qqq"})
    assert reply.status == 422
    assert "qqq" not in reply.text()
    assert "97" not in reply.text()


class TestInTheBrowser:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["Failed to load resource"]

    def test_urls_and_storage_contain_no_health_data(
        self, page: Page, shop: str, addresses: list[str]
    ) -> None:
        messages: list[str] = []
        page.on("console", lambda message: messages.append(message.text))
        open_hydrated(page, shop + SCREEN)
        for status in (422, 500, None, 200):
            with step(f"after {status or 'no answer'} no address, no log and no storage has it"):
                mock_reply(page, CALL, status)
                fill(page)
                submit(page)
                expect(page.get_by_role("form").get_by_label("Allergies")).to_have_value("")
                kept = page.evaluate(
                    "JSON.stringify([location.href, history.state, { ...localStorage },"
                    " { ...sessionStorage }, document.cookie])"
                )
                seen = " ".join([*addresses, *messages, kept])
                assert [secret for secret in SECRETS if secret in seen] == []

    def test_submission_before_hydration_puts_nothing_into_the_url(
        self,
        page: Page,
        shop: str,
        addresses: list[str],
        expected_console: list[str],
        posted_pages: list[str],
    ) -> None:
        expected_console.append("status of 405")
        posted_pages.append(SCREEN)
        open_without_scripts(page, shop + SCREEN)
        fill(page)
        submit(page)
        expect(page.get_by_role("heading", name="Nothing was sent")).to_be_visible()
        expect(page).to_have_url(shop + SCREEN)
        assert [secret for secret in SECRETS if secret in " ".join(addresses)] == []
