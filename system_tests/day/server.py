"""The server with a clock that the system test sets, whose housekeeping looks around more often: here days pass in seconds.

    python -m system_tests.day.server FILE [kept-taps|cash-keys|pauses|whose-run]

The second argument takes something away from it, so that the system test has to fail.
"""

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from oottam.background import queue  # noqa: E402
from oottam.delivery.services import cash, outcomes  # noqa: E402
from oottam.delivery.services.history import History  # noqa: E402
from oottam.delivery.services.outcomes import DeliveryEvent, RecordResult  # noqa: E402
from oottam.maintenance import jobs  # noqa: E402
from oottam.plans.domain import actions  # noqa: E402
from oottam.plans.models import ServingState  # noqa: E402
from system_tests.support.shifted_clock import follow, serve_with  # noqa: E402 - Django has to be set up first

INTERVAL_SECONDS = 0.5
CHILD = "run_jobs"
LATER_SECONDS = 0.5


def _keep_taps_later() -> None:
    """What a server does that answers first, and writes when it finds the time."""
    record = outcomes.record_outcome

    def record_late(*, event: DeliveryEvent, **context: Any) -> RecordResult:
        def later() -> None:
            time.sleep(LATER_SECONDS)
            record(event=event, **context)

        threading.Thread(target=later, daemon=True).start()
        return RecordResult(ServingState.DELIVERED)

    outcomes.record_outcome = record_late


def _forget_keys_of_cash() -> None:
    """What a server does that has never seen a tap before."""
    record_cash = cash.record_cash

    def with_new_key(*, key: str, **context: Any) -> Any:
        return record_cash(key=f"{key[:20]}-{uuid4().hex}", **context)

    cash.record_cash = with_new_key


def _cook_for_the_absent() -> None:
    """What a kitchen does whose orders were made when they came."""
    actions.Pause.apply = lambda *_: None  # type: ignore[method-assign]


def _count_anybody_s_taps() -> None:
    """What a server does that does not ask whose run it was."""
    History.rejection_reason = lambda *_: ""  # type: ignore[method-assign]


BREAKS = {
    "kept-taps": _keep_taps_later,
    "cash-keys": _forget_keys_of_cash,
    "pauses": _cook_for_the_absent,
    "whose-run": _count_anybody_s_taps,
}

if __name__ == "__main__":
    if sys.argv[-1] in BREAKS:
        BREAKS[sys.argv.pop()]()
    jobs.INTERVAL_SECONDS = INTERVAL_SECONDS
    clock = Path(sys.argv.pop())
    if is_child := sys.argv[-1] == CHILD:
        sys.argv.pop()
    follower = threading.Thread(
        target=follow, args=[clock], kwargs={"is_server": not is_child}, daemon=True
    )
    if is_child:  # the process that makes files has the same clock
        follower.start()
        call_command("run_jobs", skip_checks=True)
    else:
        queue.COMMAND = (sys.executable, "-m", "system_tests.day.server", CHILD, str(clock))
        serve_with(follower.start)
