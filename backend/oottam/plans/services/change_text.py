"""Sentences about moved boxes: in the preview of an action, in the history, and in customers' receipts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from typing import Any

from django.utils.translation import gettext as _

from oottam.core.clock import clock_time
from oottam.plans.services.action_runner import ActionResult, MovedServing
from oottam.plans.services.box_choices import describe_choices
from oottam.plans.services.customer_text import spans
from oottam.schedule.domain.plan_schedule import ScheduleDraft, format_day
from oottam.schedule.models import Meal, ServingState

MAX_SINGLE_SENTENCES = 3  # more moves of a kind become one sentence
LEFT_OUT = "The kitchen's sheet and the run leave out what is charged as delivered."
PAST_CUTOFF = "The kitchen has its list already: its sheet shows the change and the reason."
NOTHING = "No boxes are moved."

_NOT_SCHEDULED = (ServingState.CANCELLED, None)
# Of one box, and of several.
_ADDED = ("One more {meals} on {days}.", "{meals} more: {days}.")
_ADDED_ON_HOLD = (
    "One more {meals}, on hold until the plan is resumed.",
    "{meals} more, on hold until the plan is resumed.",
)
_RESUMED = ("One {meals} on hold comes on {days}.", "{meals} on hold come: {days}.")
_MOVED = ("{boxes} moves to {days}.", "{boxes} move to {days}.")
_OTHER_DISHES = ("{boxes} gets different dishes.", "{boxes} get different dishes.")
_RESTORED = ("{boxes} comes as planned.", "{boxes} come as planned.")
_BY_STATE: dict[int, tuple[str, str]] = {
    ServingState.CANCELLED: ("{boxes} is cancelled.", "{boxes} are cancelled."),
    ServingState.HELD: (
        "{boxes} is on hold until the plan is resumed.",
        "{boxes} are on hold until the plan is resumed.",
    ),
    ServingState.FORFEITED: (
        "{boxes} is charged as delivered.",
        "{boxes} are charged as delivered.",
    ),
}


def describe_outcome(outcome: ActionResult, weekdays: Mapping[int, int]) -> list[str]:
    """Describe what would move, and the new last days of the meals concerned; `weekdays` by meal."""
    sentences = describe_data(outcome.moved, outcome.data, weekdays) or [NOTHING]
    moves_nothing = bool(describe_choices(outcome.data)) and not _without_choices(
        outcome.moved, outcome.data
    )
    concerned = {moved.meal for moved in outcome.moved} or set(outcome.ends)
    held = {moved.meal for moved in outcome.moved if moved.state == ServingState.HELD}
    resumed = {moved.meal for moved in outcome.moved if moved.state_before == ServingState.HELD}
    before = {meal: day for meal, day in outcome.ends_before.items() if meal not in resumed}
    sentences += [
        _describe_end(meal, before.get(meal), last, is_held=meal in held)
        for meal, last in sorted(outcome.ends.items())
        if meal != Meal.EVENT and meal in concerned and not moves_nothing
    ]
    if outcome.stuck:
        sentences.append(describe_stuck(outcome.stuck))
    if any(moved.state == ServingState.FORFEITED for moved in outcome.moved):
        sentences.append(LEFT_OUT)
    if outcome.is_past_cutoff:
        sentences.append(PAST_CUTOFF)
    return sentences


def describe_change(
    moved: Sequence[MovedServing], data: Mapping[str, Any], weekdays: Mapping[int, int]
) -> list[str]:
    """Describe a stored change: its choices, its moves, and the last days that it changed; `data` is its own."""
    sentences = [
        *describe_data(moved, data, weekdays),
        *describe_address(data),
        *describe_times(data.get("times", {})),
    ]
    for meal, both in sorted(data.get("ends", {}).items()):
        was, now = (date.fromisoformat(day) if day else None for day in both)
        if was and now and was != now and int(meal) != Meal.EVENT:
            sentences.append(_describe_end(int(meal), was, now, is_held=False))
    return sentences


def describe_address(data: Mapping[str, Any]) -> list[str]:
    """Say to which meals and days a later address, which the change added or withdrew, applies; it is not named."""
    return [
        text % {"scope": data[name]}
        for name, text in (
            ("scope", _("%(scope)s: to another address.")),
            ("withdrawn", _("%(scope)s: not to the other address any more.")),
        )
        if name in data
    ]


def describe_times(times: Mapping[str, Mapping[str, str | None]]) -> list[str]:
    """Describe other delivery times, by meal as the audit log stores them."""
    sentences = []
    for meal, change in sorted(times.items()):
        was, now = (time.fromisoformat(at) if at else None for at in (change["was"], change["now"]))
        if now and was != now:
            named = {"meal": str(Meal(int(meal)).label), "time": clock_time(now)}
            before = _(" instead of %(time)s") % {"time": clock_time(was)} if was else ""
            sentences.append(_("%(meal)s comes at about %(time)s") % named + f"{before}.")
    return sentences


def describe_data(
    moved: Sequence[MovedServing], data: Mapping[str, Any], weekdays: Mapping[int, int]
) -> list[str]:
    """Describe choices for a box, and moves; `data` is that of the change."""
    return [*describe_choices(data), *describe_moves(_without_choices(moved, data), weekdays)]


def _without_choices(
    moved: Sequence[MovedServing], data: Mapping[str, Any]
) -> Sequence[MovedServing]:
    """Leave out the boxes whose dishes the change names."""
    if "chosen" not in data:
        return moved
    return [each for each in moved if _sentences_of(each) != _OTHER_DISHES]


def describe_stuck(boxes: int) -> str:
    """Describe boxes that a change cannot move back."""
    stay = "1 box stays where it is" if boxes == 1 else f"{boxes} boxes stay where they are"
    return f"{stay}: changed since, or past the cut-off."


def describe_boxes(draft: ScheduleDraft, serving_ids: Iterable[int]) -> list[str]:
    """Describe the plan's boxes of these primary keys, as "Lunch of Wed 9 Dec"."""
    selected = set(serving_ids)
    boxes = [box for box in draft.servings() if box.serving_id in selected]
    boxes.sort(key=lambda box: (box.day or date.max, box.meal))
    return [
        f"{Meal(box.meal).label} of {format_day(box.day)}"
        if box.day
        else f"One {str(Meal(box.meal).label).lower()} on hold"
        for box in boxes
    ]


def describe_moves(moved: Sequence[MovedServing], weekdays: Mapping[int, int]) -> list[str]:
    """Describe meal by meal; many moves of one kind become one sentence."""
    groups: dict[tuple[int, tuple[str, str]], list[MovedServing]] = {}
    for each in moved:
        groups.setdefault((each.meal, _sentences_of(each)), []).append(each)
    return [
        sentence
        for (meal, sentences), together in sorted(groups.items(), key=lambda group: group[0][0])
        for sentence in _describe_group(meal, sentences, together, weekdays.get(meal, 0))
    ]


def describe_plan(moved: Sequence[MovedServing], weekdays: Mapping[int, int]) -> list[str]:
    """Describe a new plan: each meal's boxes with their days."""
    days: dict[int, list[date]] = {}
    for each in moved:
        if each.to_date:
            days.setdefault(each.meal, []).append(each.to_date)
    return [
        f"{_format_count(meal, len(meal_days))}: {spans(sorted(meal_days), weekdays.get(meal, 0))}."
        for meal, meal_days in sorted(days.items())
    ]


def _format_count(meal: int, number: int) -> str:
    return f"1 {str(Meal(meal).label).lower()}" if number == 1 else f"{number} {_PLURALS[meal]}"


def _describe_group(
    meal: int, sentences: tuple[str, str], moved: Sequence[MovedServing], weekdays: int
) -> Iterator[str]:
    name = str(Meal(meal).label)
    if len(moved) <= MAX_SINGLE_SENTENCES:
        for each in moved:
            boxes = f"{name} of {_day(each.from_date)}"
            yield sentences[0].format(boxes=boxes, days=_day(each.to_date), meals=name.lower())
        return
    from_days = spans(sorted(each.from_date for each in moved if each.from_date), weekdays)
    to_days = spans(sorted(each.to_date for each in moved if each.to_date), weekdays)
    counted = _format_count(meal, len(moved))
    boxes = f"{counted} of {from_days}" if from_days else counted
    yield sentences[1].format(boxes=boxes, days=to_days, meals=counted)


_PLURALS: dict[int, str] = {
    Meal.BREAKFAST: "breakfasts",
    Meal.LUNCH: "lunches",
    Meal.DINNER: "dinners",
    Meal.EVENT: "events",
}


def _sentences_of(moved: MovedServing) -> tuple[str, str]:
    """Return the sentences that describe the move: of one box, and of several."""
    if moved.state_before in _NOT_SCHEDULED and moved.state != ServingState.CANCELLED:
        return _ADDED if moved.to_date else _ADDED_ON_HOLD
    if moved.state in _BY_STATE and moved.state != moved.state_before:
        return _BY_STATE[moved.state]
    if moved.from_date != moved.to_date:
        return _MOVED if moved.from_date else _RESUMED
    return _OTHER_DISHES if moved.state == moved.state_before else _RESTORED


def _describe_end(meal: int, was: date | None, now: date | None, *, is_held: bool) -> str:
    name = str(Meal(meal).label)
    if is_held:
        return f"{name} has no last day until the plan is resumed."
    if now is None:
        return f"{name} has no days left."
    if was is None or was == now:
        return f"{name} ends on {format_day(now)}{', as before' if was else ''}."
    return f"{name} ends on {format_day(now)} instead of {format_day(was)}."


def _day(day: date | None) -> str:
    return format_day(day) if day else "no day"
