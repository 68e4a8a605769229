"""The one shape of every reply to a call: JSON with status, message, and reference or errors."""

from collections.abc import Sequence
from typing import Literal

import msgspec

CONTENT_TYPE = "application/json"


class FieldError(msgspec.Struct, frozen=True):
    """What is wrong with one field; `field` is its path in the body, as `selectedItems[1].name`."""

    field: str
    message: str


class Success(msgspec.Struct):
    """The request is stored, and known by `reference` from now on; its status page is at `statusPath` of this host."""

    status: Literal["success"]
    message: str
    reference: str
    statusPath: str | msgspec.UnsetType = msgspec.UNSET


class Refusal(msgspec.Struct):
    """Nothing is stored; `errors` names every field that is wrong, if fields are the reason."""

    status: Literal["error"]
    message: str
    errors: Sequence[FieldError]


class Reply(msgspec.Struct, frozen=True):
    """An HTTP status and the JSON body that goes with it."""

    status: int
    body: bytes


def success(message: str, reference: str, status_path: str = "") -> Reply:
    """The request is stored; `message` is shown to the customer. Without a status page there is no path."""
    reply = Success("success", message, reference, status_path or msgspec.UNSET)
    return Reply(200, msgspec.json.encode(reply))


def refusal(status: int, message: str, errors: Sequence[FieldError] = ()) -> Reply:
    """Nothing was stored; `message` tells the customer what to do, `errors` which fields are wrong."""
    return Reply(status, msgspec.json.encode(Refusal("error", message, errors)))
