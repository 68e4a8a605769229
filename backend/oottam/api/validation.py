"""Validates a request before it is stored (specification, section 7).

origin, media type -> strict JSON -> form -> domain -> PendingRequest. Nothing here blocks or queries the
database, so it may run in the event loop, unless `may_block` says so.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from oottam import catalogue
from oottam.api import errors, limits
from oottam.api.endpoints import Arrival, Endpoint
from oottam.api.forms import FormError
from oottam.api.writing import idempotency, rate_limits
from oottam.api.writing.batch import InvalidRequest, PendingRequest
from oottam.catalogue import Catalogue
from oottam.core import request_context, strict_json
from oottam.core.db.bulk_insert import Row
from oottam.menu.live import load_edition
from oottam.requests.identity import new_id
from oottam.requests.models import Flag
from oottam.requests.search_keys import address_key, area, search_keys

Environ = Mapping[str, Any]  # of WSGI
_WORD = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_PARAMETER = rf';[ \t]*(?:({_WORD})=({_WORD}|"[^"\\]*"))?[ \t]*'
_MEDIA_TYPE = re.compile(rf"application/json[ \t]*((?:{_PARAMETER})*)", re.IGNORECASE)
_ONE_PARAMETER = re.compile(_PARAMETER)


def validate_http(
    endpoint: Endpoint[Any], environ: Environ, raw: bytes
) -> PendingRequest | InvalidRequest:
    """Validate an HTTP request with body `raw`; return the writer's job. Raises RequestRejectedError.

    An invalid form with an Idempotency-Key returns InvalidRequest: it may be a retry of a stored request.
    """
    require_known_origin(environ)
    require_json(environ)
    key = idempotency.read_key(endpoint.kind, environ.get("HTTP_IDEMPOTENCY_KEY"), raw)
    return validate_body(
        endpoint,
        raw,
        key,
        timezone.now(),
        sender=environ.get("REMOTE_ADDR", ""),
        page_edition=environ.get("HTTP_MENU_EDITION"),
    )


def validate_body(
    endpoint: Endpoint[Any],
    raw: bytes,
    key: idempotency.Key | None,
    received_at: datetime,
    *,
    sender: str = "",
    page_edition: str | None = None,
    entered_by: int | None = None,
    sends_mails: bool = True,
    needs_email: bool = True,
    extra_rows: Callable[[UUID], Sequence[Row]] = lambda _: (),
) -> PendingRequest | InvalidRequest:
    """Validate a body from a `sender` (IP address) or a staff account; return the writer's job.

    `page_edition` is the Menu-Edition header: the edition of the menu that the customer saw. `extra_rows` returns other
    apps' rows for the new request's id, for the same transaction. Without `needs_email` the
    e-mail address may be empty, but not malformed.
    """
    body = _parse(raw)
    # One catalogue for the whole request: validation and prices use the same menu.
    current = catalogue.current()
    shown = _menu_of_page(current, page_edition, received_at)
    try:
        form = (endpoint.form if needs_email else endpoint.form.without_email()).read(body, shown)
    except FormError as error:
        rejection = errors.invalid_fields(error.errors)
        if key is None:
            raise rejection from None
        return InvalidRequest(key, rejection)
    arrival = Arrival(new_id(received_at), received_at)
    accepted = endpoint.accept(form, arrival, shown)
    flags = [*endpoint.form.flags(body), *accepted.flags]
    if shown.edition < current.edition:
        flags.append(Flag.EARLIER_MENU)
    accepted = replace(accepted, flags=flags)
    customer, area_code = accepted.customer, area(current)
    if added_rows := extra_rows(arrival.request_id):
        accepted = replace(accepted, rows=[*accepted.rows, *added_rows])
    return PendingRequest(
        kind=endpoint.kind,
        accepted=accepted,
        arrival=arrival,
        body=raw.decode(),
        extras=[
            name[: limits.MAX_UNKNOWN_FIELD_LENGTH]
            for name in endpoint.form.extras(body, limits.MAX_UNKNOWN_FIELDS)
        ],
        key=key,
        menu_edition=shown.edition,
        rate_limit_entry=rate_limits.entry(sender, customer, received_at, area_code),
        search_keys=search_keys(customer.name, customer.phone, area_code),
        address_key=address_key(getattr(form, "address", None) or ""),
        entered_by=entered_by,
        sends_mails=sends_mails,
        http_request_id=request_context.current_request_id(),
    )


def _menu_of_page(current: Catalogue, page_edition: str | None, at: datetime) -> Catalogue:
    """Return the menu that the customer saw: the current one, an earlier one, or one that another server shows already."""
    if number := current.newer_edition(page_edition):
        return load_edition(number) or current
    return current.for_page(page_edition, at)


def may_block(environ: Environ) -> bool:
    """Whether `validate_http` may query the database: this server has not noticed the page's edition yet."""
    edition = environ.get("HTTP_MENU_EDITION")
    return edition is not None and catalogue.current().newer_edition(edition) > 0


def _parse(raw: bytes) -> Any:
    try:
        return strict_json.parse(
            raw, max_depth=limits.MAX_NESTING, max_number_length=limits.MAX_NUMBER_LENGTH
        )
    except strict_json.BadJsonError as error:
        raise errors.bad_request(str(error)) from None


def require_known_origin(environ: Environ) -> None:
    """Raise RequestRejectedError (403) for another site's page that is not in ALLOWED_ORIGINS.

    Sec-Fetch-Site takes precedence: only browsers set it, and it does not depend on a proxy's Host header.
    """
    origin = environ.get("HTTP_ORIGIN")
    if origin is None or origin in settings.ALLOWED_ORIGINS:
        return
    site = environ.get("HTTP_SEC_FETCH_SITE")
    host = origin.partition("://")[2]
    same_host = host and host == environ.get("HTTP_HOST")
    if not (site == "same-origin" if site else same_host):
        raise errors.foreign_origin()


def require_json(environ: Mapping[str, Any]) -> None:
    """Raise RequestRejectedError (415) unless the headers declare uncompressed JSON in UTF-8.

    This also prevents CSRF: HTML forms cannot send JSON, and scripts need a preflight.
    """
    encoding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    if not _is_json(environ.get("CONTENT_TYPE", "")) or encoding.lower() != "identity":
        raise errors.wrong_media_type()


@lru_cache(maxsize=32)
def _is_json(content_type: str) -> bool:
    match = _MEDIA_TYPE.fullmatch(content_type.strip(" \t"))
    if not match:
        return False
    parameters = [parameter.groups("") for parameter in _ONE_PARAMETER.finditer(match[1])]
    # A parameter name with a star (RFC 8187) declares the value's encoding.
    return all(
        value.strip('"').lower() in ("utf-8", "utf8")
        for name, value in parameters
        if name.lower().rstrip("*") == "charset"
    )
