"""What a call is, and the register of all of them.

An app adds a call by registering it when Django starts: a path, a kind, a form (the body's fields,
spelt as the contract spells them), an `accept` function that turns the form into rows, and a
`describe` function that tells what mails say of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from oottam.api.forms.form import Form
from oottam.api.mail_details import MailDetails
from oottam.api.reorder import Again, Agreed
from oottam.catalogue import Catalogue
from oottam.core.db.bulk_insert import Row
from oottam.requests.models import Flag, Kind, Request

F = TypeVar("F", bound=Form)


@dataclass(frozen=True, slots=True)
class Receipt:
    """Which request this is and when it came in (UTC); rows refer to the request by `request_id`."""

    request_id: UUID
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Customer:
    """Who sent the request, as written; without a phone number where the form asks for none."""

    name: str
    email: str
    phone: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A request that will be taken.

    `rows` are written in their order, parents before children. `message` makes the customer's sentence
    from the reference, which is drawn only when the request is stored.
    """

    customer: Customer
    message: Callable[[str], str]
    rows: Sequence[Row] = ()
    flags: Sequence[Flag] = ()


@dataclass(frozen=True, slots=True)
class Call(Generic[F]):
    """One of the eight calls. `noun` is what a customer calls the thing that was sent.

    `again` makes a request of before into one of today; None for what nobody has twice in the same way.
    """

    path: str
    kind: Kind
    noun: str
    form: type[F]
    accept: Callable[[F, Receipt, Catalogue], Accepted]
    describe: Callable[[Request], MailDetails]
    again: Callable[[Request, Catalogue, Agreed], Again] | None = None


_calls: dict[str, Call[Any]] = {}


def register(call: Call[Any]) -> None:
    """Answer `call.path` from now on; a path belongs to one call only."""
    if call.path in _calls:
        raise ValueError(f"{call.path} is registered twice")
    _calls[call.path] = call


def registered() -> list[Call[Any]]:
    """Every call, by path."""
    return [_calls[path] for path in sorted(_calls)]


def find(path: str) -> Call[Any] | None:
    """The call at this path, if there is one."""
    return _calls.get(path)


def of_kind(kind: str) -> Call[Any]:
    """The call that stores requests of this kind."""
    return next(call for call in _calls.values() if call.kind == kind)
