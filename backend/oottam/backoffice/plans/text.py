"""Sentences about moved boxes: in the preview of an action, and in the history."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from oottam.plans.domain.plan_schedule import Draft, format_day
from oottam.plans.models import Meal, ServingState
from oottam.plans.services.action_runner import ActionResult, MovedServing
from oottam.plans.services.customer_text import spans

ONE_BY_ONE = 3  # more moves of a kind become one sentence
PAST_CUTOFF = "The kitchen has its list already: its sheet shows the change and the reason."
NOTHING = "No boxes are moved."

_GONE = (ServingState.CANCELLED, None)


def describe_outcome(outcome: ActionResult, weekdays: Mapping[int, int]) -> list[str]:
    """Describe what would move, and the new last days of the meals concerned; `weekdays` by meal."""
    sentences = describe_moves(outcome.moved, weekdays) or [NOTHING]
    concerned = {moved.meal for moved in outcome.moved} or set(outcome.ends)
    held = {moved.meal for moved in outcome.moved if moved.state == ServingState.HELD}
    resumed = {moved.meal for moved in outcome.moved if moved.state_before == ServingState.HELD}
    before = {meal: day for meal, day in outcome.ends_before.items() if meal not in resumed}
    sentences += [
        _end(meal, before.get(meal), last, is_held=meal in held)
        for meal, last in sorted(outcome.ends.items())
        if meal != Meal.EVENT and meal in concerned
    ]
    if outcome.stuck:
        one = outcome.stuck == 1
        sentences.append(
            f"{outcome.stuck} {'box stays' if one else 'boxes stay'} where "
            f"{'it is' if one else 'they are'}: changed since, or past the cut-off."
        )
    if outcome.is_past_cutoff:
        sentences.append(PAST_CUTOFF)
    return sentences


def describe_boxes(draft: Draft, numbers: Iterable[int]) -> list[str]:
    """Describe the plan's boxes of these primary keys, as "Lunch of Wed 9 Dec"."""
    selected = set(numbers)
    found = [box for box in draft.boxes() if box.number in selected]
    found.sort(key=lambda box: (box.day or date.max, box.meal))
    return [
        f"{Meal(box.meal).label} of {format_day(box.day)}"
        if box.day
        else f"One {str(Meal(box.meal).label).lower()} on hold"
        for box in found
    ]


def describe_moves(moved: Sequence[MovedServing], weekdays: Mapping[int, int]) -> list[str]:
    """Describe meal by meal; many moves of one kind become one sentence."""
    groups: dict[tuple[int, Callable[..., str]], list[MovedServing]] = {}
    for each in moved:
        groups.setdefault((each.meal, _kind(each)), []).append(each)
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
        f"{_counted(meal, len(found))}: {spans(sorted(found), weekdays.get(meal, 0))}."
        for meal, found in sorted(days.items())
    ]


def _counted(meal: int, number: int) -> str:
    return f"1 {str(Meal(meal).label).lower()}" if number == 1 else f"{number} {_PLURALS[meal]}"


def _describe_group(
    meal: int, kind: Callable[..., str], moved: Sequence[MovedServing], weekdays: int
) -> Iterator[str]:
    name = str(Meal(meal).label)
    if len(moved) <= ONE_BY_ONE:
        for each in moved:
            yield kind(
                f"{name} of {_day(each.from_date)}", _day(each.to_date), name.lower(), one=True
            )
        return
    came = spans(sorted(each.from_date for each in moved if each.from_date), weekdays)
    go = spans(sorted(each.to_date for each in moved if each.to_date), weekdays)
    many = _counted(meal, len(moved))
    yield kind(f"{many} of {came}" if came else many, go, many, one=False)


_PLURALS: dict[int, str] = {
    Meal.BREAKFAST: "breakfasts",
    Meal.LUNCH: "lunches",
    Meal.DINNER: "dinners",
    Meal.EVENT: "events",
}


def _kind(moved: MovedServing) -> Callable[..., str]:
    """Return the function that describes the move."""
    if moved.state_before in _GONE and moved.state != ServingState.CANCELLED:
        return _more if moved.to_date else _more_held
    if moved.state in _BY_STATE and moved.state != moved.state_before:
        return _BY_STATE[moved.state]
    if moved.from_date != moved.to_date:
        return _moves if moved.from_date else _comes
    return _other_dishes if moved.state == moved.state_before else _as_before


def _cancelled(which: str, to: str, what: str, *, one: bool) -> str:
    return f"{which} {'is' if one else 'are'} cancelled."


def _more(which: str, to: str, what: str, *, one: bool) -> str:
    return f"One more {what} on {to}." if one else f"{what} more: {to}."


def _more_held(which: str, to: str, what: str, *, one: bool) -> str:
    return (
        f"One more {what}, on hold until the plan is resumed."
        if one
        else f"{what} more, on hold until the plan is resumed."
    )


def _held(which: str, to: str, what: str, *, one: bool) -> str:
    return f"{which} {'is' if one else 'are'} on hold until the plan is resumed."


def _forfeited(which: str, to: str, what: str, *, one: bool) -> str:
    verb, them = ("is", "it") if one else ("are", "them")
    return f"{which} {verb} charged as delivered: the kitchen's sheet and the run leave {them} out."


def _comes(which: str, to: str, what: str, *, one: bool) -> str:
    return f"One {what} on hold comes on {to}." if one else f"{what} on hold come: {to}."


def _moves(which: str, to: str, what: str, *, one: bool) -> str:
    return f"{which} {'moves' if one else 'move'} to {to}."


def _other_dishes(which: str, to: str, what: str, *, one: bool) -> str:
    return f"{which} {'gets' if one else 'get'} different dishes."


def _as_before(which: str, to: str, what: str, *, one: bool) -> str:
    return f"{which} {'comes' if one else 'come'} as planned."


_BY_STATE: dict[int, Callable[..., str]] = {
    ServingState.CANCELLED: _cancelled,
    ServingState.HELD: _held,
    ServingState.FORFEITED: _forfeited,
}


def _end(meal: int, was: date | None, now: date | None, *, is_held: bool) -> str:
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
