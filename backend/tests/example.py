"""Examples of each kind of request, for tests of all endpoints and for system tests."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
# Fields that take any text, whatever form they are in.
FREE = ["name", "lastname", "firstName", "lastName", "address", "message", "planName",
        "dietaryGoal", "allergies", "preferredFoods"]  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A kind of request, by a valid body of its endpoint.

    `texts` and `others` map required fields to their titles: text fields, and those of other types.
    `shown` is a text that the request's staff page contains. `columns` maps columns to the body's texts;
    `tables` names the request's table, the table of its lines, and the foreign key from lines to request.
    `mailed` is the body for the mails in outbox/golden/, if they need more fields than `body`.
    """

    path: str
    kind: str
    body: Json
    texts: Mapping[str, str]
    shown: str
    columns: Mapping[str, str]
    tables: tuple[str, str, str]
    others: Mapping[str, str] = field(default_factory=dict)
    mailed: Json | None = None
