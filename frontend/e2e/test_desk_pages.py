"""
Checks of every linked desk page in its states: axe rules, narrow phones, target sizes.
New pages are found by their links.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from accessibility import axe_violations
from layout_checks import small_targets
from playwright.sync_api import Browser, Page
from sample_desk import at_the_desk, log_in
from steps import step

REFUSED = r"status of (403|404|409|422)"
# Empty results, denied pages and missing pages.
EMPTY = (
    "requests/?q=nobody-of-this-name",
    "plans/?q=nobody-of-this-name",
    "mails/?q=OT-0000000",
    "audit/?reference=OT-0000000",
    "privacy/?q=nobody@example.com",
    "privacy/?q=guest35%40example.com",
)
# Names of dishes, and pages of a preview, within an address: many, of one kind.
_NAMES = (
    r"(/dishes/\w+/)(?!new/)[^/]+",
    r"(/preview/\w+/).+",
    r"([?&]dish=).+",
)
_LINKS = "(links) => links.map((link) => link.href)"
_FORMS = """(forms) => forms.flatMap((form, at) =>
  form.querySelector(":required:not([type=password])") && !form.querySelector("[type=password]") ? [at] : [])"""
_SEND_EMPTY = """(form) => {
  for (const field of form.querySelectorAll("input:not([type=hidden]), textarea")) field.value = "";
  form.noValidate = true;
  form.requestSubmit();
}"""


def faults(page: Page, state: str) -> list[str]:
    """The page's faults at 360 and at 320 px."""
    found = axe_violations(page)
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        found += [f"too small at {width} px: {each}" for each in small_targets(page)]
        beyond = page.evaluate("document.documentElement.scrollWidth") - width
        found += [f"scrolls sideways by {beyond} at {width} px"] if beyond > 0 else []
    return [f"{state}: {each}" for each in found]


# Areas of the back office by the beginning of their addresses, the first that matches, and links that each has. An area
# is a case of its own, as a page takes a second.
AREAS: dict[str, tuple[str, ...]] = {
    "menu/words/": ("menu/words/titles/",),
    "menu/(weekly|custom-choice|combos|plans)/": ("menu/weekly/1/",),
    "menu/": ("menu/dishes/", "menu/differences/"),
    "kitchen/": ("kitchen/items/",),
    "(runs|money)/": ("runs/routes/", "money/cash/"),
    "(requests|plans|closed-days|calendar)/": (
        *("plans/OT-", "closed-days/", "calendar/", "requests/OT-", "requests/new/again/OT-"),
        *("requests/new/veg/", "requests/new/nonveg/", "requests/new/tray/", "requests/new/combo/"),
        *("requests/new/subscription/", "requests/new/event/", "requests/new/appointment/"),
        "requests/new/nutrition/",
    ),
    "": ("mails/", "staff/", "audit/", "privacy/", "account/", "invite"),
}
STARTS = ("", "menu/", "menu/words/")


def area_of(address: str) -> str:
    return next(area for area in AREAS if re.match(f".*?/backoffice/{area}", address))


def pages(page: Page, shop: str, area: str, most: int) -> Iterator[str]:
    """Visit the area's pages that links reach from STARTS; yield each URL. Of each kind it visits `most` requests and plans.

    Where that is one, queries make no other kind: a list and its filtered lists are one.
    """
    ahead = [f"{shop}/backoffice/{start}" for start in STARTS]
    seen = set(ahead)
    shapes: Counter[str] = Counter()
    while ahead:
        address = ahead.pop(0)
        page.goto(address)
        if area_of(address) == area:
            assert page.evaluate("scrollY") == 0, f"{address} does not begin at its top"
            yield address.removeprefix(shop)
        for link in page.locator("a[href]:not([href*='.pdf'], [download])").evaluate_all(_LINKS):
            whole = urljoin(address, link).partition("#")[0]
            kind = whole if most > 1 else whole.partition("?")[0]
            for name in _NAMES:
                kind = re.sub(name, r"\1=", kind)
            shape = re.sub(r"OT-\w{7}|=[^&]*|\d+", "=", kind)
            is_new = whole not in seen and whole.startswith(f"{shop}/backoffice/")
            limit = most if "OT-" in urlsplit(whole).path else 1
            if is_new and area_of(whole) == area and shapes[shape] < limit:
                seen.add(whole)
                shapes[shape] += 1
                ahead.append(whole)


@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("area", AREAS)
def test_every_page_of_an_owner(
    browser: Browser,
    browser_context_args: dict[str, Any],
    unchanged_sample: str,
    area: str,
    most: int,
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        found = [] if area else faults(page, "the log-in")
        log_in(page, "ravi")
        visited = []
        for address in pages(page, unchanged_sample, area, most):
            visited.append(address)
            found += faults(page, address)
        shown = "\n".join(visited)
        assert [part for part in AREAS[area] if part not in shown] == []
    assert found == []


@pytest.mark.slow
def test_empty_results(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample) as page:
        log_in(page, "ravi")
        found = []
        for address in EMPTY:
            page.goto(f"/backoffice/{address}")
            found += faults(page, address)
    assert found == []


@pytest.mark.parametrize(
    ("kinds", "refusals"),
    [
        (("veg", "appointment"), 6),
        pytest.param(("combo", "subscription", "event", "nutrition"), 2, marks=pytest.mark.slow),
    ],
    ids=["every form", "other kinds"],
)
def test_request_kinds_and_their_form_errors(
    browser: Browser,
    browser_context_args: dict[str, Any],
    unchanged_sample: str,
    kinds: tuple[str, ...],
    refusals: int,
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample, REFUSED) as page:
        log_in(page, "ravi")
        found, refused = [], 0
        for kind in kinds:
            page.goto(f"/backoffice/requests/?status=all&kind={kind}")
            page.goto(page.locator("a.reference").first.evaluate("(link) => link.href"))
            address = page.url
            found += faults(page, kind)
            shown = page.locator("main form[method=post]").evaluate_all(_FORMS)
            # States shared by all kinds are checked once.
            for at in shown if kind in ("veg", "appointment") else shown[:1]:
                page.goto(address)
                form = page.locator("main form[method=post]").nth(at)
                action = form.get_attribute("action") or ""
                with page.expect_navigation() as moved:
                    form.evaluate(_SEND_EMPTY)
                if moved.value.status == 422:
                    refused += 1
                    found += faults(page, f"{kind}, refused: {action}")
        assert refused >= refusals
    assert found == []


def test_missing_forbidden_and_stale_pages(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample, REFUSED) as page:
        found = []
        log_in(page, "priya")
        for address, status in (("staff/", 403), ("requests/OT-0000000/", 404), ("nothing/", 404)):
            answer = page.goto(f"/backoffice/{address}")
            assert answer is not None
            assert answer.status == status
            found += faults(page, f"{status} {address}")
        with step("a page that was made before somebody else's change says who changed what"):
            page.goto("/backoffice/requests/?status=new&kind=veg")
            page.goto(page.locator("a.reference").first.evaluate("(link) => link.href"))
            page.get_by_text("Add a note").click()
            form = page.locator("form[action$='/note']")
            form.locator("textarea").fill("Calls back")
            form.locator("[name=version]").evaluate("(field) => { field.value = '999' }")
            with page.expect_navigation() as moved:
                form.get_by_role("button").click()
            assert moved.value.status == 409
            found += faults(page, "409")
        with step("a form's address that is opened by itself leads back and says so"):
            page.go_back()
            address = page.url
            page.goto(f"{address}note")
            assert page.url == address
            assert page.get_by_text("Nothing was saved.").is_visible()
            found += faults(page, "led back")
        with step("without cookies, or after another log-in, a form says why it was not taken"):
            page.context.clear_cookies(name="csrftoken")
            with page.expect_navigation() as moved:
                page.get_by_role("button", name="Log out").click()
            assert moved.value.status == 403
            found += faults(page, "unchecked")
    assert found == []
