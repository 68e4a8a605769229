"""Choices of columns, and named sets of states."""

from datetime import date

from django.db import models
from django.db.models import Q

from oottam.workflow.choices import Meal


class Mark(models.TextChoices):
    """A dish's mark on the menus."""

    VEG = "veg", "Vegetarian"
    NONVEG = "nonveg", "Not vegetarian"


class PlanState(models.TextChoices):
    """The state of a plan."""

    RUNNING = "running", "Active"
    PAUSED = "paused", "Paused"
    ENDED = "ended", "Ended"
    CANCELLED = "cancelled", "Cancelled"


class ServingState(models.IntegerChoices):
    """The state of a serving."""

    PLANNED = 1, "Planned"
    DELIVERED = 2, "Delivered"
    FAILED = 3, "Not delivered"
    FORFEITED = 4, "Charged as delivered"
    CANCELLED = 5, "Cancelled"
    HELD = 6, "On hold"


class ActionType(models.TextChoices):
    """The type of an action on a plan."""

    CONFIRM = "confirm", "Planned"
    SKIP = "skip", "Skipped"
    PAUSE = "pause", "Paused"
    RESUME = "resume", "Resumed"
    MOVE = "move", "Moved"
    BOX = "box", "Box changed"
    DAYS = "days", "Days changed"
    WEEKDAYS = "weekdays", "Meal days changed"
    ADDRESS = "address", "Address changed"
    TIMES = "times", "Delivery time changed"
    DISH = "dish", "Dish replaced"
    CLOSE = "close", "Day closed"
    FORFEIT = "forfeit", "Charged as delivered"
    REPLACE = "make-up", "Replaced"
    CANCEL = "cancel", "Cancelled"
    SETTLE = "settle", "Settled"
    UNDO = "undo", "Undone"


class Score(models.IntegerChoices):
    """How a customer liked a meal."""

    BAD = 1, "Not good"
    FAIR = 2, "All right"
    GOOD = 3, "Good"


class CustomerChanges(models.TextChoices):
    """Whether customers change their plans themselves."""

    YES = "yes", "Yes, on their page"
    ASK = "ask", "They ask us there"
    NO = "no", "No"


class ReminderKind(models.TextChoices):
    """What a customer is reminded of."""

    RENEWAL = "renewal", "Ends soon"
    START = "start", "Starts tomorrow"


# States that occupy a date: no second box of that meal. The kitchen cooks for all of them.
ON_THE_DAY = (ServingState.PLANNED, ServingState.DELIVERED, ServingState.FAILED)
DATED = (*ON_THE_DAY, ServingState.FORFEITED)
TO_COME = (ServingState.PLANNED, ServingState.HELD)
USED = (ServingState.DELIVERED, ServingState.FAILED, ServingState.FORFEITED)
ONGOING = (PlanState.RUNNING, PlanState.PAUSED)
OVER = (PlanState.ENDED, PlanState.CANCELLED)
PLAN_MEALS = (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER)


# A past box is "planned" until its result is known: it is then neither to come nor delivered. Only the day makes the
# difference, so nothing has to happen at midnight, and a late tap finds the state that it ends.


def is_to_come(state: int, day: date | None, today: date) -> bool:
    """Return whether a box is on hold, or planned from today on."""
    return state in TO_COME and (day is None or day >= today)


def has_no_result(state: int, day: date | None, today: date) -> bool:
    """Return whether a box's day is over, and nobody said whether it was delivered."""
    return state == ServingState.PLANNED and day is not None and day < today


def boxes_to_come(today: date) -> Q:
    """Match servings as `is_to_come`."""
    return Q(state=ServingState.HELD) | Q(state=ServingState.PLANNED, date__gte=today)


def boxes_without_result(today: date) -> Q:
    """Match servings as `has_no_result`."""
    return Q(state=ServingState.PLANNED, date__lt=today)
