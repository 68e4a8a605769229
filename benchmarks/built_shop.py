"""Runs the built product on a new database, for benchmarks that drive it with a browser."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from system_tests.support.databases import Sqlite
from system_tests.support.shop import ROOT, open_shop


@contextmanager
def built_shop(folder: Path, **settings: str) -> Iterator[str]:
    """Yield the base URL of the shop built by `make build`, with its data in `folder`, and with further `settings`."""
    dist = os.environ.get("OOTTAM_STOREFRONT") or str((ROOT / "frontend/dist").resolve())
    own = {"OOTTAM_VAR": str(folder), "OOTTAM_STOREFRONT": dist, **settings}
    with open_shop(folder, Sqlite(folder / "oottam.sqlite3"), **own) as shop:
        yield f"http://127.0.0.1:{shop.port}"
