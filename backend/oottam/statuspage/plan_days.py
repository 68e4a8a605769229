"""The days of a plan as its customer's page shows them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from oottam import catalogue
from oottam.plans.services.change_receipts import format_moment
from oottam.plans.services.ratings import can_rate
from oottam.schedule.choices import has_no_result
from oottam.schedule.domain.calendar import Calendar, weekday_bit
from oottam.schedule.domain.plan_schedule import DraftServing, ScheduleDraft, format_day
from oottam.schedule.models import Meal, ServingState
from oottam.statuspage.plan_choices import Choices, is_open

WEEKS_SHOWN = 4
Dishes = Mapping[int, Sequence[tuple[str, str]]]  # names with what they hold, by box contents


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A meal of a day. `state` is a CSS class, `note` what became of it; `box` is the id of one that may be skipped."""

    meal: str
    state: str
    note: str
    dishes: Sequence[tuple[str, str]] = ()
    box: int = 0
    rated: int = 0  # the id of a box that may be rated


@dataclass(frozen=True, slots=True)
class DayRow:
    """A day with boxes, or without those that would have come. `until` is the cut-off of what may be skipped, or "".

    On `chosen_for` there is something to choose for its boxes.
    """

    name: str
    is_today: bool
    until: str
    boxes: Sequence[BoxRow]
    chosen_for: date | None


def day_rows(
    draft: ScheduleDraft,
    monday: date,
    dishes: Dishes,
    constant: Collection[int],
    choices: Choices | None,
    *,
    charged: Collection[int],
    replaced: Mapping[tuple[str, int], str],
) -> list[DayRow]:
    """Return the days of WEEKS_SHOWN weeks on which a box comes, came, or was to come.

    Dishes of the `constant` meals are left out: they are the same in each box. Without `choices` nothing may be changed.
    `charged` are the ids of failed boxes that count as delivered, `replaced` what the kitchen cooks instead, by ISO date
    and meal.
    """
    days = (monday + timedelta(days=at) for at in range(7 * WEEKS_SHOWN))
    rows = (
        _day_row(draft, day, dishes, constant, choices, charged=charged, replaced=replaced)
        for day in days
    )
    return [row for row in rows if row.boxes]


def _day_row(
    draft: ScheduleDraft,
    day: date,
    dishes: Dishes,
    constant: Collection[int],
    choices: Choices | None,
    *,
    charged: Collection[int],
    replaced: Mapping[tuple[str, int], str],
) -> DayRow:
    boxes, calendar, ends = list[BoxRow](), draft.calendar, list[datetime]()
    has_choice = False
    for meal, track in draft.tracks.items():
        on_day = [
            box for box in track.servings if box.day == day and box.state != ServingState.CANCELLED
        ]
        for box in on_day:
            state, note = _describe_box(box, track.servings, calendar)
            if box.serving_id in charged and state == "failed":
                note = _("could not be delivered: charged as delivered")
            skipped = box.serving_id if choices and is_open(box, draft) else 0
            held = () if meal in constant else dishes.get(box.box_contents, ())
            rated = box.serving_id if can_rate(box.state, day, calendar.today) else 0
            if choices and skipped:
                ends.append(calendar.cut_off(meal, day))
                has_choice |= choices.has_any(box)
            if choices and box.state == ServingState.PLANNED:
                note = ", ".join(filter(None, [note, choices.place_of(box)]))
            note = ", ".join(filter(None, [note, replaced.get((day.isoformat(), meal), "")]))
            boxes.append(BoxRow(meal_label(meal), state, note, held, skipped, rated))
        if not on_day and track.length and weekday_bit(day) & track.weekdays:
            if draft.is_paused_on(meal, day):
                boxes.append(BoxRow(meal_label(meal), "off", _("skipped or paused")))
            elif calendar.is_closed(meal, day) and _is_within(track.servings, day):
                boxes.append(BoxRow(meal_label(meal), "off", _("our kitchen is closed")))
    until = format_moment(min(ends)) if ends else ""
    chosen_for = day if has_choice else None
    return DayRow(format_day(day), day == calendar.today, until, boxes, chosen_for)


def _is_within(servings: Sequence[DraftServing], day: date) -> bool:
    days = [box.day for box in servings if box.day and box.state != ServingState.CANCELLED]
    return bool(days) and min(days) <= day <= max(days)


def meal_label(meal: int) -> str:
    return str(Meal(meal).label)


def _describe_box(
    box: DraftServing, track: Sequence[DraftServing], calendar: Calendar
) -> tuple[str, str]:
    """Return CSS class and note of a box that has a day."""
    if has_no_result(box.state, box.day, calendar.today):
        return "past", ""
    match box.state:
        case ServingState.DELIVERED:
            return "past", _("delivered")
        case ServingState.FAILED:
            return "failed", _describe_failure(box, track)
        case ServingState.FORFEITED:
            return "past", _("charged as delivered")
    if box.day == calendar.today:
        return "due", _("comes today")
    before_cut_off = box.day is not None and calendar.is_open(box.meal, box.day)
    return "due", "" if before_cut_off else _("being prepared")


def _describe_failure(box: DraftServing, track: Sequence[DraftServing]) -> str:
    replacements = (
        each
        for each in track
        if each.replacement_for == box.serving_id and each.state != ServingState.CANCELLED
    )
    again = next(replacements, None)
    if again is None:
        return _("could not be delivered: we call you")
    if again.day is None:
        return _("could not be delivered: you get another one")
    return _("could not be delivered: another one on %(day)s") % {"day": format_day(again.day)}


def dishes_of(lines: Sequence[Any]) -> Dishes:
    """Return the dishes of these boxes' lines."""
    amounts, result = catalogue.current().amounts, dict[int, list[tuple[str, str]]]()
    for line in lines:
        count, name = line.quantity, line.ordered_name
        title = f"{count} × {name}" if count > 1 else name
        result.setdefault(line.box_contents_id, []).append((title, amounts(name)))
    return result


def constant_dishes(draft: ScheduleDraft, dishes: Dishes) -> dict[int, Sequence[tuple[str, str]]]:
    """Return the dishes of the meals whose boxes all hold the same ones, by meal."""
    found: dict[int, Sequence[tuple[str, str]]] = {}
    for meal, track in draft.tracks.items():
        boxes = [box for box in track.servings if box.state != ServingState.CANCELLED]
        different = {tuple(dishes.get(box.box_contents, ())) for box in boxes}
        if len(different) == 1 and len(boxes) > 1:
            found[meal] = different.pop()
    return found
