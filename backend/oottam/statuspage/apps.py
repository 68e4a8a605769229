"""The status page's app."""

from uuid import UUID

from django.apps import AppConfig


class StatuspageConfig(AppConfig):
    """One page, without models of its own."""

    name = "oottam.statuspage"
    verbose_name = "Status page"

    def status_path(self, request_id: UUID) -> str:
        """Where replies and acknowledgements lead, as "/status/..."."""
        from oottam.statuspage.links import status_path  # noqa: PLC0415 - models are not loaded earlier

        return status_path(request_id)

    def start_path(self, request_id: UUID, kind: str) -> str:
        """Where a new plan's customer answers what is missing, as "/status/.../start/"; "" for other kinds."""
        from oottam.statuspage.links import start_path  # noqa: PLC0415
        from oottam.workflow.services.details import MEAL_KINDS  # noqa: PLC0415 - models are not loaded earlier

        return start_path(request_id) if kind in MEAL_KINDS else ""
