"""The plans app; its label is that of its tables."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from oottam.outbox.mail_content import Fact
    from oottam.requests.models import Request


class PlansConfig(AppConfig):
    """Confirmed requests as dated servings, and the kitchen's days."""

    name = "oottam.plans"
    label = "schedule"
    verbose_name = "Schedule"

    def ready(self) -> None:
        """From here on plans follow their requests."""
        from oottam.plans import receivers  # noqa: F401, PLC0415 - models are not loaded earlier

    def days_of(self, request: "Request") -> "list[Fact]":
        """The days of a request, in words that may go to its customer."""
        from oottam.plans.services.customer_text import describe_plan  # noqa: PLC0415

        return describe_plan(request)

    def used_boxes(self, request: "Request", now: datetime) -> tuple[int, int]:
        """How many boxes that are paid for the kitchen has cooked, and of how many."""
        from oottam.plans.services import plan_preview  # noqa: PLC0415

        return plan_preview.used_boxes(request, now)
