"""Reads the body of a call off the wire: media type, size, bytes."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.http import parse_header_parameters

from oottam.intake import refusals
from oottam.intake.limits import LARGEST_BODY


def read_body(environ: Mapping[str, Any], read: Callable[[int], bytes]) -> bytes:
    """The body's bytes, at most LARGEST_BODY of them; raises RefusedError.

    JSON is required, which no HTML form of another site can send without asking first: that is
    what protects the calls where CSRF tokens would elsewhere.
    """
    encoding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    if not _is_json(environ.get("CONTENT_TYPE", "")) or encoding.lower() != "identity":
        raise refusals.wrong_media_type()
    if _announced_length(environ) > LARGEST_BODY:
        raise refusals.too_large()
    body = read(LARGEST_BODY + 1)
    if len(body) > LARGEST_BODY:
        raise refusals.too_large()
    return body


def _announced_length(environ: Mapping[str, Any]) -> int:
    sent = environ.get("CONTENT_LENGTH") or "0"
    return int(sent) if sent.isascii() and sent.isdigit() else 0


@lru_cache(maxsize=32)
def _is_json(content_type: str) -> bool:
    kind, parameters = parse_header_parameters(content_type)
    charset = parameters.get("charset", "utf-8").lower()
    return kind == "application/json" and charset in ("utf-8", "utf8")
