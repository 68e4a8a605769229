"""Today's delivery run on a phone: planned by the desk, completed offline, each outcome sent once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from accessibility import DESKTOP, expect_accessible
from playwright.sync_api import Browser, Locator, Page, expect
from running_shop import PASSWORD, manage, running_shop
from sample_desk import PHONE, at_the_desk, log_in, press, type_into
from shared_folders import SharedFolders
from steps import step
from waiting import wait_until

# Lunches due today on any weekday; their PIN codes belong to one route, which the test creates.
LUNCHES_TODAY = """
from django.utils import timezone
from oottam.delivery.models import CashCollection, StopPosition, DeliveryOutcome, Route, Run
from oottam.workflow.models import FulfilmentDetails, Payment
from oottam.schedule.models import Meal, Serving
today = timezone.localdate()
lunches = Serving.objects.filter(meal=Meal.LUNCH)
for table in (CashCollection, Payment, DeliveryOutcome, Run, StopPosition, Route):
    table.objects.all().delete()
lunches.filter(date=today, state__in=(2, 3)).update(state=1)
late = lunches.filter(date__gt=today, state=1).exclude(plan__in=lunches.filter(date=today).values("plan"))
some = {serving.plan_id: serving.pk for serving in late}
Serving.objects.filter(pk__in=list(some.values())[:6]).update(date=today, is_exception=True)
FulfilmentDetails.objects.update(pin="600090")
"""
# One run of them all, of the rider sita.
_PLAN = """
from django.contrib.auth.models import User
from oottam.delivery.services import riders, routes
ravi, sita = (User.objects.get(username=name) for name in ("ravi", "sita"))
route = routes.add_route(name="Beach", actor=ravi, now=timezone.now(), pins=["600090"])
riders.assign(day=today, meal=Meal.LUNCH, route_id=route.pk, rider=sita, actor=ravi, now=timezone.now())
"""
_NO_NETWORK = "Failed to load resource: net::ERR_|resulted in a network error response"
_KEPT = "await (await caches.open('oottam-runs')).match(location.pathname)"
_KNOWN = "await caches.match(location.pathname + 'known')"
_COVERED = """() => {
  const bar = document.querySelector(".unsent").getBoundingClientRect();
  const focused = document.activeElement.getBoundingClientRect();
  return bar.bottom > focused.top && bar.top < focused.bottom;
}"""
_ALL_SENT = "!Object.keys(localStorage).some((name) => name.startsWith('oottam-run-'))"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, shared_folders: SharedFolders) -> Path:
    """The OOTTAM_VAR folder of this module's shop."""
    folder = tmp_path_factory.mktemp("sample")
    shared_folders.copy_sample(folder)
    manage(folder, "staff_account", "gopal", "--role", "rider", typed=f"{PASSWORD}\n")
    return folder


@pytest.fixture(scope="module")
def sample(folder: Path) -> Iterator[str]:
    with running_shop(folder) as address:
        yield address


@pytest.fixture
def unplanned(sample: str, folder: Path) -> str:
    """The shop's address; its lunches of today are in no run."""
    manage(folder, "shell", "-v", "0", "-c", LUNCHES_TODAY)
    return sample


@pytest.fixture
def planned(sample: str, folder: Path) -> str:
    """The shop's address; its lunches of today are in a run of the rider sita."""
    manage(folder, "shell", "-v", "0", "-c", LUNCHES_TODAY + _PLAN)
    return sample


def wait_for(page: Page, condition: str) -> None:
    """Wait for a condition that may await."""
    wait_until(page, f"async () => Boolean({condition})")


def current_stop(page: Page) -> str:
    """The customer's name at the current stop."""
    return page.locator("#next").inner_text()


def done_stop(page: Page, name: str) -> Locator:
    """The completed stop of this customer; the first, as sample names may repeat."""
    return page.get_by_role("region", name="Done").get_by_role("listitem").filter(has_text=name)


def plan_run(page: Page) -> None:
    log_in(page, "ravi")
    with step("the owner makes a route of a PIN code"):
        page.goto("/backoffice/runs/routes/")
        page.get_by_label("Name").fill("Beach")
        page.get_by_label("PIN codes").fill("600 090")
        press(page.get_by_role("button", name="Add"))
        expect(page.get_by_text("Route added.")).to_be_visible()
    with step("its stops stand in one run, and a rider gets it"):
        page.goto("/backoffice/runs/")
        press(page.get_by_role("link", name="Lunch"))
        expect_accessible(page, "runs of a meal", DESKTOP, PHONE)
        page.get_by_label("Rider", exact=True).select_option("sita")
        press(page.get_by_role("button", name="Assign"))
        expect(page.get_by_text("sita is the rider.")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def complete_run_offline(page: Page) -> None:
    first = current_stop(page)
    with step("the run is kept for the time without network"):
        wait_for(page, _KEPT)
    page.context.set_offline(offline=True)
    with step("without network it goes on, and says what has not been sent"):
        press(page.get_by_role("button", name="Delivered to"))
        expect(page.get_by_text("1 not sent yet.")).to_be_visible()
        assert current_stop(page) != first
        expect(page.locator("#next")).to_be_focused()
    with step("why a box was not delivered is one tap more"):
        press(page.get_by_role("button", name="Not delivered…"))
        expect_accessible(page, "why a box was not delivered", PHONE)
        press(page.get_by_role("button", name="Nobody at home"))
        expect(page.get_by_text("2 not sent yet.")).to_be_visible()
        expect(page.locator(".next-count")).to_contain_text("2 to send")
    with step("what is not sent yet covers nothing, wherever the keyboard is"):
        page.set_viewport_size({"width": 360, "height": 640})
        for stop in (page.locator("main button").last, page.locator("#next")):
            stop.focus()
            assert not page.evaluate(_COVERED)
        page.set_viewport_size(PHONE)
    third = current_stop(page)
    with step("it opens without network, too, and knows what was tapped"):
        page.reload()
        expect(page.get_by_text("2 not sent yet.")).to_be_visible()
        assert current_stop(page) == third
    with step("with network all is sent by itself"):
        page.context.set_offline(offline=False)
        wait_for(page, _ALL_SENT)
        expect(page.get_by_text("not sent yet")).to_have_count(0)
    with step("what is owed is collected at the door"):
        press(page.get_by_role("button", name="Collect").first)
        press(page.get_by_role("button", name="UPI received"))
        wait_for(page, _ALL_SENT)
        expect(page.get_by_role("button", name="Collect")).to_have_count(0)
    page.context.set_offline(offline=True)
    with step(
        "opened again without network, it shows what was counted, and nothing to collect twice"
    ):
        page.reload()
        expect(page.locator("#next")).to_have_text(third)
        expect(page.get_by_role("heading", name="Done")).to_be_visible()
        expect(done_stop(page, first)).to_contain_text("Delivered")
        expect(page.get_by_role("button", name="Collect")).to_have_count(0)
    page.context.set_offline(offline=False)
    with step("what was said can be taken back"):
        done = done_stop(page, first)
        expect(done).to_contain_text("Delivered")
        press(done.get_by_role("button", name="Undo"))
        expect(page.locator("#next")).to_have_text(first)


def collect(page: Page) -> None:
    with step("cash and UPI are collected at the door, and what was typed wrongly is undone"):
        for amount, button in (
            ("150", "Cash received"),
            ("70", "UPI received"),
            ("15", "Cash received"),
        ):
            press(page.get_by_role("button", name=re.compile("^Collect")).first)
            type_into(page.get_by_label(re.compile("^Amount for")), amount)
            expect_accessible(page, "collecting money", PHONE)
            press(page.get_by_role("button", name=button))
            wait_for(page, _ALL_SENT)
        page.goto("/backoffice/runs/")
        press(page.get_by_role("button", name=re.compile("^Undo ₹15 ")))
        expect(page.get_by_role("button", name=re.compile("^Undo ₹15 "))).to_have_count(0)


def count_cash(page: Page) -> None:
    with step("the desk counts what the rider hands over; one typed wrongly is undone"):
        page.goto("/backoffice/money/")
        press(page.get_by_role("link", name="Riders' cash"))
        sita = page.get_by_role("region", name="sita")
        expect(sita).to_contain_text(re.compile(r"Still with the rider\s*₹150"))
        expect_accessible(page, "riders' cash", DESKTOP, PHONE)
        for amount, missing in (("60", "₹90"), ("90", "none")):
            type_into(sita.get_by_label("Cash handed over, in rupees"), amount)
            press(sita.get_by_role("button", name="Record for"))
            expect(page.get_by_text(f"₹{amount} of sita recorded.")).to_be_visible()
            expect(sita.get_by_role("definition").last).to_have_text(missing)
        press(page.get_by_role("button", name=re.compile("^Undo ₹60")))
        expect(sita.get_by_role("definition").last).to_have_text("₹60")


def open_run(page: Page) -> None:
    press(page.get_by_role("link", name=re.compile("Lunch Beach")))
    expect(page.get_by_role("button", name="Not delivered…")).to_be_visible()


def reassign_run(hers: Page, his: Page, desks: Page) -> None:
    """Reassign the run while the first rider's phone is offline."""
    log_in(hers, "sita")
    open_run(hers)
    first = current_stop(hers)
    hers.context.set_offline(offline=True)
    press(hers.get_by_role("button", name="Delivered to"))
    expect(hers.locator("#next")).not_to_have_text(first)
    second = current_stop(hers)
    log_in(his, "gopal")
    with step("another rider sees the run's name and number of stops only, and asks for it"):
        expect(his.get_by_role("heading", name="No runs for you today")).to_be_visible()
        expect(his.get_by_text(re.compile(r"Lunch Beach, \d+ stops"))).to_be_visible()
        expect(his.get_by_role("main")).not_to_contain_text(second)
        expect_accessible(his, "runs of other riders", PHONE, DESKTOP)
        press(his.get_by_role("button", name="Ask to take over"))
        expect(his.get_by_text("Asked, not accepted yet.")).to_be_visible()
    log_in(desks, "priya")
    with step("the desk agrees, and the run is his"):
        desks.goto("/backoffice/runs/")
        press(desks.get_by_role("link", name="Lunch"))
        expect(desks.get_by_text("gopal wants to take over lunch Beach.")).to_be_visible()
        expect_accessible(desks, "a run that is asked for", PHONE, DESKTOP)
        press(desks.get_by_role("button", name="Accept"))
        expect(desks.get_by_text("The run has a new rider.")).to_be_visible()
        his.reload()
        open_run(his)
        assert current_stop(his) == first
    with step("what was tapped before counts, what was tapped after does not, and is said"):
        press(hers.get_by_role("button", name="Delivered to"))
        expect(hers.get_by_text("2 not sent yet.")).to_be_visible()
        hers.context.set_offline(offline=False)
        expect(hers.get_by_text("This run was not yours when you tapped.")).to_be_visible()
        wait_for(hers, _ALL_SENT)
        expect(hers.get_by_text("given to someone else, or its day is over")).to_be_visible()
        his.reload()
        expect(done_stop(his, first)).to_contain_text("Delivered")
        assert current_stop(his) == second
    send_from_list(hers)


def send_from_list(hers: Page) -> None:
    """Send the queued outcomes from the list of runs after the run was reassigned."""
    with step("what waits of a run that does not open any more is sent from the list of her runs"):
        press(hers.get_by_role("button", name="OK"))
        hers.context.set_offline(offline=True)
        press(hers.get_by_role("button", name="Undo").first)
        expect(hers.get_by_text("1 not sent yet.")).to_be_visible()
        of_run = hers.url
        hers.goto("about:blank")
        hers.context.set_offline(offline=False)
        hers.goto("/backoffice/runs/mine/")
        expect(hers.get_by_text("This run was not yours when you tapped.")).to_be_visible()
        wait_for(hers, _ALL_SENT)
        expect_accessible(hers, "a tap that did not count, on the list of runs", PHONE)
    with step("nothing of a run that is not hers stays on her phone"):
        hers.goto(of_run)
        wait_for(hers, f"!({_KNOWN})")


def test_run_is_planned_and_completed_offline(
    browser: Browser, browser_context_args: dict[str, Any], unplanned: str
) -> None:
    with at_the_desk(browser, browser_context_args, unplanned) as page:
        plan_run(page)

    with at_the_desk(browser, browser_context_args, unplanned, _NO_NETWORK) as page:
        log_in(page, "sita")
        with step("the rider is led to the runs of today, and the next door stands large"):
            expect(page.get_by_role("heading", name="My runs today")).to_be_visible()
            open_run(page)
            expect_accessible(page, "a rider's run", PHONE)
        complete_run_offline(page)
        with step("nothing of it scrolls sideways"):
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
        with step("nothing of the run is kept after the rider has logged out"):
            page.get_by_role("button", name="Log out").click()
            page.wait_for_url(re.compile("login"))
            wait_for(page, "!(await caches.has('oottam-runs'))")


def test_desk_replaces_a_box_that_did_not_arrive_and_counts_the_riders_cash(
    browser: Browser, browser_context_args: dict[str, Any], planned: str
) -> None:
    with at_the_desk(browser, browser_context_args, planned) as page:
        log_in(page, "sita")
        open_run(page)
        failed = current_stop(page)
        press(page.get_by_role("button", name="Not delivered…"))
        press(page.get_by_role("button", name="Nobody at home"))
        wait_for(page, _ALL_SENT)
        collect(page)

    with at_the_desk(browser, browser_context_args, planned) as page:
        log_in(page, "priya")
        with step("the desk sees what did not arrive, and makes it up"):
            page.goto("/backoffice/runs/failed/")
            expect(page.get_by_role("heading", name=failed)).to_be_visible()
            expect(page.get_by_text("Nobody at home")).to_be_visible()
            expect_accessible(page, "boxes that did not arrive", PHONE)
            press(page.get_by_role("button", name=re.compile("Replace…")))
            expect(page.get_by_text("One more")).to_be_visible()
            expect_accessible(page, "what a replacement adds", PHONE)
            press(page.get_by_role("button", name="Replace", exact=True))
            expect(page.get_by_text("One box added on")).to_be_visible()
            expect(page.get_by_role("heading", name="All done")).to_be_visible()
        count_cash(page)


def test_run_is_taken_over_while_its_rider_is_offline(
    browser: Browser, browser_context_args: dict[str, Any], planned: str
) -> None:
    with (
        at_the_desk(browser, browser_context_args, planned, _NO_NETWORK, "404") as hers,
        at_the_desk(browser, browser_context_args, planned) as his,
        at_the_desk(browser, browser_context_args, planned) as desks,
    ):
        reassign_run(hers, his, desks)
