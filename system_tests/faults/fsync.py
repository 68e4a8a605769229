"""Durability: strace shows an fsync before each acknowledgement.

    python -m system_tests.faults.fsync --requests 200

One visitor sends forms of all eight kinds sequentially to a server under strace. Between the
server's read of a form and its "submitted" response, an fsync or fdatasync of the
database file or its write-ahead log must return. SQLite only; for PostgreSQL see kill.py
(`--without synchronous-commit`).

`--without synchronous-full` disables the sync: the system test must then fail.
"""

import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from system_tests.support import bodies
from system_tests.support.command_line import parse
from system_tests.support.databases import Sqlite
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, server, temporary_folder
from system_tests.support.visitor import Visitor

WATCHED = "fsync,fdatasync,recvfrom,write,writev"
FLUSH_SECONDS = 20.0
# strace lines: a complete call, an unfinished call, or a resumed call.
SYNC = re.compile(r"^\d+ +f(?:data)?sync\(\d+<(?P<file>[^>]*)>\) += 0")
BEGUN = re.compile(r"^(?P<thread>\d+) +f(?:data)?sync\(\d+<(?P<file>[^>]*)> <unfinished")
ENDED = re.compile(r"^(?P<thread>\d+) +<\.\.\. f(?:data)?sync resumed>\) += 0")
READ = re.compile(r'"POST /')
REPLIED = re.compile(r'writev?\(.*"HTTP/1\.1 200 ')


def run(shop: Shop, file: Path, *, requests: int) -> Report:
    """Send `requests` forms to a shop traced by strace into `file`."""
    report = Report(f"{requests} forms under strace")
    shop.manage("migrate", "--skip-checks")
    options = ("-D", "-f", "-y", "-s", "40", "-e", f"trace={WATCHED}", "-e", "signal=none")
    shop.open("strace", *options, "-o", str(file))
    try:
        with Visitor(shop.port) as visitor:
            for number in range(requests):
                answer = visitor.post(*bodies.form(number))
                if answer.status != 200:
                    report.faults.append(f"refused: {answer}")
    finally:
        shop.close()
    seen = list(_syncs_before_replies(_lines(file)))
    report.figures["acknowledgements traced"] = len(seen)
    report.figures["of these after a sync"] = sum(map(bool, seen))
    if len(seen) != requests:
        report.faults.append(f"unseen: {len(seen)} of {requests} acknowledgements were traced")
    report.faults += [
        "early: an acknowledgement went out before a sync" for syncs in seen if not syncs
    ]
    return report


def _syncs_before_replies(lines: Iterable[str]) -> Iterator[int]:
    """For each acknowledgement, the number of database syncs since its form was read."""
    syncs = 0
    begun: dict[str, str] = {}
    for line in lines:
        if READ.search(line):
            syncs = 0
        elif whole := SYNC.match(line):
            syncs += _is_database(whole["file"])
        elif half := BEGUN.match(line):
            begun[half["thread"]] = half["file"]
        elif half := ENDED.match(line):
            syncs += _is_database(begun.pop(half["thread"], ""))
        elif REPLIED.search(line):
            yield syncs


def _is_database(name: str) -> bool:
    return name.endswith((".sqlite3", ".sqlite3-wal"))


def _lines(file: Path) -> list[str]:
    """strace's lines, after the last server thread has exited."""
    deadline = time.monotonic() + FLUSH_SECONDS
    lines: list[str] = []
    while time.monotonic() < deadline:
        lines = file.read_text("ascii", "replace").splitlines()
        if lines and "+++ exited" in lines[-1]:
            break
        time.sleep(0.05)
    return lines


def main() -> None:
    """The system test from the command line."""
    options = parse(kinds=["sqlite"], without=("synchronous-full",), requests=200)
    with temporary_folder() as folder:
        shop = Shop(folder, Sqlite(folder / "oottam.sqlite3"), server(options.without))
        finish(run(shop, folder / "strace", requests=options.requests))


if __name__ == "__main__":
    main()
