"""The address of a request's status page. The page is above the intake, and gives its path when Django starts."""

from collections.abc import Callable
from uuid import UUID

StatusPath = Callable[[UUID], str]

_path: StatusPath = lambda _: ""  # noqa: E731 - what there is without a status page


def use_status_path(path: StatusPath) -> None:
    """Lead customers there from now on; done once, by the status page, when Django starts."""
    global _path  # noqa: PLW0603 - the one place that holds it
    _path = path


def status_path(request_id: UUID) -> str:
    """The path on which a customer follows the request, as "/status/..."; "" where there is no such page."""
    return _path(request_id)
