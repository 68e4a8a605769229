"""The schedule app."""

from django.apps import AppConfig


class ScheduleConfig(AppConfig):
    """Confirmed requests as dated servings, and the kitchen's days."""

    name = "oottam.schedule"
    verbose_name = "Schedule"

    def ready(self) -> None:
        """From here on a request that is confirmed gets its days, and takes them along where it goes."""
        from oottam.handling.domain import consequences  # noqa: PLC0415 - models are not loaded earlier
        from oottam.schedule.domain import planning  # noqa: PLC0415
        from oottam.schedule.domain.telling import days_of_plan  # noqa: PLC0415

        consequences.let_follow("request.confirm", planning.plan)
        consequences.let_follow("request.cancel", planning.cancel)
        consequences.let_follow("request.complete", planning.complete)
        consequences.let_follow("request.take-back", planning.take_back)
        consequences.let_follow("request.facts", planning.facts_change)
        consequences.let_follow("request.event", planning.event_change)
        consequences.let_tell_days(days_of_plan)
        consequences.let_count_boxes(planning.used_boxes)
