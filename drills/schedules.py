"""Eight people change plans at once while customers order and the kitchen reads its sheets.

    python -m drills.schedules --seconds 120 --database postgresql

Each of them looks at a plan, thinks for a moment, and sends a form of its page; one closes days and opens them again.
Whatever was answered as done is in the history, once, and was done to the plan as its doer had seen it; the history
explains every serving; every sheet and every label agrees with a recount of the boxes in the same snapshot.

`--without version` takes the check of the version from the plans, `--without snapshot` the one snapshot from the
sheets: the drill has to fail then.
"""

import argparse
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import PIPE, Popen

from drills.colleagues import Colleagues
from drills.crowd import Crowd
from drills.histories import audit
from drills.report import Report, finish, percentile
from drills.shop import Shop, shop_on

PLANS = 12  # few, so that people get into each other's way
KINDS = 8
PAUSE = 0.2  # seconds between the forms of one customer
WITHOUT = ("version", "snapshot")


def drill(
    shop: Shop, *, seconds: float, people: int = 8, customers: int = 64, without: str = ""
) -> Report:
    """For so long; `without` says what is broken of the sheets, or of the shop's server."""
    report = Report(f"{people} people at the plans, {customers} customers, {seconds:.0f} s")
    first = Crowd(shop.port, visitors=KINDS, requests=PLANS * KINDS)
    first.start()
    first.join()
    with _sheets(shop, report, without):
        colleagues = Colleagues(shop, _planned(shop, people))
        colleagues.find_plans()
        crowd = Crowd(shop.port, visitors=customers, first=PLANS * KINDS, pause=PAUSE)
        crowd.start()
        colleagues.start()
        time.sleep(seconds)
        colleagues.stop()
        crowd.stop()
    shop.close()
    report.figures["done to plans"] = len(colleagues.done)
    report.figures["answers"] = dict(sorted(colleagues.met.items()))
    report.figures["orders"] = len(crowd.taken)
    report.figures["orders' p50 and p99, ms"] = (
        percentile(crowd.seconds, 0.5),
        percentile(crowd.seconds, 0.99),
    )
    report.faults += colleagues.faults + crowd.faults
    report.faults += [f"refused: {answer}" for answer in crowd.refused]
    report.faults += [f"broken: {count} x {name}" for name, count in crowd.broken.items()]
    if not colleagues.met["409"]:
        report.faults.append("too few: nobody got into anybody's way")
    audit(shop.database, colleagues.done, report)
    return report


def server(without: str) -> tuple[str, ...]:
    """What the shop runs."""
    return ("drills.unprotected", "version") if without == "version" else ("oottam",)


def _planned(shop: Shop, people: int) -> list[str]:
    """Make the plans; the sessions of so many people."""
    command = [shop.python, "-m", "drills.planned", str(people)]
    done = subprocess.run(command, env=shop.environment, check=True, capture_output=True)
    sessions: list[str] = json.loads(done.stdout)
    return sessions


@contextmanager
def _sheets(shop: Shop, report: Report, without: str) -> Iterator[None]:
    """Somebody reads sheets as long as the block lasts."""
    broken = ["without"] if without == "snapshot" else []
    command = [shop.python, "-m", "drills.sheets", *broken]
    reader = Popen(command, env=shop.environment, stdin=PIPE, stdout=PIPE, text=True)
    try:
        yield
        said, _ = reader.communicate(timeout=60)
    finally:
        reader.kill()
        reader.wait()
    found = json.loads(said)
    report.figures["sheets with boxes read"] = found["read"]
    report.faults += found["faults"]
    if not found["read"]:
        report.faults.append("too few: no sheet was read")


def main() -> None:
    """The drill from the command line."""
    parser = argparse.ArgumentParser(prog="python -m drills.schedules", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--customers", type=int, default=64)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--without", choices=WITHOUT, default="")
    asked = parser.parse_args()
    with shop_on(asked.database, server(asked.without)) as shop:
        report = drill(
            shop,
            seconds=asked.seconds,
            people=asked.people,
            customers=asked.customers,
            without=asked.without,
        )
    report.title += f" on {asked.database}"
    finish(report)


if __name__ == "__main__":
    main()
