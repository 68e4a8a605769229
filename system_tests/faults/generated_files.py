"""SIGKILL of the file generation process and its server: every delivered file is complete.

    python -m system_tests.faults.generated_files --files 300 --database postgresql

The owner repeatedly requests labels, the request list as a workbook and a personal data export, and
meanwhile the child process or the whole server is killed at random moments. Each file is delivered in the end, or an error
is shown; none is partial. Logging out deletes the files; partial files are purged after
an hour. If the file folder can be a separate file system (SQLite, root), it is filled up at the end: that
shows an error too, and orders still work.

`--without whole-files` disables a protection: the system test must then fail.
"""

import io
import os
import random
import re
import subprocess
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import psutil
from requests import RequestException

from system_tests.support import bodies
from system_tests.support.command_line import parse
from system_tests.support.databases import Sqlite
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, server, shop_on, small_disk
from system_tests.support.staff import RefusedError, Staff
from system_tests.support.visitor import Visitor

MAX_SECONDS = 90.0  # for one file, including kills
POLL_SECONDS = 0.1
LATEST_KILL = 0.6  # seconds after the file request or the last kill
KILL_SERVER_EVERY = (
    10  # every n-th file kills the server, every third the child twice, the others once
)
HOUR = 3600


class FileRequest(NamedTuple):
    """A file request with a check that the content is complete."""

    name: str
    path: str
    fields: Mapping[str, object] | None
    is_whole: Callable[[bytes], bool]


def _is_pdf(content: bytes) -> bool:
    return content.startswith(b"%PDF") and content.rstrip().endswith(b"%%EOF")


def _is_zip(content: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.testzip() is None and bool(archive.namelist())
    except zipfile.BadZipFile:
        return False


def run(shop: Shop, *, files: int, has_full_disk: bool = False) -> Report:
    """Request `files` files while processes are killed; then log out and, on SQLite, fill the disk."""
    report = Report(f"{files} files of one owner, their makers killed")
    shop.manage("demo")
    staff = Staff.of_new_owner(shop)
    requested = _file_requests(shop, staff)
    outcomes: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    slowest = 0.0
    for number in range(files):
        each = requested[number % len(requested)]
        began = time.monotonic()
        accepted = threading.Event()
        killer = threading.Thread(target=_kill_processes, args=(shop, number, killed, accepted))
        killer.start()
        outcomes[f"{each.name} {_fetch(staff, each, report)}"] += 1
        slowest = max(slowest, time.monotonic() - began)
        accepted.set()
        killer.join()
    report.figures |= {
        "files": dict(sorted(outcomes.items())),
        "killed": dict(killed),
        "slowest, s": round(slowest, 1),
    }
    if sum(count for name, count in outcomes.items() if name.endswith("whole")) < files / 2:
        report.faults.append(f"too few: of {files} files: {dict(outcomes)}")
    _leave(shop, staff, report)
    if has_full_disk:
        staff.log_in()
        _fill(shop, staff, requested, report)
    return report


def _fill(shop: Shop, staff: Staff, requested: list[FileRequest], report: Report) -> None:
    """Fill the file folder: an error is shown, orders are accepted, and files work again afterwards."""
    folder = Path(shop.environment["OOTTAM_VAR"]) / "made"
    with ExitStack() as stack:
        try:
            stack.enter_context(small_disk(folder, "12k"))
        except (OSError, subprocess.CalledProcessError):
            report.figures["full disk"] = "skipped: no file system can be mounted"
            return
        outcomes = Counter(_fetch(staff, each, report) for each in requested)
        path, body = bodies.form(1_000_000)
        answer = stack.enter_context(Visitor(shop.port)).post(path, body)
    if answer.status != 200:
        report.faults.append(f"orders: {answer.status} while the file folder was full")
    report.figures["full disk"] = dict(outcomes)
    if not outcomes["failed"]:
        report.faults.append(f"full: no file failed: {dict(outcomes)}")
    again = Counter(_fetch(staff, each, report) for each in requested)
    if again["whole"] != len(requested):
        report.faults.append(f"full: not all files succeeded afterwards: {dict(again)}")


def _file_requests(shop: Shop, staff: Staff) -> list[FileRequest]:
    day = next(
        day
        for day in (date.today() + timedelta(days=ahead) for ahead in range(8))  # noqa: DTZ011
        if "Print" in staff.page(f"kitchen/{day}/labels/")
    )
    references = shop.database.rows("SELECT reference, version FROM requests_request")
    person = [f"{reference}:{version}" for reference, version in references[:20]]
    workbook = {"query": "status=all", "as": "xlsx"}
    return [
        FileRequest("labels", f"kitchen/{day}/labels.pdf", None, _is_pdf),
        FileRequest("workbook", "requests/export", workbook, _is_zip),
        FileRequest("person", "privacy/export", {"request": person}, _is_zip),
    ]


def _fetch(staff: Staff, requested: FileRequest, report: Report) -> str:
    """Poll until the file or an error arrives; return the outcome as one word."""
    deadline = time.monotonic() + MAX_SECONDS
    page = ""
    while time.monotonic() < deadline:
        try:
            if page:
                state = staff.data(page)["state"]
                if state in ("waiting", "running"):
                    time.sleep(POLL_SECONDS)
                    continue
                answer = staff.request(f"{page}content" if state == "ready" else page)
            else:
                answer = staff.request(requested.path, requested.fields)
        except RefusedError as error:
            if error.status == 503 and b"could not be prepared" in error.content:
                return "failed"
            if error.status != 404 or not page:
                report.faults.append(f"error: {requested.name}: {error.status}")
                return "wrong"
            page = ""  # deleted by an erasure or expired
            continue
        except RequestException:
            time.sleep(POLL_SECONDS)  # the killed server is restarting
            continue
        content = answer.content
        if found := re.search(r"/backoffice/(files/[\w-]+/)$", answer.url):
            page = found[1]
        elif requested.is_whole(content):
            return "whole"
        else:
            report.faults.append(f"half: {requested.name}: {len(content)} bytes, {content[-60:]!r}")
            return "half"
    report.faults.append(f"silent: {requested.name}: no response for {MAX_SECONDS:g} s")
    return "silent"


def _leave(shop: Shop, staff: Staff, report: Report) -> None:
    """Log out, which deletes the files; partial files of killed processes are purged after an hour."""
    staff.request("logout/", {})
    if not isinstance(shop.database, Sqlite):
        [(left,)] = shop.database.rows("SELECT count(*) FROM background_cachedpart")
        report.figures["rows left after log-out"] = left
        if left:
            report.faults.append(f"left: {left} rows after logging out")
        return
    folder = Path(shop.environment["OOTTAM_VAR"]) / "made"
    leftover = [file for file in folder.iterdir() if file.suffix == ".djcache"]
    half = [file for file in folder.iterdir() if file.suffix != ".djcache"]
    report.figures["files left after log-out, partial ones"] = (len(leftover), len(half))
    if leftover:
        report.faults.append(f"left: {len(leftover)} files after logging out")
    for file in half:
        os.utime(file, (time.time() - HOUR - 1,) * 2)
    shop.manage("purge")
    if list(folder.iterdir()):
        report.faults.append("left: partial files of an hour ago were not purged")


def _kill_processes(
    shop: Shop, number: int, killed: Counter[str], accepted: threading.Event
) -> None:
    """Kill processes until the file is `accepted`; the first file's child is killed before it starts."""
    if number % KILL_SERVER_EVERY == KILL_SERVER_EVERY // 2:
        time.sleep(random.uniform(0, LATEST_KILL))
        shop.kill()
        shop.open()
        killed["servers"] += 1
        return
    for _ in range(2 if number % 3 == 0 else 1):
        time.sleep(random.uniform(0, LATEST_KILL) if number else 0)
        with suppress(psutil.NoSuchProcess):  # the worker may have ended since
            worker = shop.processes()[-1]
            while not (children := worker.children()) and not accepted.wait(0.01):
                pass
            for child in children:
                child.kill()
                killed["children"] += 1


def main() -> None:
    """The system test from the command line."""
    options = parse(without=("whole-files",), files=300)
    with shop_on(options.database, server(options.without)) as shop:
        report = run(shop, **options.sizes, has_full_disk=options.database == "sqlite")
    finish(report, kind=options.database)


if __name__ == "__main__":
    main()
