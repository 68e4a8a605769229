"""JSON responses of the endpoints: status, message, and reference or errors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NotRequired

from pydantic_core import to_json
from typing_extensions import TypedDict

CONTENT_TYPE = "application/json"


@dataclass(frozen=True, slots=True)
class FieldError:
    """A field's error; `field` is its path in the body, such as `selectedItems[1].name`."""

    field: str
    message: str


class Success(TypedDict):
    """The request is stored as `reference`; `statusPath` is the path of its status page."""

    status: Literal["success"]
    message: str
    reference: str
    statusPath: NotRequired[str]


class Refusal(TypedDict):
    """Nothing is stored; `errors` lists all invalid fields, if any."""

    status: Literal["error"]
    message: str
    errors: Sequence[FieldError]


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP status and its JSON body; an error's `message` also by itself, for pages."""

    status: int
    body: bytes
    message: str = field(default="", compare=False)


def success(message: str, reference: str, status_path: str = "") -> Reply:
    """Build the response for a stored request; `message` is for the customer. `status_path` is optional."""
    reply = Success(status="success", message=message, reference=reference)
    if status_path:
        reply["statusPath"] = status_path
    return Reply(200, to_json(reply))


def refusal(status: int, message: str, errors: Sequence[FieldError] = ()) -> Reply:
    """Build an error response; `message` is for the customer, `errors` lists invalid fields."""
    body = to_json(Refusal(status="error", message=message, errors=errors))
    return Reply(status, body, message)
