"""Sentences about moved boxes: in the preview of an action, and in the history."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from oottam.plans.domain.plan_schedule import ScheduleDraft, format_day
from oottam.plans.models import Meal, ServingState
from oottam.plans.services.action_runner import ActionResult, MovedServing
from oottam.plans.services.customer_text import spans

MAX_SINGLE_SENTENCES = 3  # more moves of a kind become one sentence
PAST_CUTOFF = "The kitchen has its list already: its sheet shows the change and the reason."
NOTHING = "No boxes are moved."

_NOT_SCHEDULED = (ServingState.CANCELLED, None)


def describe_outcome(outcome: ActionResult, weekdays: Mapping[int, int]) -> list[str]:
    """Describe what would move, and the new last days of the meals concerned; `weekdays` by meal."""
    sentences = describe_moves(outcome.moved, weekdays) or [NOTHING]
    concerned = {moved.meal for moved in outcome.moved} or set(outcome.ends)
    held = {moved.meal for moved in outcome.moved if moved.state == ServingState.HELD}
    resumed = {moved.meal for moved in outcome.moved if moved.state_before == ServingState.HELD}
    before = {meal: day for meal, day in outcome.ends_before.items() if meal not in resumed}
    sentences += [
        _describe_end(meal, before.get(meal), last, is_held=meal in held)
        for meal, last in sorted(outcome.ends.items())
        if meal != Meal.EVENT and meal in concerned
    ]
    if outcome.stuck:
        is_single = outcome.stuck == 1
        sentences.append(
            f"{outcome.stuck} {'box stays' if is_single else 'boxes stay'} where "
            f"{'it is' if is_single else 'they are'}: changed since, or past the cut-off."
        )
    if outcome.is_past_cutoff:
        sentences.append(PAST_CUTOFF)
    return sentences


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
    groups: dict[tuple[int, Callable[..., str]], list[MovedServing]] = {}
    for each in moved:
        groups.setdefault((each.meal, _describe_function(each)), []).append(each)
    return [
        sentence
        for (meal, kind), together in sorted(groups.items(), key=lambda group: group[0][0])
        for sentence in _describe_group(meal, kind, together, weekdays.get(meal, 0))
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
    meal: int, kind: Callable[..., str], moved: Sequence[MovedServing], weekdays: int
) -> Iterator[str]:
    name = str(Meal(meal).label)
    if len(moved) <= MAX_SINGLE_SENTENCES:
        for each in moved:
            yield kind(
                f"{name} of {_day(each.from_date)}",
                _day(each.to_date),
                name.lower(),
                is_single=True,
            )
        return
    from_days = spans(sorted(each.from_date for each in moved if each.from_date), weekdays)
    to_days = spans(sorted(each.to_date for each in moved if each.to_date), weekdays)
    counted = _format_count(meal, len(moved))
    yield kind(
        f"{counted} of {from_days}" if from_days else counted, to_days, counted, is_single=False
    )


_PLURALS: dict[int, str] = {
    Meal.BREAKFAST: "breakfasts",
    Meal.LUNCH: "lunches",
    Meal.DINNER: "dinners",
    Meal.EVENT: "events",
}


def _describe_function(moved: MovedServing) -> Callable[..., str]:
    """Return the function that describes the move."""
    if moved.state_before in _NOT_SCHEDULED and moved.state != ServingState.CANCELLED:
        return _describe_added if moved.to_date else _describe_added_on_hold
    if moved.state in _BY_STATE and moved.state != moved.state_before:
        return _BY_STATE[moved.state]
    if moved.from_date != moved.to_date:
        return _describe_moved if moved.from_date else _describe_resumed
    return _describe_other_dishes if moved.state == moved.state_before else _describe_restored


def _describe_cancelled(boxes: str, days: str, meals: str, *, is_single: bool) -> str:
    return f"{boxes} {'is' if is_single else 'are'} cancelled."


def _describe_added(boxes: str, days: str, meals: str, *, is_single: bool) -> str:
    return f"One more {meals} on {days}." if is_single else f"{meals} more: {days}."


def _describe_added_on_hold(boxes: str, days: str, meals: str, *, is_single: bool) -> str:
    return (
        f"One more {meals}, on hold until the plan is resumed."
        if is_single
        else f"{meals} more, on hold until the plan is resumed."
    )


def _describe_held(boxes: str, days: str, meals: str, *, is_single: bool) -> str:
    return f"{boxes} {'is' if is_single else 'are'} on hold until the plan is resumed."


def _describe_forfeited(boxes: str, days: str, meals: str, *, is_single: bool) -> str:
    verb, them = ("is", "it") if is_single else ("are", "them")
    return f"{boxes} {verb} charged as delivered: the kitchen's sheet and the run leave {them} out."


def _describe_resumed(boxes: str, days: str, meals: str, *, is_single: bool) -> str:
    return (
        f"One {meals} on hold comes on {days}." if is_single else f"{meals} on hold come: {days}."
    )


def _describe_moved(boxes: str, days: str, meals: str, *, is_single: bool) -> str:
    return f"{boxes} {'moves' if is_single else 'move'} to {days}."


def _describe_other_dishes(boxes: str, days: str, meals: str, *, is_single: bool) -> str:
    return f"{boxes} {'gets' if is_single else 'get'} different dishes."


def _describe_restored(boxes: str, days: str, meals: str, *, is_single: bool) -> str:
    return f"{boxes} {'comes' if is_single else 'come'} as planned."


_BY_STATE: dict[int, Callable[..., str]] = {
    ServingState.CANCELLED: _describe_cancelled,
    ServingState.HELD: _describe_held,
    ServingState.FORFEITED: _describe_forfeited,
}


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
