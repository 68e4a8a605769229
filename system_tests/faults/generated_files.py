"""Kill -9 of the process that makes files, and of its server: every file that comes is whole.

    python -m system_tests.faults.generated_files --files 300 --database postgresql

The owner asks again and again for labels, the list of requests as a workbook and a person's data, and
meanwhile the child process or the whole server is killed at random moments. Each file is there in the end, or it is said
that it could not be made; none is half. When she logs out nothing of them is left, nor of what was half written once
its hour is over. Where the folder of files can be put on a disk of its own (SQLite, root), it is filled up at the end: that
is said, too, and orders go on.

`--without whole-files` breaks the server on purpose: the system test has to fail then.
"""

import argparse
import io
import os
import random
import re
import signal
import subprocess
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError, URLError

from system_tests.support import bodies
from system_tests.support.databases import Sqlite
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, shop_on
from system_tests.support.staff import Staff
from system_tests.support.visitor import Visitor

MAX_SECONDS = 90.0  # for one file, whatever is killed meanwhile
POLL_SECONDS = 0.1
LATEST_KILL = 0.6  # seconds after the file was asked for, or after the last kill
EVERY_SERVER = (
    10  # files: one of so many has its server killed, one of three its child twice, the others once
)
HOUR = 3600


class Wanted(NamedTuple):
    """A file: how it is asked for, and whether what came is whole."""

    name: str
    ask: Callable[[Staff], tuple[str, bytes]]
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
    """Ask for so many files while processes are killed; then log out, and fill the disk where it is SQLite's."""
    report = Report(f"{files} files of one owner, their makers killed")
    shop.manage("demo")
    staff = Staff(shop)
    wanted = _wanted(shop, staff)
    outcomes: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    slowest = 0.0
    for number in range(files):
        each = wanted[number % len(wanted)]
        began = time.monotonic()
        accepted = threading.Event()
        killer = threading.Thread(target=_kill_some, args=(shop, number, killed, accepted))
        killer.start()
        outcomes[f"{each.name} {_take(staff, each, report)}"] += 1
        slowest = max(slowest, time.monotonic() - began)
        accepted.set()
        killer.join()
    report.figures |= {
        "files": dict(sorted(outcomes.items())),
        "killed": dict(killed),
        "slowest, s": round(slowest, 1),
    }
    if sum(count for name, count in outcomes.items() if name.endswith("whole")) < files / 2:
        report.faults.append(f"too few: of {files} files these came: {dict(outcomes)}")
    _leave(shop, staff, report)
    if has_full_disk:
        staff.log_in()
        _fill(shop, staff, wanted, report)
    return report


def _fill(shop: Shop, staff: Staff, wanted: list[Wanted], report: Report) -> None:
    """The folder of the files has no room: it is said, orders are taken, and afterwards there are files again."""
    folder = Path(shop.environment["OOTTAM_VAR"]) / "made"
    mount = ["mount", "-t", "tmpfs", "-o", "size=12k,mode=0700", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        report.figures["full disk"] = "not tried: no file system can be mounted here"
        return
    try:
        outcomes = Counter(_take(staff, each, report) for each in wanted)
        with Visitor(shop.port) as visitor:
            path, body = bodies.form(1_000_000)
            answer = visitor.post(path, body)
        if answer.status != 200:
            report.faults.append(f"orders: {answer.status} while the folder of files was full")
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
    report.figures["full disk"] = dict(outcomes)
    if not outcomes["failed"]:
        report.faults.append(f"full: nothing failed, so that nothing was shown: {dict(outcomes)}")
    again = Counter(_take(staff, each, report) for each in wanted)
    if again["whole"] != len(wanted):
        report.faults.append(f"full: afterwards not all files came again: {dict(again)}")


def _wanted(shop: Shop, staff: Staff) -> list[Wanted]:
    day = next(
        day
        for day in (date.today() + timedelta(days=ahead) for ahead in range(8))  # noqa: DTZ011
        if "Print" in staff.page(f"kitchen/{day}/labels/")
    )
    references = shop.database.rows("SELECT reference, version FROM requests_request")
    person = [f"{reference}:{version}" for reference, version in references[:20]]
    return [
        Wanted("labels", lambda who: who.ask(f"kitchen/{day}/labels.pdf"), _is_pdf),
        Wanted(
            "workbook",
            lambda who: who.ask("requests/export", {"query": "status=all", "as": "xlsx"}),
            _is_zip,
        ),
        Wanted("person", lambda who: who.ask("privacy/export", {"request": person}), _is_zip),
    ]


def _take(staff: Staff, wanted: Wanted, report: Report) -> str:
    """Ask until a file comes, or it is said that there is none; what came of it in a word."""
    deadline = time.monotonic() + MAX_SECONDS
    page = ""
    while time.monotonic() < deadline:
        try:
            if page:
                state = staff.read_json(page)["state"]
                if state in ("waiting", "running"):
                    time.sleep(POLL_SECONDS)
                    continue
                address, content = staff.ask(f"{page}content" if state == "ready" else page)
            else:
                address, content = wanted.ask(staff)
        except HTTPError as error:
            if error.code == 503 and b"could not be prepared" in error.read():
                return "failed"
            if error.code != 404 or not page:
                report.faults.append(f"error: {wanted.name}: {error.code}")
                return "wrong"
            page = ""  # gone with an erasure, or its hour
            continue
        except (URLError, OSError, HTTPException):
            time.sleep(POLL_SECONDS)  # the server was killed, and is coming back
            continue
        if found := re.search(r"/backoffice/(files/[\w-]+/)$", address):
            page = found[1]
        elif wanted.is_whole(content):
            return "whole"
        else:
            report.faults.append(f"half: {wanted.name}: {len(content)} bytes, {content[-60:]!r}")
            return "half"
    report.faults.append(f"silent: {wanted.name}: nothing came for {MAX_SECONDS:g} s")
    return "silent"


def _leave(shop: Shop, staff: Staff, report: Report) -> None:
    """Log out: the files are gone. What killed processes left half written goes with its hour."""
    staff.do("logout/", {})
    if not isinstance(shop.database, Sqlite):
        [(left,)] = shop.database.rows("SELECT count(*) FROM background_cachedpart")
        report.figures["rows left after logging out"] = left
        if left:
            report.faults.append(f"left: {left} rows after logging out")
        return
    folder = Path(shop.environment["OOTTAM_VAR"]) / "made"
    leftover = [file for file in folder.iterdir() if file.suffix == ".djcache"]
    half = [file for file in folder.iterdir() if file.suffix != ".djcache"]
    report.figures["files left after logging out, half written ones"] = (len(leftover), len(half))
    if leftover:
        report.faults.append(f"left: {len(leftover)} files after logging out")
    for file in half:
        os.utime(file, (time.time() - HOUR - 1,) * 2)
    shop.manage("purge")
    if list(folder.iterdir()):
        report.faults.append("left: what was half written an hour ago was not purged")


def _kill_some(shop: Shop, number: int, killed: Counter[str], accepted: threading.Event) -> None:
    """While a file is made, until it is `taken`: the first one's child before it has begun."""
    if number % EVERY_SERVER == EVERY_SERVER // 2:
        time.sleep(random.uniform(0, LATEST_KILL))
        shop.kill()
        shop.open()
        killed["servers"] += 1
        return
    for _ in range(2 if number % 3 == 0 else 1):
        time.sleep(random.uniform(0, LATEST_KILL) if number else 0)
        while not (children := _children(shop.processes()[-1])) and not accepted.wait(0.01):
            pass
        killed["children"] += sum(_kill(child) for child in children)


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task")
    found = []
    with suppress(OSError):
        for task in tasks.iterdir():
            found += [int(child) for child in (task / "children").read_text().split()]
    return found


def _kill(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


def main() -> None:
    """The system test from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m system_tests.faults.generated_files", description=__doc__
    )
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--without", choices=("whole-files",))
    arguments = parser.parse_args()
    server = (
        ("system_tests.support.disabled_protections", arguments.without)
        if arguments.without
        else ("oottam",)
    )
    with shop_on(arguments.database, server) as shop:
        report = run(shop, files=arguments.files, has_full_disk=arguments.database == "sqlite")
    report.title += f", on {arguments.database}"
    finish(report)


if __name__ == "__main__":
    main()
