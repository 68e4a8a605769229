"""The contents of a plan's boxes to come, with the days of each."""

from dataclasses import dataclass
from datetime import date

from oottam.backoffice.plans.queries import PlanData, ServingRow
from oottam.plans.models import BoxLine, Meal
from oottam.plans.models.choices import is_to_come
from oottam.plans.services.customer_text import spans


@dataclass(frozen=True, slots=True)
class Contents:
    """A heading as "Lunch, 7 to 12 Dec", and the dishes."""

    when: str
    lines: list[BoxLine]


def contents(plan_data: PlanData, today: date) -> list[Contents]:
    """Group by contents and meal, in the order of days, held boxes last."""
    groups: dict[tuple[int, int], list[ServingRow]] = {}
    for box in plan_data.boxes:
        if is_to_come(box.state, box.day, today):
            groups.setdefault((box.box_contents, box.meal), []).append(box)
    weekdays = {track.meal: track.weekdays for track in plan_data.tracks}
    ordered = sorted(groups.items(), key=lambda group: _first(group[1]))
    return [
        Contents(
            f"{Meal(meal).label}, {_when(boxes, weekdays.get(meal, 0))}",
            plan_data.dishes.get(box_contents, []),
        )
        for (box_contents, meal), boxes in ordered
    ]


def _first(boxes: list[ServingRow]) -> tuple[date, int]:
    return min((box.day or date.max, box.meal) for box in boxes)


def _when(boxes: list[ServingRow], weekdays: int) -> str:
    days = sorted(box.day for box in boxes if box.day)
    held = len(boxes) - len(days)
    parts = [spans(days, weekdays)] if days else []
    if held:
        parts.append(f"{held} held")
    return ", ".join(parts)
