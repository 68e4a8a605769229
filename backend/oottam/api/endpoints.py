"""The endpoints and their registry.

An app registers its endpoints when Django starts: a path, a kind, a form (the body's fields by the contract's
names), an `accept` function that makes rows of the form, and a `describe` function for mails.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from oottam.api.forms.form import Form
from oottam.api.mail_details import MailDetails
from oottam.api.reorder import Agreed, Reorder
from oottam.catalogue import Catalogue
from oottam.core.app_hooks import app_hooks
from oottam.core.db.bulk_insert import Row
from oottam.requests.models import Flag, Kind, Request

F = TypeVar("F", bound=Form)


@dataclass(frozen=True, slots=True)
class Receipt:
    """Id of the request and when it arrived (UTC)."""

    request_id: UUID
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Customer:
    """The customer as written in the form; no phone number where the form has none."""

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
class Endpoint(Generic[F]):
    """One of the eight endpoints. `noun` is what a customer calls the thing that was sent.

    `reorder` proposes a past request at today's prices; None for kinds that cannot be reordered.
    """

    path: str
    kind: Kind
    noun: str
    form: type[F]
    accept: Callable[[F, Receipt, Catalogue], Accepted]
    describe: Callable[[Request], MailDetails]
    reorder: Callable[[Request, Catalogue, Agreed], Reorder] | None = None


_endpoints: dict[str, Endpoint[Any]] = {}


def register(endpoint: Endpoint[Any]) -> None:
    """Respond at `endpoint.path` from now on; a path belongs to one endpoint."""
    if endpoint.path in _endpoints:
        raise ValueError(f"{endpoint.path} is registered twice")
    _endpoints[endpoint.path] = endpoint


def registered() -> list[Endpoint[Any]]:
    """Every endpoint, by path."""
    return [_endpoints[path] for path in sorted(_endpoints)]


def find(path: str) -> Endpoint[Any] | None:
    """The endpoint at this path, if there is one."""
    return _endpoints.get(path)


def of_kind(kind: str) -> Endpoint[Any]:
    """The endpoint that stores requests of this kind."""
    return next(endpoint for endpoint in _endpoints.values() if endpoint.kind == kind)


def status_path(request_id: UUID) -> str:
    """The path on which a customer follows the request, as "/status/..."; "" where there is no such page."""
    return "".join(path(request_id) for path in app_hooks("status_path"))


def start_path(request_id: UUID, kind: str) -> str:
    """The path on which a customer answers what is missing; "" for a kind that asks nothing."""
    return "".join(path(request_id, kind) for path in app_hooks("start_path"))
