"""The plans app. Its label is "schedule", as its tables are named."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from oottam.menu.content import Content
    from oottam.outbox.mail_content import Fact
    from oottam.requests.models import Request


class PlansConfig(AppConfig):
    """Confirmed requests as dated servings, and the kitchen's days."""

    name = "oottam.plans"
    label = "schedule"
    verbose_name = "Schedule"

    def ready(self) -> None:
        """Connect the receivers that keep plans in step with their requests."""
        from oottam.plans import receivers  # noqa: F401, PLC0415 - models are not loaded earlier

    def days_of(self, request: "Request") -> "list[Fact]":
        """Describe a request's days in text that may be sent to its customer."""
        from oottam.plans.services.customer_text import describe_plan  # noqa: PLC0415

        return describe_plan(request)

    def used_boxes(self, request: "Request", now: datetime) -> tuple[int, int]:
        """Return how many charged boxes the kitchen has cooked, and how many are charged in all."""
        from oottam.plans.services import plan_preview  # noqa: PLC0415

        return plan_preview.used_boxes(request, now)

    def with_recipes(self, content: "Content") -> "Content":
        """Return a menu's content with the kitchen's recipes in its files."""
        from oottam.kitchen.services.recipes import KitchenRows  # noqa: PLC0415

        return KitchenRows.read().into(content)

    def with_whole_recipes(self, content: "Content") -> "Content":
        """Return the content with all that the kitchen knows in its files, which releases before 0.7.0 do not read."""
        from oottam.kitchen.services.recipes import KitchenRows  # noqa: PLC0415

        return KitchenRows.read().into(content, is_whole=True)
