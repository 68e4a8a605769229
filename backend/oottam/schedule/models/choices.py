"""Names of `schedule/choices.py` that released migrations have."""

from oottam.core.fields import CodesOf
from oottam.schedule.choices import (
    ActionType,
    CustomerChanges,
    Mark,
    Meal,
    PlanState,
    ReminderKind,
    Score,
    ServingState,
)

__all__ = ["ActionType", "CustomerChanges", "Score"]

marks = CodesOf(Mark)
meals = CodesOf(Meal)
plan_states = CodesOf(PlanState)
serving_states = CodesOf(ServingState)
action_types = CodesOf(ActionType)
reminder_kinds = CodesOf(ReminderKind)
