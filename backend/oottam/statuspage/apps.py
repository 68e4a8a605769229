"""App configuration of the status pages."""

from uuid import UUID

from django.apps import AppConfig


class StatuspageConfig(AppConfig):
    """Has no models; offers its paths to the apps below it."""

    name = "oottam.statuspage"
    verbose_name = "Status page"

    def status_path(self, request_id: UUID) -> str:
        """Path of the status page, as "/status/...", for replies and acknowledgements."""
        from oottam.statuspage.links import status_path  # noqa: PLC0415 - models are not loaded earlier

        return status_path(request_id)

    def start_path(self, request_id: UUID, kind: str) -> str:
        """Path of the start form of a meal order, as "/status/.../start/"; "" for other kinds."""
        from oottam.statuspage.links import start_path  # noqa: PLC0415
        from oottam.workflow.services.details import MEAL_KINDS  # noqa: PLC0415 - models are not loaded earlier

        return start_path(request_id) if kind in MEAL_KINDS else ""
