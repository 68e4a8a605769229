"""Three servers behind nginx on one PostgreSQL: one is killed, one restarted, one updated.

    python -m system_tests.faults.many_servers --seconds 25

64 customers send forms of all eight kinds with a key, and retry on 503. One
server is killed and restarted, one is stopped and restarted, and one is replaced
by another release with a migration. Meanwhile a staff member opens pages. Forms are
sent to all servers at once under one key; one address and one mailbox exceed
their caps. Only the kill may cause a 503.

`--without shared-key` gives each server its own SECRET_KEY: the system test must then fail. That keys are
remembered is tested by kill, that servers drain by restarts.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from system_tests.load.visitors import VisitorLoad
from system_tests.support import bodies, releases
from system_tests.support.command_line import parse
from system_tests.support.databases import Database, Postgresql, database
from system_tests.support.nginx import nginx, proxy
from system_tests.support.reconciliation import AcceptedForm, reconcile
from system_tests.support.repeated import Repeated
from system_tests.support.report import Report, finish, progress
from system_tests.support.shop import Shop, free_port, mail_settings, server, temporary_folder
from system_tests.support.staff import RefusedError, Staff
from system_tests.support.visitor import Answer, Visitor
from tests.outbox.mail_server import SmtpHandler, mail_server

SERVERS, VISITORS = 3, 64
BEHIND_PROXY: Any = {"pause": 1.0, "addresses": "10.1.1."}
LOOKING = 0.3  # seconds between two pages of the staff member
MAX_MAIL_SECONDS = 600.0  # seconds; three workers send some fifty a second on two cores
MAX_BATCH = 20  # mails that a worker records together
CAP = 40  # forms per address; the mailbox cap is 10
MAILS, WITHHELD = 10, 5
ROUNDS = 40
ADDRESS = "49.37.8.9"  # private addresses are exempt


def run(folder: Path, db: Postgresql, *, seconds: float, without: str = "") -> Report:
    """Kill, restart and update one server each, with `seconds` under load for each of the three."""
    report = Report(f"{SERVERS} servers, one killed, one restarted, one updated")
    accepted: list[AcceptedForm] = []
    with ExitStack() as stack:
        smtp_handler = SmtpHandler()
        mail_port = stack.enter_context(mail_server(smtp_handler, free_port()))
        shops = [_shop(folder / str(n), db, mail_port, without) for n in range(SERVERS)]
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
            accepted += _send_at_once([shop.port for shop in shops], report)
            accepted += _exceed_caps(port, report)
        pages.sum_up(report)
        _wait_for_mails(db)
        for shop in shops:
            shop.close()
        _verify_outbox(smtp_handler, db, report)
    report.figures["acknowledged"] = len(accepted)
    reconcile(db, accepted, report)
    return report


def _shop(folder: Path, db: Database, mail_port: int, without: str) -> Shop:
    folder.mkdir()
    own = {"SECRET_KEY": f"{folder.name} of many " * 8} if without == "shared-key" else {}
    limits = {"TRUSTED_PROXY": "127.0.0.1", "CAP_PER_ADDRESS": str(CAP)}
    return Shop(folder, db, OOTTAM_MAIL_WORKER="1", **mail_settings(mail_port), **limits, **own)


def _newer(folder: Path, shop: Shop) -> Shop:
    """The release that replaces `shop`: the same code plus a migration."""
    checkout = releases.checkout(folder, change=_add_column)
    (checkout / ".venv").symlink_to(releases.environment(checkout))
    newer = Shop(shop.log.parent, shop.database, server(), checkout)
    newer.environment = {**shop.environment, "PYTHONPATH": newer.environment["PYTHONPATH"]}
    newer.port = shop.port
    return newer


def _add_column(checkout: Path) -> None:
    migrations = checkout / "backend/oottam/outbox/migrations"
    latest = max(file.stem for file in migrations.glob("0*.py"))
    column = "ALTER TABLE notify_outboxentry ADD COLUMN of_the_update integer NULL"
    (migrations / "0999_update.py").write_text(
        "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
        f'    dependencies = [("notify", "{latest}")]\n'
        f'    operations = [migrations.RunSQL("{column}")]\n',
        "utf-8",
    )


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
    load.sum_up(report, f"{name}: ")
    report.faults += [f"broken: {many} x {kind}" for kind, many in load.broken.items()]
    if load.refused and name != "kill":
        report.faults.append(f"refused: {len(load.refused)} 503 responses during the {name}")
    return load.accepted


class StaffPages:
    """A staff member who opens the list of requests, and must stay logged in."""

    def __init__(self, staff: Staff) -> None:
        self._staff, self._met = staff, Counter[str]()

    def look(self, _: int) -> None:
        """Open it once."""
        try:
            page = self._staff.page("requests/")
            self._met["logged out" if 'name="password"' in page else "opened"] += 1
        except (OSError, RefusedError):
            self._met["unavailable"] += 1

    def sum_up(self, report: Report) -> None:
        """Report the results."""
        report.figures["staff pages"] = dict(self._met)
        if self._met["logged out"]:
            report.faults.append(f"staff: redirected to the log-in {self._met['logged out']} times")
        if not self._met["opened"]:
            report.faults.append("staff: no page was opened")


def _send_at_once(ports: Sequence[int], report: Report) -> list[AcceptedForm]:
    """Send forms to all servers concurrently: each is stored once with identical responses."""
    accepted = []
    with ThreadPoolExecutor(len(ports)) as senders:
        for number in range(10_000_000, 10_000_000 + ROUNDS):
            path, raw = bodies.form(number)
            key = f"visitor-{number}"

            def send(port: int, path: str = path, raw: bytes = raw, key: str = key) -> Answer:
                with Visitor(port, address="10.2.2.2") as visitor:
                    return visitor.post_until_accepted(path, raw, key)

            answers = list(senders.map(send, ports))
            if len(set(answers)) != 1 or answers[0].status != 200:
                report.faults.append(f"keys: {number} got the responses {set(answers)}")
            accepted.append(AcceptedForm(bodies.kind(path), key, raw, answers[0].body))
    report.figures["forms sent to all servers concurrently under one key"] = len(accepted)
    return accepted


def _exceed_caps(port: int, report: Report) -> list[AcceptedForm]:
    """Exceed the caps of an address and a mailbox over all servers in turn."""
    accepted, statuses = _send_all(port, 20_000_000, CAP + 20, ADDRESS, {})
    report.figures[f"accepted of {CAP + 20} forms from one address with cap {CAP}"] = statuses[200]
    if statuses != {200: CAP, 429: 20}:
        report.faults.append(f"caps: one address got {dict(statuses)}")
    mailbox = {"email": "often@example.com"}
    to_mailbox, _ = _send_all(port, 30_000_000, MAILS + WITHHELD, "10.2.2.3", mailbox)
    report.figures[f"forms for one mailbox with cap {MAILS}"] = len(to_mailbox)
    return accepted + to_mailbox


def _send_all(
    port: int, first: int, count: int, address: str, fields: dict[str, str]
) -> tuple[list[AcceptedForm], Counter[int]]:
    accepted = []
    statuses: Counter[int] = Counter()
    with Visitor(port, address=address) as visitor:
        # Every eighth form: one kind, with an e-mail address.
        for number in range(first, first + 8 * count, 8):
            path, raw = bodies.form(number)
            raw = json.dumps({**json.loads(raw), **fields}, ensure_ascii=False).encode()
            key = f"visitor-{number}"
            answer = visitor.post_until_accepted(path, raw, key)
            statuses[answer.status] += 1
            if answer.status == 200:
                accepted.append(AcceptedForm(bodies.kind(path), key, raw, answer.body))
    return accepted, statuses


def _verify_outbox(smtp_handler: SmtpHandler, database: Database, report: Report) -> None:
    """Check that every mail was sent once, those above the cap never; the killed worker may not have recorded a batch."""
    [(due,)] = database.rows("SELECT count(*) FROM notify_outboxentry WHERE state <> 'withheld'")
    [(sent,)] = database.rows("SELECT count(*) FROM notify_outboxentry WHERE state = 'sent'")
    [(db,)] = database.rows("SELECT count(*) FROM notify_outboxentry WHERE state = 'withheld'")
    report.figures["mails withheld by the mailbox cap"] = db
    if db != WITHHELD:
        report.faults.append(f"caps: {db} mails were withheld instead of {WITHHELD}")
    copies = Counter(smtp_handler.message_ids())
    twice = {name: many for name, many in copies.items() if many > 1}
    report.figures["mails due, sent once, sent twice"] = (due, len(copies) - len(twice), len(twice))
    if (sent, len(copies)) != (due, due):
        report.faults.append(f"mails: {due} due, {sent} recorded as sent, {len(copies)} received")
    if len(twice) > MAX_BATCH or any(many > 2 for many in twice.values()):
        report.faults.append(f"mails: {len(twice)} went more than once, one worker was killed")


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
    options = parse(kinds=("postgresql",), without=("shared-key",), seconds=25.0)
    nginx()
    with temporary_folder() as folder, database("postgresql", folder) as (db, _):
        assert isinstance(db, Postgresql)
        Shop(folder, db).manage("migrate", "--skip-checks")
        report = run(folder, db, seconds=options.seconds, without=options.without)
    finish(report)


if __name__ == "__main__":
    main()
