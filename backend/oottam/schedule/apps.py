"""The schedule app."""

from django.apps import AppConfig


class ScheduleConfig(AppConfig):
    """Confirmed requests as dated servings, and the kitchen's dishes and days."""

    name = "oottam.schedule"
    verbose_name = "Schedule"
