"""Reorders: the available items of a past request at today's prices, in whole paise.

Each endpoint builds its own (`Endpoint.reorder`).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from decimal import Decimal
from typing import Any

from oottam.core.money import PAISE_PER_RUPEE
from oottam.outbox.mail_content import Fact
from oottam.requests.models import Request


@dataclass(frozen=True, slots=True)
class AgreedDetails:
    """Details the desk agreed after the form was sent; empty where none were agreed."""

    address: str = ""
    delivery_time: time | None = None
    times: Sequence[Fact] = ()  # a formatted time per meal


@dataclass(frozen=True, slots=True)
class ReorderItem:
    """A dish or meal; `remark` describes a change. Prices in paise; None without one."""

    title: str
    detail: str = ""
    remark: str = ""
    past_paise: int | None = None
    current_paise: int | None = None


@dataclass(frozen=True, slots=True)
class Reorder:
    """`body` is the form's body at today's menu, read as any (fractions are decimals); the other fields describe it.

    `left_out` are items that are on no menu any longer. `current_total_paise` is None until a price is agreed. A preview's
    digest includes the field names.
    """

    body: dict[str, Any]
    items: Sequence[ReorderItem] = ()
    left_out: Sequence[ReorderItem] = ()
    facts: Sequence[Fact] = ()
    current_total_paise: int | None = None
    notes: Sequence[str] = ()


def submitted_body(request: Request) -> dict[str, Any]:
    """Return the body as it was sent; empty for one that is not JSON, such as an erased one."""
    try:
        body: dict[str, Any] = json.loads(request.body)
    except ValueError:
        return {}
    return body


def submitted_values(request: Request, *names: str) -> dict[str, Any]:
    """Return the submitted values of these fields."""
    submitted = submitted_body(request)
    return {name: submitted[name] for name in names if name in submitted}


def rupees(paise: int) -> int | Decimal:
    """Convert paise to rupees exactly, as a form's body is read."""
    whole, remainder = divmod(paise, PAISE_PER_RUPEE)
    return Decimal(paise) / PAISE_PER_RUPEE if remainder else whole
