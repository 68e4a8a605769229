"""Codes of columns. Migrations name the functions, not what they give: another choice changes no table."""

from django.db import models

from oottam.handling.models import Meal

__all__ = [
    "Doing",
    "Mark",
    "Meal",
    "PlanState",
    "ServingState",
    "doings",
    "marks",
    "meals",
    "plan_states",
    "serving_states",
]


class Mark(models.TextChoices):
    """What a dish is, as the menus mark it."""

    VEG = "veg", "Vegetarian"
    NONVEG = "nonveg", "Not vegetarian"


class PlanState(models.TextChoices):
    """How far a plan is."""

    RUNNING = "running", "Running"
    PAUSED = "paused", "Paused"
    ENDED = "ended", "Ended"
    CANCELLED = "cancelled", "Cancelled"


class ServingState(models.IntegerChoices):
    """What becomes of a serving."""

    PLANNED = 1, "Planned"
    DELIVERED = 2, "Delivered"
    FAILED = 3, "Not delivered"
    FORFEITED = 4, "Forfeited"
    CANCELLED = 5, "Cancelled"
    HELD = 6, "Held"


class Doing(models.TextChoices):
    """What somebody did to a schedule."""

    CONFIRM = "confirm", "Planned"
    SKIP = "skip", "Skipped"
    PAUSE = "pause", "Paused"
    RESUME = "resume", "Resumed"
    MOVE = "move", "Moved"
    BOX = "box", "Box changed"
    DAYS = "days", "Days changed"
    CLOSE = "close", "Day closed"
    FORFEIT = "forfeit", "Forfeited"
    MAKE_UP = "make-up", "Made up"
    CANCEL = "cancel", "Cancelled"
    SETTLE = "settle", "Settled"
    UNDO = "undo", "Undone"


def marks() -> list[tuple[str, str]]:
    """What a dish may be, with its label."""
    return Mark.choices


def meals() -> list[tuple[int, str]]:
    """What a serving may be for, with its label."""
    return Meal.choices


def plan_states() -> list[tuple[str, str]]:
    """What a plan's state may be, with its label."""
    return PlanState.choices


def serving_states() -> list[tuple[int, str]]:
    """What a serving's state may be, with its label."""
    return ServingState.choices


def doings() -> list[tuple[str, str]]:
    """What may be done to a schedule, with its label."""
    return Doing.choices
