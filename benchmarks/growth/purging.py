"""Prunes in the shop's own environment, as the night does, and says as JSON how many rows went and what each batch held."""

import json
import os
import time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from django.db.models import QuerySet  # noqa: E402 - Django has to be set up first
from django.utils import timezone  # noqa: E402

from oottam.core.db import pruning  # noqa: E402
from oottam.maintenance.pruning import prune_all  # noqa: E402


def main() -> None:
    """Once, whatever is past."""
    held: list[float] = []
    delete = pruning._delete  # noqa: SLF001 - measured from outside

    def noting(expired: "QuerySet[Any]", batch: list[Any]) -> tuple[int, float]:
        gone, seconds = delete(expired, batch)
        held.append(round(1000 * seconds, 1))
        return gone, seconds

    pruning._delete = noting  # noqa: SLF001 - likewise
    began = time.perf_counter()
    gone = prune_all(timezone.now())
    print(json.dumps({"gone": dict(gone), "seconds": time.perf_counter() - began, "held": held}))


if __name__ == "__main__":
    main()
