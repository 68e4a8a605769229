"""Three months of a shop beside three years, pruned and not pruned: intake, pages, backup, and the pruning itself.

python -m benchmarks.growth --database postgresql
"""

import argparse
import json
import subprocess
import time
from contextlib import ExitStack
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import median

from benchmarks.growth.notes import NOTED, NUMBERED, beside
from benchmarks.growth.sizes import bytes_of, compact, programs_of
from benchmarks.intake.load import send_all
from benchmarks.intake.measuring import measure, processor_seconds
from benchmarks.intake.orders import Orders
from benchmarks.kitchen.filling import fill
from benchmarks.kitchen.plans import AHEAD, SERVICE_DAYS, make, service_days
from benchmarks.kitchen.summary import p99
from oottam.plans.domain.calendar import INDIA
from system_tests.support.databases import Cluster, Database, Postgresql, Sqlite
from system_tests.support.shop import Shop, temporary_folder
from system_tests.support.staff import Staff

KINDS = ("three months", "three years", "pruned")
# Nobody is erased, and nothing pruned but by this program.
KEPT = {
    f"{name}_MONTHS": "0"
    for name in (
        "ENQUIRIES_RETENTION", "ORDERS_RETENTION", "MAILS_RETENTION", "CLICKS_RETENTION", "RECORD_RETENTION", "PROOF_RETENTION",
        "KITCHEN_RETENTION", "DOORS_RETENTION",
    )
}  # fmt: skip
SETTINGS = {"HEALTH_RETENTION_DAYS": "0", "TRUSTED_PROXY": "127.0.0.1", "LOG_LEVEL": "INFO"}
CLIENTS = 16
FETCHES = 10
Figures = dict[str, dict[str, list[float]]]


def main() -> None:
    """The comparison from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--plans", type=int, default=30_000, help="in three years")
    parser.add_argument("--orders", type=int, default=1000, help="in each run")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        cluster = None
        if arguments.database == "postgresql":
            cluster = Cluster(folder)
            stack.callback(cluster.close)
        shops = {
            name: _filled(folder / str(at), cluster, arguments.plans, name)
            for at, name in enumerate(KINDS)
        }
        _prune(shops["pruned"], orders_come=False)
        compact(shops["pruned"].database)
        for shop in shops.values():
            shop.open()
            stack.callback(shop.kill_if_running)
        found = _in_turns(shops, arguments.orders, arguments.rounds)
        for name, shop in shops.items():
            shop.close()
            found.setdefault("bytes of the database", {})[name] = [bytes_of(shop.database)]
            seconds, size = _backup(shop, folder / name.replace(" ", "-"))
            found.setdefault("seconds of a backup", {})[name] = [seconds]
            found.setdefault("bytes of a backup", {})[name] = [size]
        print(_table(found), flush=True)
        _while_orders_come(shops["three years"])


def today() -> date:
    """In India."""
    return datetime.now(INDIA).date()


def _filled(folder: Path, cluster: Cluster | None, plans: int, name: str) -> Shop:
    folder.mkdir()
    database: Database = Sqlite(folder / "oottam.sqlite3")
    if cluster:
        database = Postgresql(cluster, name.replace(" ", "_"))
    shop = Shop(folder, database, **SETTINGS, **KEPT, **programs_of(cluster))
    shop.manage("migrate", "--skip-checks")
    shop.manage("staff_account", "priya", sent="pass of a system test\n")
    began = time.monotonic()
    dishes = json.loads(_said(shop, "benchmarks.kitchen.domain", "dishes"))
    months = 3 if name == "three months" else 36
    since = max(service_days(today())[0], today() - timedelta(days=months * 30))
    first = 1
    if months == 3:
        in_three_years = (SERVICE_DAYS - AHEAD) * 7 / 6
        first = int(plans * (1 - AHEAD / SERVICE_DAYS - 90 / in_three_years))
    rows = beside(make(plans, dishes, today(), first=first), dishes, since, today())
    fill(database, rows, today() - timedelta(days=1), NOTED, NUMBERED)
    counted = {
        table: database.rows(f"SELECT count(*) FROM {table}")[0][0]
        for table in ("requests_request", "schedule_serving", "audit_entry")
    }
    print(f"{name}: filled in {time.monotonic() - began:.0f} s, {counted}", flush=True)
    return shop


def _said(shop: Shop, *module: str, **settings: str) -> str:
    done = subprocess.run(
        [shop.python, "-m", *module], env={**shop.environment, **settings}, check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return done.stdout


def _prune(shop: Shop, *, orders_come: bool) -> None:
    """What a first night does that finds three years; and what orders notice of it."""
    environment = {name: value for name, value in shop.environment.items() if name not in KEPT}
    said = shop.log.with_name("purging.json")  # an unread pipe would fill up
    with said.open("w", encoding="utf-8") as into:
        pruning = subprocess.Popen(
            [shop.python, "-m", "benchmarks.growth.purging"],
            env=environment,
            stdout=into,
            stderr=subprocess.DEVNULL,
        )
    orders = Orders(first=20_000_000)
    replies: list[float] = []
    while orders_come and pruning.poll() is None:
        replies += send_all(shop.port, orders.make(500), CLIENTS).seconds
    if pruning.wait():
        raise RuntimeError("The pruning failed.")
    told = json.loads(said.read_text("utf-8"))
    held = told["held"]
    print(
        f"pruned in {told['seconds']:.1f} s{' while orders come' if orders_come else ''}: {told['gone']}"
    )
    print(
        f"{len(held)} batches held the writer for {median(held):.1f} ms (median), "
        f"{p99(held):.1f} (p99), {max(held):.1f} (longest)"
    )
    if orders_come:
        print(f"replies meanwhile, {len(replies)}: p99 {1000 * p99(replies):.0f} ms")


def _while_orders_come(shop: Shop) -> None:
    """The same with a server beside it, and customers who send their next order as soon as one is answered."""
    shop.open()
    orders = Orders(first=10_000_000)
    alone = send_all(shop.port, orders.make(4000), CLIENTS).seconds
    print(f"replies to {CLIENTS} customers at full speed: p99 {1000 * p99(alone):.0f} ms alone")
    _prune(shop, orders_come=True)
    shop.close()


def _in_turns(shops: dict[str, Shop], orders: int, rounds: int) -> Figures:
    day = next(day for day in service_days(today()) if day >= today() + timedelta(days=3))
    sent = Orders()
    staff = {name: _logged_in(shop) for name, shop in shops.items()}
    for shop in shops.values():
        measure(shop, sent.make(500), CLIENTS)
    found: Figures = {}
    for turn in range(rounds):
        for name in KINDS if turn % 2 else KINDS[::-1]:
            figures = measure(shops[name], sent.make(orders), CLIENTS)
            found.setdefault("ms of processor per order", {}).setdefault(name, []).append(
                figures.cpu
            )
            found.setdefault("p99 of an order, ms", {}).setdefault(name, []).append(figures.p99)
            for page, path in (
                ("inbox", "requests/"),
                ("sheet", f"kitchen/{day}/"),
                ("record", "audit/"),
            ):
                wall, cpu = _fetched(shops[name], staff[name], path)
                found.setdefault(f"{page}, ms", {}).setdefault(name, []).append(wall)
                found.setdefault(f"{page}, ms of processor", {}).setdefault(name, []).append(cpu)
    return found


def _logged_in(shop: Shop) -> Staff:
    staff = Staff(shop, session="none yet")
    staff.log_in()
    return staff


def _fetched(shop: Shop, staff: Staff, path: str) -> tuple[float, float]:
    """Milliseconds until a page is there, the quickest of some, and the server's processor for each."""
    staff.fetch(path)
    before, walls = processor_seconds(shop), []
    for _ in range(FETCHES):
        began = time.perf_counter()
        staff.fetch(path)
        walls.append(1000 * (time.perf_counter() - began))
    return min(walls), 1000 * (processor_seconds(shop) - before) / FETCHES


def _backup(shop: Shop, file: Path) -> tuple[float, int]:
    began = time.perf_counter()
    shop.manage("backup", str(file))
    return time.perf_counter() - began, file.stat().st_size


def _table(found: Figures) -> str:
    """Medians of the rounds, and what three years are of three months."""
    lines = [
        f"{'':28}" + "".join(f"{name:>16}" for name in KINDS) + "   of three months: years, pruned"
    ]
    for what, by_name in found.items():
        middles = [median(by_name[name]) for name in KINDS]
        shown = [each / 2**20 if what.startswith("bytes") else each for each in middles]
        label = what.replace("bytes", "MiB")
        ratios = [each / middles[0] for each in middles[1:]]
        lines.append(
            f"{label:28}" + "".join(f"{each:16.2f}" for each in shown)
            + f"   {ratios[0]:.2f}, {ratios[1]:.2f}"
        )  # fmt: skip
    return "\n".join(lines)


if __name__ == "__main__":
    main()
