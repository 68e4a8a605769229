"""The workflow app. Its label is "handling", as its tables are named."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from oottam.outbox.mail_content import MailContent
    from oottam.requests.models import Request


class WorkflowConfig(AppConfig):
    """What staff add to a request. The request itself stays as it was sent."""

    name = "oottam.workflow"
    label = "handling"
    verbose_name = "Handling"

    def ready(self) -> None:
        """Connect the receiver that keeps revenue ledger and balances."""
        from oottam.workflow import receivers  # noqa: F401, PLC0415 - models are not loaded earlier

    def reorder_of(self, request: "Request") -> str:
        """Return the reference of the request that this one reorders; "" for none."""
        from oottam.workflow.models import ReorderLink  # noqa: PLC0415 - models are not loaded earlier

        before = ReorderLink.objects.filter(request=request).values_list("of__reference", flat=True)
        return before.first() or ""

    def message_content(self, message_id: int, now: datetime) -> "MailContent | None":
        """Compose the mail of a stored message, sent `now`; None where there is no such message."""
        from oottam.workflow.services.messages import compose  # noqa: PLC0415

        return compose(message_id, now)
