"""The server with a settable clock and more frequent background jobs, so that days pass in seconds.

    python -m system_tests.day.server FILE [PROTECTION]

The second argument names one of PROTECTIONS, which is disabled, so that the system test must fail.
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
from oottam.schedule.domain import actions  # noqa: E402
from oottam.schedule.models import ServingState  # noqa: E402
from system_tests.support import disabled_protections  # noqa: E402
from system_tests.support.shifted_clock import follow, serve_with  # noqa: E402 - Django has to be set up first

INTERVAL_SECONDS = 0.5
CHILD = "run_jobs"
LATER_SECONDS = 0.5


def _store_outcomes_late() -> None:
    """Respond before storing the outcomes."""
    record = outcomes.record_outcome

    def record_late(*, event: DeliveryEvent, **context: Any) -> RecordResult:
        def later() -> None:
            time.sleep(LATER_SECONDS)
            record(event=event, **context)

        threading.Thread(target=later, daemon=True).start()
        return RecordResult(ServingState.DELIVERED)

    outcomes.record_outcome = record_late


def _ignore_cash_keys() -> None:
    """Ignore the idempotency keys of cash."""
    record_cash = cash.record_cash

    def with_new_key(*, key: str, **context: Any) -> Any:
        return record_cash(key=f"{key[:20]}-{uuid4().hex}", **context)

    cash.record_cash = with_new_key


def _ignore_pauses() -> None:
    """Ignore pauses."""
    actions.Pause.apply = lambda *_: None  # type: ignore[method-assign]


def _accept_outcomes_of_any_rider() -> None:
    """Accept outcomes from any rider."""
    History.rejection_reason = lambda *_: ""  # type: ignore[method-assign]


PROTECTIONS = {
    "kept-taps": _store_outcomes_late,
    "cash-keys": _ignore_cash_keys,
    "pauses": _ignore_pauses,
    "whose-run": _accept_outcomes_of_any_rider,
    "page-edition": disabled_protections.PROTECTIONS["page-edition"],
}

if __name__ == "__main__":
    if sys.argv[-1] in PROTECTIONS:
        PROTECTIONS[sys.argv.pop()]()
    jobs.INTERVAL_SECONDS = INTERVAL_SECONDS
    clock = Path(sys.argv.pop())
    if is_child := sys.argv[-1] == CHILD:
        sys.argv.pop()
    follower = threading.Thread(
        target=follow, args=[clock], kwargs={"is_server": not is_child}, daemon=True
    )
    if is_child:  # the file generation process uses the same clock
        follower.start()
        call_command("run_jobs", skip_checks=True)
    else:
        queue.COMMAND = (sys.executable, "-m", "system_tests.day.server", CHILD, str(clock))
        serve_with(follower.start)
