"""The plans app. Its label is "schedule", as its tables are named."""

from django.apps import AppConfig


class PlansConfig(AppConfig):
    """Confirmed requests as dated servings, and the kitchen's days."""

    name = "oottam.plans"
    label = "schedule"

    def ready(self) -> None:
        """Connect the receivers that keep plans in step with their requests."""
        from oottam.plans import receivers  # noqa: F401, PLC0415 - models are not loaded earlier
