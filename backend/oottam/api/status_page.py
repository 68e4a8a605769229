"""The addresses of a request's status page, which is above the API."""

from uuid import UUID

from oottam.core.provided import by_apps


def status_path(request_id: UUID) -> str:
    """The path on which a customer follows the request, as "/status/..."; "" where there is no such page."""
    return "".join(path(request_id) for path in by_apps("status_path"))


def start_path(request_id: UUID, kind: str) -> str:
    """The path on which a customer answers what is missing; "" for a kind that asks nothing."""
    return "".join(path(request_id, kind) for path in by_apps("start_path"))
