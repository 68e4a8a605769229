"""The workflow app. Its label is "handling", as its tables are named."""

from django.apps import AppConfig


class WorkflowConfig(AppConfig):
    """What staff add to a request. The request itself stays as it was sent."""

    name = "oottam.workflow"
    label = "handling"

    def ready(self) -> None:
        """Connect the receiver that keeps revenue ledger and balances; let the mail worker compose messages."""
        from oottam.workflow import receivers  # noqa: F401, PLC0415 - models are not loaded earlier
        from oottam.workflow.services import messages  # noqa: F401, PLC0415
