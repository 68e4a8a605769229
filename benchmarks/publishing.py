"""What orders wait for while a menu is published, beside the same run's orders without.

python -m benchmarks.publishing --database postgresql

The built storefront's own renderer runs, in the owner's request (here a command) and once more in the server. Orders
are sent one after another by a few clients, as visitors do, for as long as a publication and its rendering take. One
turn each without and with a publication, and the other way round the next time.
"""

import json
import subprocess
import threading
from pathlib import Path
from statistics import median

from benchmarks.intake.measuring import SETTINGS, Figures, measure
from benchmarks.intake.orders import Orders
from system_tests.support.command_line import parse
from system_tests.support.databases import database
from system_tests.support.shop import ROOT, Shop, open_shop, temporary_folder

VEG = json.loads((ROOT / "contract/catalogue/veg.json").read_text("utf-8"))


def main() -> None:
    """The comparison from the command line."""
    arguments = parse(orders=4000, clients=4, turns=16)
    orders = Orders()
    pairs: list[tuple[Figures, Figures]] = []
    with temporary_folder() as folder, database(arguments.database, folder) as (db, _):
        storefront = str((ROOT / "frontend/dist").resolve())
        settings = {**SETTINGS, "OOTTAM_STOREFRONT": storefront}
        with open_shop(folder / "shop", db, **settings) as shop:
            measure(shop, orders.make(500), arguments.clients)
            for turn in range(arguments.turns):
                runs: dict[bool, Figures] = {}
                for publishes in (turn % 2 == 0, turn % 2 == 1):
                    requests = orders.make(arguments.orders)
                    publication = threading.Thread(target=_publish, args=(shop, folder, turn))
                    if publishes:
                        publication.start()
                    runs[publishes] = measure(shop, requests, arguments.clients)
                    if publishes:
                        publication.join()
                pairs.append((runs[False], runs[True]))
    print(
        f"{arguments.database}, {arguments.clients} clients, {arguments.orders} orders a run, "
        f"{arguments.turns} turns; medians, and the ratio with / without a publication (highest)"
    )
    for name in ("p50", "p99", "rate"):
        without, beside = (
            median(getattr(run, name) for run in runs) for runs in zip(*pairs, strict=True)
        )
        ratios = [getattr(second, name) / getattr(first, name) for first, second in pairs]
        print(f"{name:>5}  {without:8.1f}  {beside:8.1f}  {median(ratios):.2f} ({max(ratios):.2f})")


def _publish(shop: Shop, folder: Path, turn: int) -> None:
    """Publish a menu with another price."""
    menu = json.loads(json.dumps(VEG))
    menu["categories"][-1]["items"][-1]["prices"]["week"] = 900 + turn
    own = folder / "menu"
    (own / "catalogue").mkdir(parents=True, exist_ok=True)
    (own / "catalogue/veg.json").write_text(json.dumps(menu), "utf-8")
    command = [
        shop.python,
        str(shop.backend / "manage.py"),
        "menu",
        "import",
        str(own),
        "--publish",
    ]
    subprocess.run(command, env=shop.environment, check=True, capture_output=True)


if __name__ == "__main__":
    main()
