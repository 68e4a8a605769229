"""What orders wait for while a menu is published, beside the same run's orders without.

python -m benchmarks.publishing --database postgresql

The built storefront's own renderer runs, in the owner's request (here a command) and once more in the server. Orders
are sent one after another by a few clients, as visitors do, for as long as a publication and its rendering take. One
turn each without and with a publication, and the other way round the next time.
"""

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.intake.measuring import SETTINGS, compare, measure
from benchmarks.intake.orders import Orders
from system_tests.support.command_line import parse
from system_tests.support.databases import database
from system_tests.support.shop import ROOT, Shop, open_shop, temporary_folder

VEG = json.loads((ROOT / "contract/catalogue/veg.json").read_text("utf-8"))


def main() -> None:
    """The comparison from the command line."""
    arguments = parse(orders=4000, clients=4, turns=16)
    orders = Orders()
    with temporary_folder() as folder, database(arguments.database, folder) as (db, _):
        storefront = str((ROOT / "frontend/dist").resolve())
        settings = {**SETTINGS, "OOTTAM_STOREFRONT": storefront}
        with open_shop(folder / "shop", db, **settings) as shop:
            measure(shop, orders.make(500), arguments.clients)
            compare(shop, arguments, orders, lambda turn: _publication(shop, folder, turn))


@contextmanager
def _publication(shop: Shop, folder: Path, turn: int) -> Iterator[None]:
    """Publish a menu during the block, and to its end."""
    publication = threading.Thread(target=_publish, args=(shop, folder, turn))
    publication.start()
    yield
    publication.join()


def _publish(shop: Shop, folder: Path, turn: int) -> None:
    """Publish a menu with another price."""
    menu = json.loads(json.dumps(VEG))
    menu["categories"][-1]["items"][-1]["prices"]["week"] = 900 + turn
    own = folder / "menu"
    (own / "catalogue").mkdir(parents=True, exist_ok=True)
    (own / "catalogue/veg.json").write_text(json.dumps(menu), "utf-8")
    manage = [shop.python, str(shop.backend / "manage.py")]
    command = [*manage, "menu", "import", str(own), "--publish"]
    subprocess.run(command, env=shop.environment, check=True, capture_output=True)


if __name__ == "__main__":
    main()
