"""The server without one of its protections, to show that the drills would notice.

    python -m drills.unprotected answers-after-commit

It patches the running server from outside, so that the product itself needs no switch for it.
"""

import os
import sys
import time
from collections.abc import Sequence

import django
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from oottam.__main__ import main  # noqa: E402 - Django has to be set up first
from oottam.intake import group_commit, idempotency  # noqa: E402

PAUSE = 0.03  # seconds between the replies and their commit


def _answer_before_the_commit() -> None:
    """What a server does that trusts its own commit."""

    def commit(batch: Sequence[group_commit._Job]) -> None:
        with transaction.atomic():
            for job in batch:
                outcome = group_commit._outcome(job.unit)
                assert not isinstance(outcome, Exception), outcome
                job.future.set_result(outcome)
            time.sleep(PAUSE)

    group_commit._commit = commit


def _forget_keys() -> None:
    """What a server does that has never heard of Idempotency-Key."""
    idempotency.read_key = lambda *_: None


BREAKS = {"answers-after-commit": _answer_before_the_commit, "idempotency": _forget_keys}

if __name__ == "__main__":
    BREAKS[sys.argv.pop()]()
    main()
