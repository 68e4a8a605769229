"""The one shape of every reply to a call: JSON with status, message, and reference or errors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired

from pydantic_core import to_json
from typing_extensions import TypedDict

CONTENT_TYPE = "application/json"


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field; `field` is its path in the body, as `selectedItems[1].name`."""

    field: str
    message: str


class Success(TypedDict):
    """The request is stored, and known by `reference` from now on; its status page is at `statusPath` of this host."""

    status: Literal["success"]
    message: str
    reference: str
    statusPath: NotRequired[str]


class Refusal(TypedDict):
    """Nothing is stored; `errors` names every field that is wrong, if fields are the reason."""

    status: Literal["error"]
    message: str
    errors: Sequence[FieldError]


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP status and the JSON body that goes with it."""

    status: int
    body: bytes


def success(message: str, reference: str, status_path: str = "") -> Reply:
    """The request is stored; `message` is shown to the customer. Without a status page there is no path."""
    reply = Success(status="success", message=message, reference=reference)
    if status_path:
        reply["statusPath"] = status_path
    return Reply(200, to_json(reply))


def refusal(status: int, message: str, errors: Sequence[FieldError] = ()) -> Reply:
    """Nothing was stored; `message` tells the customer what to do, `errors` which fields are wrong."""
    return Reply(status, to_json(Refusal(status="error", message=message, errors=errors)))
