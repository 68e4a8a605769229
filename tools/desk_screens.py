"""Takes the screenshots of docs/backoffice.md: every desk screen of the sample shop, on a phone and a computer.

python -m tools.desk_screens [NAME ...]
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import fontpkg
from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.built_shop import built_shop
from benchmarks.phone import launch_browser
from system_tests.support.shop import ROOT
from tools.sheet import sheet

INDIA = ZoneInfo("Asia/Kolkata")
FOLDER = ROOT / "docs/desk"
WINDOWS: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 1200, "height": 844},
)
FACES = ("Noto Sans Tamil",)
PASSWORD = "only for these pictures"
PEOPLE = {"priya": "owner", "sita": "rider"}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        _fonts(),
        tempfile.TemporaryDirectory(prefix="oottam-desk-") as folder,
        built_shop(Path(folder), SECOND_FACTOR="OFF") as shop,
        launch_browser() as browser,
    ):
        _manage(folder, "demo")
        for name, role in PEOPLE.items():
            _manage(folder, "staff_account", name, "--role", role, sent=f"{PASSWORD}\n")
        for name in sys.argv[1:] or SCREENS:
            shots = [_shot(browser, shop, window, SCREENS[name]) for window in WINDOWS]
            picture = sheet(browser, {"": shots}, columns=1, height=560, quality=60)
            (FOLDER / f"{name}.webp").write_bytes(picture)


@contextmanager
def _fonts() -> Iterator[None]:
    """Install the labels' fonts for browsers started in the block: some names are in Tamil."""
    with tempfile.TemporaryDirectory(prefix="oottam-fonts-") as folder:
        previous = os.environ.get("XDG_DATA_HOME")
        os.environ["XDG_DATA_HOME"] = folder
        fonts = Path(folder) / "fonts"
        fonts.mkdir()
        for face in FACES:
            shutil.copy(fontpkg.path(face), fonts)
        yield
        if previous is None:
            del os.environ["XDG_DATA_HOME"]
        else:
            os.environ["XDG_DATA_HOME"] = previous


def _manage(folder: str, *arguments: str, sent: str = "") -> None:
    subprocess.run(
        [sys.executable, ROOT / "backend/manage.py", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT / "backend"), "OOTTAM_VAR": folder},
        input=sent,
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def _shot(
    browser: Browser, shop: str, window: ViewportSize, visit: Callable[[Page, str], None]
) -> bytes:
    context = browser.new_context(
        viewport=window, locale="en-IN", timezone_id="Asia/Kolkata", reduced_motion="reduce"
    )
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda call: call.abort())
    page = context.new_page()
    visit(page, shop)
    page.wait_for_load_state("networkidle")
    picture = page.screenshot(type="jpeg", quality=90)
    context.close()
    return picture


def _open_login(page: Page, shop: str) -> None:
    page.goto(f"{shop}/backoffice/login/")


def _log_in(page: Page, shop: str, name: str = "priya") -> None:
    _open_login(page, shop)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda address: "/login/" not in address)


def _at(address: str) -> Callable[[Page, str], None]:
    def visit(page: Page, shop: str) -> None:
        _log_in(page, shop)
        page.goto(f"{shop}/backoffice/{address}")

    return visit


def _request(
    query: str, heading: str | None = None, suffix: str = ""
) -> Callable[[Page, str], None]:
    """Open the first request of a list, scrolled to a heading."""

    def visit(page: Page, shop: str) -> None:
        _log_in(page, shop)
        page.goto(f"{shop}/backoffice/requests/{query}")
        address = page.locator("main a[href*='/requests/OT-']").first.get_attribute("href")
        page.goto(f"{shop}{address}{suffix}")
        if heading:
            page.get_by_role("heading", name=heading).evaluate("it => it.scrollIntoView()")
            page.mouse.wheel(0, -20)

    return visit


def _plan(page: Page, shop: str) -> None:
    """Open a plan and select a day to skip."""
    _log_in(page, shop)
    page.goto(f"{shop}/backoffice/plans/")
    page.locator(".plan-row", has_text="Veg meal").locator("a").first.click()
    page.locator(".day:not(.locked) input[type=checkbox]").first.check()
    page.get_by_role("button", name="Skip").click()
    page.locator("form [role=status] li").first.wait_for()
    page.locator("#strip").evaluate("it => it.scrollIntoView()")


def _closed_days(page: Page, shop: str) -> None:
    _log_in(page, shop)
    page.goto(f"{shop}/backoffice/closed-days/")
    page.get_by_label("Day", exact=True).fill(f"{_today() + timedelta(days=5)}")
    page.get_by_label("Reason").fill("Wedding of the cook")
    page.get_by_role("button", name="Preview").click()


def _order(page: Page, shop: str) -> None:
    _log_in(page, shop)
    page.goto(f"{shop}/backoffice/requests/new/veg/")
    for words in ("smoothie", "salad"):
        page.get_by_label("Find a dish").fill(words)
        page.keyboard.press("Enter")
    page.get_by_label("Find a dish").fill("")


def _again(page: Page, shop: str) -> None:
    _request("?status=completed&kind=veg")(page, shop)
    page.get_by_role("link", name="Reorder").click()


def _status(page: Page, shop: str) -> None:
    _request("?status=confirmed&kind=veg")(page, shop)
    address = page.get_by_role("link", name="Customer's page").get_attribute("href")
    page.goto(f"{shop}{address}")


def _kitchen(page: Page, shop: str) -> None:
    """Open the first day from today with lunch to cook."""
    _log_in(page, shop)
    page.goto(f"{shop}/backoffice/kitchen/{_today()}/")
    while not page.locator("#meal-2").count():
        page.goto(f"{shop}{page.locator('a[rel=next]').get_attribute('href')}")
    page.goto(f"{page.url}?meal=2")


def _today() -> date:
    return datetime.now(INDIA).date()


def _labels(page: Page, shop: str) -> None:
    _kitchen(page, shop)
    page.get_by_role("link", name="Labels").click()


def _runs(page: Page, shop: str) -> None:
    """Open the runs of a lunch and assign a rider to the first run without one."""
    _log_in(page, shop)
    page.goto(f"{shop}/backoffice/runs/")
    page.locator("main").get_by_role("link", name="Lunch").first.click()
    riders = page.get_by_label("Rider")
    for at in range(riders.count()):
        if riders.nth(at).is_visible() and riders.nth(at).input_value() == "":
            riders.nth(at).select_option("sita")
            riders.nth(at).locator("xpath=ancestor::form").get_by_role("button").click()
            page.goto(page.url)
            return


def _run(page: Page, shop: str) -> None:
    """Open a run as the rider assigned to it."""
    _log_in(page, shop, "sita")
    page.locator("main a[href*='/backoffice/runs/']").first.click()


def _dish(page: Page, shop: str) -> None:
    _at("kitchen/items/?q=curd+millet")(page, shop)
    page.locator(".kitchen-items a").first.click()


SCREENS: dict[str, Callable[[Page, str], None]] = {
    "log-in": _open_login,
    "today": _at(""),
    "customers": _at("customers/?q=0007"),
    "inbox": _at("requests/"),
    "request": _request("?status=new&kind=veg"),
    "price": _request("?status=confirmed&kind=veg", "Money"),
    "message": _request("?status=new&kind=veg", "Message to the customer", "?write=question"),
    "history": _request("?status=confirmed&kind=veg", "History"),
    "again": _again,
    "new-order": _order,
    "plans": _at("plans/"),
    "plan": _plan,
    "closed-days": _closed_days,
    "kitchen": _kitchen,
    "dish": _dish,
    "shopping": _at("kitchen/shopping/"),
    "labels": _labels,
    "runs": _runs,
    "run": _run,
    "failed": _at("runs/failed/"),
    "calendar": _at("calendar/"),
    "mails": _at("mails/"),
    "reports": _at("reports/"),
    "staff": _at("staff/"),
    "record": _at("audit/"),
    "privacy": _at("privacy/?q=guest35%40example.com"),
    "account": _at("account/"),
    "status": _status,
}

if __name__ == "__main__":
    main()
