"""The endpoints and their registry.

Apps register their endpoints when Django starts: path, kind, form (the body's fields by the contract's names), an
`accept` function that converts the form to rows, and a `describe` function for mails.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from oottam.api.forms import Form
from oottam.api.mail_details import MailDetails
from oottam.api.reorder import AgreedDetails, Reorder
from oottam.catalogue import Catalogue
from oottam.core.db.bulk_insert import Row
from oottam.core.hook import Hook
from oottam.requests.models import Flag, Kind, Request

F = TypeVar("F", bound=Form)


@dataclass(frozen=True, slots=True)
class Arrival:
    """The request's id, and when it arrived (UTC)."""

    request_id: UUID
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Customer:
    """The customer by the form's values, "" for blanks; `phone` is "" if the form has no such field."""

    name: str
    email: str
    phone: str = ""


def full_name(first: str, last: str | None) -> str:
    """Join the names of a form with two fields, which may be ""."""
    return f"{first} {last or ''}".strip()


@dataclass(frozen=True, slots=True)
class AcceptedRequest:
    """An accepted request.

    `rows` are inserted in order, parents before children. `message` returns the customer's sentence for
    the reference, which is only drawn when the request is stored.
    """

    customer: Customer
    message: Callable[[str], str]
    rows: Sequence[Row] = ()
    flags: Sequence[Flag] = ()


@dataclass(frozen=True, slots=True)
class Endpoint(Generic[F]):
    """One of the eight endpoints. `noun` names the request in sentences to customers.

    `reorder` proposes a past request at today's prices; None for kinds that cannot be reordered. `rows` is the lookup of
    related rows that `describe` reads, for `prefetch_related_objects`.
    """

    path: str
    kind: Kind
    noun: str
    form: type[F]
    accept: Callable[[F, Arrival, Catalogue], AcceptedRequest]
    describe: Callable[[Request], MailDetails]
    reorder: Callable[[Request, Catalogue, AgreedDetails], Reorder] | None = None
    rows: str = ""


_endpoints: dict[str, Endpoint[Any]] = {}


def register(*endpoints: Endpoint[Any]) -> None:
    """Register endpoints. Raises ValueError if a path is taken."""
    for endpoint in endpoints:
        if endpoint.path in _endpoints:
            raise ValueError(f"{endpoint.path} is registered twice")
        _endpoints[endpoint.path] = endpoint


def registered() -> list[Endpoint[Any]]:
    """Return all endpoints, sorted by path."""
    return [_endpoints[path] for path in sorted(_endpoints)]


def find(path: str) -> Endpoint[Any] | None:
    """Return the endpoint at this path, or None."""
    return _endpoints.get(path)


def of_kind(kind: str) -> Endpoint[Any]:
    """Return the endpoint of a kind."""
    return next(endpoint for endpoint in _endpoints.values() if endpoint.kind == kind)


@Hook
def status_path(request_id: UUID, link_number: int = 0) -> str:
    """Return the path of the request's status page, "/status/..."; a new request's link has number 0."""
    raise NotImplementedError


@Hook
def start_path(request: Request) -> str:
    """Return the path of the form for missing details, "/status/.../start/"; "" for kinds without one."""
    raise NotImplementedError
