"""Prunes like the nightly job, in the shop's environment; prints deleted rows and lock times of the batches as
JSON.
"""

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
    """Delete all expired rows, and print the figures."""
    lock_ms: list[float] = []
    delete = pruning._delete  # noqa: SLF001 - private, replaced to measure it

    def measured_delete(expired: "QuerySet[Any]", batch: list[Any]) -> tuple[int, float]:
        deleted, seconds = delete(expired, batch)
        lock_ms.append(round(1000 * seconds, 1))
        return deleted, seconds

    pruning._delete = measured_delete  # noqa: SLF001 - as above
    began = time.perf_counter()
    deleted = prune_all(timezone.now())
    print(
        json.dumps({"gone": dict(deleted), "seconds": time.perf_counter() - began, "held": lock_ms})
    )


if __name__ == "__main__":
    main()
