"""Restarts under load: the server drains, and no valid form that reached it fails.

    python -m drills.restarts --restarts 20

Visitors send forms of all eight kinds while the server is asked to stop (SIGTERM) and started
again. Nobody may be answered with an error, and no connection may break under a form; all that a
visitor may meet is a closed door (connection refused), until the next server listens.

`--without draining` makes the server end at once: the drill has to fail then.
"""

import argparse
import time

from drills.audit import audit
from drills.crowd import Crowd, wait_for
from drills.report import Report, finish
from drills.shop import Shop, shop_on

VISITORS = 8
BETWEEN = 150  # forms from one restart to the next
CLOSED_DOOR = "ConnectionRefusedError"


def drill(shop: Shop, *, restarts: int) -> Report:
    """Restart the shop so many times under the hands of its visitors."""
    report = Report(f"{restarts} restarts under {VISITORS} visitors")
    crowd = Crowd(shop.port, visitors=VISITORS, pause=0.002)
    crowd.start()
    longest = 0.0
    for _ in range(restarts):
        wait_for(crowd, len(crowd.taken) + BETWEEN)
        began = time.monotonic()
        status = shop.close()
        longest = max(longest, time.monotonic() - began)
        if status != 0:
            report.faults.append(f"status: the server ended with {status}")
        shop.open()
    wait_for(crowd, len(crowd.taken) + BETWEEN)
    crowd.stop()
    shop.close()
    report.figures["acknowledged"] = len(crowd.taken)
    report.figures["longest way from the signal to the end, s"] = round(longest, 2)
    report.figures["knocks at a closed door"] = crowd.broken.pop(CLOSED_DOOR, 0)
    report.faults += crowd.faults
    report.faults += [f"broken: {count} x {name}" for name, count in crowd.broken.items()]
    report.faults += [f"refused: {answer}" for answer in crowd.refused]
    audit(shop.database, crowd.taken, report)
    return report


def main() -> None:
    """The drill from the command line."""
    parser = argparse.ArgumentParser(prog="python -m drills.restarts", description=__doc__)
    parser.add_argument("--restarts", type=int, default=20)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--without", choices=("draining",))
    asked = parser.parse_args()
    server = ("drills.unprotected", asked.without) if asked.without else ("oottam",)
    with shop_on(asked.database, server) as shop:
        report = drill(shop, restarts=asked.restarts)
    report.title += f" on {asked.database}"
    finish(report)


if __name__ == "__main__":
    main()
