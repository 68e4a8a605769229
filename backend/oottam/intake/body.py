"""Reads the body of a call off the wire: media type, size, bytes."""

from django.http import HttpRequest, UnreadablePostError

from oottam.intake import refusals
from oottam.intake.limits import LARGEST_BODY


def read_body(request: HttpRequest) -> bytes:
    """The body's bytes, at most LARGEST_BODY of them; raises RefusedError.

    JSON is required, which no HTML form of another site can send without asking first: that is
    what protects the calls where CSRF tokens would elsewhere.
    """
    _require_json(request)
    if _announced_length(request) > LARGEST_BODY:
        raise refusals.too_large()
    try:
        body: bytes = request.read(LARGEST_BODY + 1)
    except UnreadablePostError:
        raise refusals.bad_request("The form did not arrive whole. Please send it again.") from None
    if len(body) > LARGEST_BODY:
        raise refusals.too_large()
    return body


def _announced_length(request: HttpRequest) -> int:
    sent = request.META.get("CONTENT_LENGTH") or "0"
    return int(sent) if sent.isascii() and sent.isdigit() else 0


def _require_json(request: HttpRequest) -> None:
    charset = (request.content_params or {}).get("charset", "utf-8")
    encoding = request.META.get("HTTP_CONTENT_ENCODING", "identity")
    if (
        request.content_type != "application/json"
        or charset.lower() not in ("utf-8", "utf8")
        or encoding.lower() != "identity"
    ):
        raise refusals.wrong_media_type()
