"""The data of a run for a rider's phone, complete enough for use without network."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse

from oottam.backoffice.layout.decorators import BACKOFFICE_ROOT
from oottam.backoffice.runs.presenters import StopView
from oottam.core.clock import clock_time
from oottam.core.direction import isolated_values
from oottam.delivery.models import Reason, Run


def island_data(
    run: Run, stops: Sequence[StopView], as_of: datetime, account: str
) -> dict[str, Any]:
    """Return JSON; amounts in paise, states "open", "delivered" and "failed". `as_of` is before the stops were read."""
    return {
        "run": run.pk,
        "account": account,
        "asOf": milliseconds(as_of),
        "day": run.date.isoformat(),
        "takeOvers": run.open_take_overs,  # type: ignore[attr-defined]
        "ownRuns": reverse("backoffice:own-runs"),
        "taps": reverse("backoffice:run-record-taps", args=[run.pk]),
        "worker": reverse("backoffice:run-worker"),
        "scope": BACKOFFICE_ROOT,
        "reasons": [[code, str(label)] for code, label in Reason.choices],
        "stops": isolated_values([_stop(stop) for stop in stops]),
    }


def milliseconds(moment: datetime) -> int:
    """Return the epoch's milliseconds, by which a phone compares versions."""
    return int(moment.timestamp() * 1000)


def _stop(stop: StopView) -> dict[str, Any]:
    return {
        "number": stop.number,
        "name": stop.name,
        "caller": stop.caller,
        "phone": "" if stop.caller else stop.phone,  # as it was typed
        "address": " ".join(part for part in (stop.address, stop.pin) if part),
        "locality": stop.locality,
        "map": stop.map_address if stop.address else "",
        "hint": stop.hint,
        "time": clock_time(stop.delivery_time) if stop.delivery_time else "",
        "debts": [list(debt) for debt in stop.debts],
        "received": [list(each) for each in stop.received],
        "boxes": [
            {
                "serving": box.serving_id,
                "reference": box.reference,
                "portions": box.portions,
                "state": box.state,
                "key": box.result.key if box.result else "",
                "why": box.reason,
            }
            for box in stop.boxes
        ],
    }
