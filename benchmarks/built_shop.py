"""Runs the built product on a new database, for benchmarks that drive it with a browser.

    python -m benchmarks.built_shop node benchmarks/storefront/paint.mjs

runs that command beside it, with its base URL in the environment as SHOP.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from system_tests.support.databases import Sqlite
from system_tests.support.shop import ROOT, open_shop, temporary_folder


@contextmanager
def built_shop(folder: Path, **settings: str) -> Iterator[str]:
    """Yield the base URL of the shop built by `make build`, with its data in `folder`, and with further `settings`."""
    dist = os.environ.get("OOTTAM_STOREFRONT") or str((ROOT / "frontend/dist").resolve())
    own = {"OOTTAM_VAR": str(folder), "OOTTAM_STOREFRONT": dist, **settings}
    with open_shop(folder, Sqlite(folder / "oottam.sqlite3"), **own) as shop:
        yield f"http://127.0.0.1:{shop.port}"


if __name__ == "__main__":
    with temporary_folder() as own_folder, built_shop(own_folder) as address:
        sys.exit(
            subprocess.run(
                sys.argv[1:], check=False, env={**os.environ, "SHOP": address}
            ).returncode
        )
