"""The progress page of generated files that take longer than a second, with and without JavaScript."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from accessibility import expect_accessible
from playwright.sync_api import Browser, Page, expect
from sample_desk import at_the_desk, log_in
from steps import step
from waiting import wait_for


@contextmanager
def paused_jobs(shop: str) -> Iterator[None]:
    """Suspend this shop's background job process, which is already started."""
    child = _child(shop)
    os.kill(child, signal.SIGSTOP)
    yield
    os.kill(child, signal.SIGCONT)


def _child(shop: str) -> int:
    port = f"PORT={urlsplit(shop).port}".encode()

    def find() -> int | None:
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                arguments = (folder / "cmdline").read_bytes().split(b"\0")
                environment = (folder / "environ").read_bytes().split(b"\0")
            except OSError:  # the process has ended
                continue
            if b"run_jobs" in arguments and port in environment:
                return int(folder.name)
        return None

    child = wait_for(find, "the child process")
    assert child
    return child


def open_labels(page: Page) -> None:
    """Open the first day from tomorrow that has labels; this starts the child process."""
    page.goto("/backoffice/kitchen/")
    for _ in range(4):
        page.goto(page.locator("a[rel=next]").evaluate("(link) => link.href"))
        if page.locator(".dish").count():
            page.goto(f"{page.url}labels/")
            return
    raise AssertionError("No day to come of the sample shop is cooked for.")


def test_slow_list_shows_a_progress_page(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    with at_the_desk(browser, browser_context_args, unchanged_sample, "status of 404") as page:
        log_in(page, "ravi")
        open_labels(page)
        with (
            paused_jobs(unchanged_sample),
            step("after a second the page says what is being prepared"),
        ):
            page.goto("/backoffice/requests/")
            page.get_by_role("button", name="Excel").click()
            expect(page).to_have_url(re.compile(r"/backoffice/files/[\w-]+/$"))
            expect(page.get_by_role("heading", name="The list of requests")).to_be_visible()
            expect(page.get_by_role("status")).to_contain_text("is being prepared")
            expect(page.get_by_role("progressbar")).to_be_visible()
            expect(page.get_by_role("link", name=re.compile("Download"))).to_be_hidden()
            expect_accessible(page, "a file that is being prepared")
            waiting = page.url
        with step("it is downloaded as soon as it is ready, and again whenever one likes"):
            with page.expect_download() as taken:
                page.goto(waiting)
            assert re.fullmatch(r"requests-[\d-]+\.xlsx", taken.value.suggested_filename)
            expect(page.get_by_role("status")).to_have_text("The file is ready.")
            with page.expect_download():
                page.get_by_role("link", name=re.compile("Download")).click()
            expect_accessible(page, "a file that is ready")
        with step("without the session there is none"):
            page.goto("/backoffice/")
            page.get_by_role("button", name="Log out").click()
            log_in(page, "ravi")
            page.goto(waiting)
            expect(page.get_by_role("heading")).to_have_text("Page not found.")


def test_slow_labels_open_without_javascript(
    browser: Browser, browser_context_args: dict[str, Any], unchanged_sample: str
) -> None:
    without = {**browser_context_args, "java_script_enabled": False}
    with at_the_desk(browser, without, unchanged_sample) as page:
        log_in(page, "ravi")
        open_labels(page)
        with paused_jobs(unchanged_sample):
            page.get_by_role("link", name="Print all labels").click()
            expect(page.get_by_role("status")).to_contain_text("is being prepared")
        with step("the page reloads itself, and shows where the file is"):
            expect(page.get_by_role("link", name=re.compile("Open labels-"))).to_be_visible()
