"""A request of before as it can be asked for today: what of it is still there, and what that costs now.

Each kind says by its endpoint how it becomes one (`Endpoint.reorder`). Amounts are whole paise.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from typing import Any

from oottam.core.money import PAISE_PER_RUPEE
from oottam.outbox.mail_content import Fact
from oottam.requests.models import Request


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the desk knows better by now than the form of then did; empty where it does not."""

    address: str = ""
    delivery_time: time | None = None
    times: Sequence[Fact] = ()  # of each meal, in words


@dataclass(frozen=True, slots=True)
class Thing:
    """One dish or meal; `remark` says what is other than it was. None: it has no price of its own."""

    title: str
    detail: str = ""
    remark: str = ""
    then: int | None = None
    now: int | None = None


@dataclass(frozen=True, slots=True)
class Reorder:
    """`body` is what the kind's own form would send today; the rest tells what is in it.

    `left_out` are things of then that our menus no longer have. `now` is None where no price is known
    before somebody has agreed on one.
    """

    body: dict[str, Any]
    things: Sequence[Thing] = ()
    left_out: Sequence[Thing] = ()
    facts: Sequence[Fact] = ()
    now: int | None = None
    notes: Sequence[str] = ()


def typed(request: Request, *names: str) -> dict[str, Any]:
    """Of these fields those that were sent, as they were; of a body that is none of ours, nothing."""
    try:
        sent = json.loads(request.body)
    except ValueError:
        return {}
    return {name: sent[name] for name in names if name in sent}


def rupees(paise: int) -> int | float:
    """An amount as the storefront's forms send it."""
    whole, rest = divmod(paise, PAISE_PER_RUPEE)
    return paise / PAISE_PER_RUPEE if rest else whole
