"""What the tests of all calls, and the system tests, need to know of each kind of request."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
# Fields that take any text, whatever form they are in.
FREE = ["name", "lastname", "firstName", "lastName", "address", "message", "planName",
        "dietaryGoal", "allergies", "preferredFoods"]  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A kind of request by a body that its call takes.

    `texts` and `others` are the fields that it requires, each with the title that sentences give it:
    texts, and what is sent as something else. `shown` is what its page in the back office says of
    what was asked. `columns` are texts of the body with a column of their own, by column; they lie in the
    first of `tables`, the rows below it in the second, by the column that leads up. `mailed` is the
    body of the mails in outbox/golden/, where those shall tell more.
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
