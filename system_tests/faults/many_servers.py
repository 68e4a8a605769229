"""Three servers behind nginx on one PostgreSQL: one is killed, one restarted, one updated.

    python -m system_tests.faults.many_servers --seconds 25

64 customers send forms of all eight kinds with a key, and retry on 503. One
server is killed and restarted, one is stopped and restarted, and one is replaced
by another release with a migration. Meanwhile a staff member opens pages. Forms are
sent to all servers at once under one key; one address and one mailbox exceed
their caps. Only the kill may cause a 503.

`--without shared-key` gives each server its own SECRET_KEY, `--without idempotency` ignores
keys, `--without draining` stops servers immediately: the system test must then fail.
"""

import shutil
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from system_tests.load.visitors import VisitorLoad
from system_tests.support import shared_limits
from system_tests.support.command_line import parse
from system_tests.support.databases import Database, Postgresql, database
from system_tests.support.nginx import nginx, proxy
from system_tests.support.reconciliation import AcceptedForm, reconcile
from system_tests.support.repeated import Repeated, StaffPages
from system_tests.support.report import Report, finish, percentile, progress
from system_tests.support.shop import ROOT, Shop, server, temporary_folder
from system_tests.support.smtp_server import smtp_server, verify_outbox
from system_tests.support.staff import Staff

SERVERS, VISITORS = 3, 64
BEHIND_PROXY: Any = {"pause": 1.0, "addresses": "10.1.1."}
LOOKING = 0.3  # seconds between two pages of the staff member
MAX_MAIL_SECONDS = 600.0  # seconds; three workers send some fifty a second on two cores
PROTECTIONS = ("shared-key", "idempotency", "draining")


def run(folder: Path, db: Postgresql, *, seconds: float, without: str = "") -> Report:
    """Kill, restart and update one server each, with `seconds` under load for each of the three."""
    report = Report(f"{SERVERS} servers, one killed, one restarted, one updated")
    command = server("" if without == "shared-key" else without)
    accepted: list[AcceptedForm] = []
    with ExitStack() as stack:
        smtp_handler, mail = stack.enter_context(smtp_server())
        shops = [_shop(folder / str(n), db, command, mail, without) for n in range(SERVERS)]
        for shop in shops:
            stack.callback(shop.kill_if_running)
            shop.open()
        newer = _newer(folder / "newer", shops[2])
        stack.callback(newer.kill_if_running)
        port = stack.enter_context(proxy(folder, [shop.port for shop in shops]))
        pages = StaffPages(Staff.of_new_owner(shops[0], port))
        turns = (
            ("kill", lambda: _again(shops[0], shops[0].kill)),
            ("restart", lambda: _again(shops[1], shops[1].close)),
            ("update", lambda: _replace(shops[2], newer)),
        )
        with Repeated(pages.look, LOOKING):
            for number, (name, act) in enumerate(turns):
                load = VisitorLoad(port, visitors=VISITORS, first=number * 10**6, **BEHIND_PROXY)
                accepted += _under_load(name, act, load, seconds, report)
            shops[2] = newer
            accepted += shared_limits.keys([shop.port for shop in shops], report)
            accepted += shared_limits.caps(port, report)
        pages.sum_up(report)
        _wait_for_mails(db)
        for shop in shops:
            shop.close()
        verify_outbox(smtp_handler, db, killed=1, withheld=shared_limits.WITHHELD, report=report)
    report.figures["acknowledged"] = len(accepted)
    reconcile(db, accepted, report)
    return report


def _shop(
    folder: Path, db: Database, command: tuple[str, ...], settings: dict[str, str], without: str
) -> Shop:
    folder.mkdir()
    own = {"SECRET_KEY": f"{folder.name} of many " * 8} if without == "shared-key" else {}
    limits = {"TRUSTED_PROXY": "127.0.0.1", "CAP_PER_ADDRESS": str(shared_limits.CAP)}
    return Shop(folder, db, command, **settings, **limits, **own)


def _newer(checkout: Path, shop: Shop) -> Shop:
    """The release that replaces `shop`: the same code plus a migration."""
    ignored = shutil.ignore_patterns("__pycache__", "tests")
    shutil.copytree(ROOT / "backend", checkout / "backend", ignore=ignored)
    shutil.copytree(ROOT / "contract", checkout / "contract")  # a link would be a shop's own folder
    for name in (".venv", "system_tests", "pyproject.toml"):
        (checkout / name).symlink_to((ROOT / name).resolve())
    (checkout / "backend" / "tests").symlink_to(ROOT / "backend" / "tests")
    migrations = checkout / "backend" / "oottam" / "outbox" / "migrations"
    latest = max(file.stem for file in migrations.glob("0*.py"))
    column = "ALTER TABLE notify_outboxentry ADD COLUMN of_the_update integer NULL"
    (migrations / "0999_update.py").write_text(
        "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
        f'    dependencies = [("notify", "{latest}")]\n'
        f'    operations = [migrations.RunSQL("{column}")]\n',
        "utf-8",
    )
    newer = Shop(shop.log.parent, shop.database, tuple(shop.command[2:]), checkout)
    newer.environment = {**shop.environment, "PYTHONPATH": newer.environment["PYTHONPATH"]}
    newer.port = shop.port
    return newer


def _again(shop: Shop, end: Callable[[], object]) -> None:
    end()
    shop.open()


def _replace(shop: Shop, newer: Shop) -> None:
    newer.manage("migrate", "--skip-checks")  # while the old servers run
    shop.close()
    newer.open()


def _under_load(
    name: str, act: Callable[[], None], load: VisitorLoad, seconds: float, report: Report
) -> list[AcceptedForm]:
    """Run `act` while 64 customers send forms; return those that were accepted."""
    progress(name)
    load.start()
    began = time.monotonic()
    time.sleep(seconds / 3)
    act()
    time.sleep(max(seconds / 3, began + seconds - time.monotonic()))
    load.stop()
    report.figures[f"{name}: acknowledged"] = len(load.accepted)
    report.figures[f"{name}: 503 responses"] = len(load.refused)
    report.figures[f"{name}: p99, ms"] = percentile(load.seconds, 0.99)
    report.faults += load.faults
    report.faults += [f"broken: {many} x {kind}" for kind, many in load.broken.items()]
    if load.refused and name != "kill":
        report.faults.append(f"refused: {len(load.refused)} 503 responses during the {name}")
    return load.accepted


def _wait_for_mails(db: Database) -> None:
    """Wait until all mails are sent; the killed worker's ten-minute lease is expired immediately."""
    progress("mails")
    deadline = time.monotonic() + MAX_MAIL_SECONDS
    while time.monotonic() < deadline:
        db.rows(
            "UPDATE notify_outboxentry SET due_at = now() WHERE state = 'waiting' AND due_at"
            " BETWEEN now() + interval '1 minute' AND now() + interval '9 minutes' RETURNING id"
        )
        [(waiting,)] = db.rows("SELECT count(*) FROM notify_outboxentry WHERE state = 'waiting'")
        if not waiting:
            return
        time.sleep(1.0)


def main() -> None:
    """The system test from the command line."""
    options = parse(kinds=("postgresql",), without=PROTECTIONS, seconds=25.0)
    nginx()
    with temporary_folder() as folder, database("postgresql", folder) as (db, _):
        assert isinstance(db, Postgresql)
        Shop(folder, db).manage("migrate", "--skip-checks")
        report = run(folder, db, seconds=options.seconds, without=options.without)
    finish(report)


if __name__ == "__main__":
    main()
