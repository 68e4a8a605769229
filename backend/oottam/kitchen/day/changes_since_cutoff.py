"""What changed on a day since the cut-off of its meals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from oottam.core.days import WHOLE_DAY, end_of_day
from oottam.kitchen.day.decisions import Cutoff, DayDecisions
from oottam.kitchen.day.types import BoxChange, ChangedPlan, Person, QuantityChange
from oottam.schedule.choices import ON_THE_DAY
from oottam.schedule.domain.calendar import INDIA
from oottam.schedule.models import ServingChange

# A change is stored within moments of its time; ids say which came after the cut-off.
_MAX = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ChangedBox:
    """The net effect on one serving of all changes since the cut-off."""

    serving_id: int
    plan: ChangedPlan


def changed_boxes(day: date, cutoffs: Mapping[int, Cutoff]) -> dict[int, list[ChangedBox]]:
    """Return changed boxes by meal, in order of their changes; one query, or none before any cut-off."""
    if not cutoffs:
        return {}
    first = min(cutoff.at for cutoff in cutoffs.values()) - _MAX
    day_is_over = end_of_day(day, INDIA)
    rows = (
        ServingChange.objects.filter(
            Q(date_before=day) | Q(date_after=day),
            change__at__gte=first,
            change__at__lte=day_is_over,
            change_id__gt=min(cutoff.last_change for cutoff in cutoffs.values()),
            serving__meal__in=cutoffs,
        )
        .order_by("change_id", "pk")
        .values_list(
            "serving_id", "serving__meal", "change_id",
            "serving__plan__request__reference", "serving__plan__request__customer_name",
            "date_before", "state_before", "box_contents_before_id",
            "date_after", "state_after", "box_contents_after_id", "change__reason",
        )
    )  # fmt: skip
    # The box's contents at the cut-off and now; None where the day had no box.
    at_cutoff: dict[int, int | None] = {}
    now: dict[int, int | None] = {}
    whose: dict[int, tuple[int, Person]] = {}
    why: dict[int, str] = {}
    for serving_id, meal, change_id, reference, name, d1, s1, set1, d2, s2, set2, reason in rows:
        if change_id <= cutoffs[meal].last_change:
            continue
        at_cutoff.setdefault(serving_id, _content(day, d1, s1, set1))
        now[serving_id] = _content(day, d2, s2, set2)
        whose[serving_id] = (meal, Person(reference, name))
        why[serving_id] = reason or why.get(serving_id, "")
    result: dict[int, list[ChangedBox]] = {}
    for serving_id, (meal, person) in whose.items():
        if at_cutoff[serving_id] != now[serving_id]:
            kind = _kind_of_change(at_cutoff[serving_id], now[serving_id])
            changed = ChangedPlan(person, kind, why[serving_id])
            result.setdefault(meal, []).append(ChangedBox(serving_id, changed))
    return result


def changed_servings(changed: Mapping[int, Iterable[ChangedBox]]) -> set[int]:
    """Return their ids, over all meals."""
    return {box.serving_id for boxes in changed.values() for box in boxes}


def decided_late(decisions: DayDecisions) -> set[tuple[int, int]]:
    """Return (meal, dish) pairs with a choice or substitution after the cut-off; meal 0 is every meal."""
    if not decisions.cutoffs:
        return set()
    locked = {meal: cutoff.at for meal, cutoff in decisions.cutoffs.items()}
    locked[WHOLE_DAY] = min(locked.values())
    entries = (*decisions.decided.items(), *decisions.replaced.items())
    return {
        (meal, item)
        for (meal, item), done_by in entries
        if meal in locked and done_by.at >= locked[meal]
    }


def differences(
    at_cutoff: Mapping[int, int], now: Mapping[int, int], names: Mapping[int, str]
) -> tuple[QuantityChange, ...]:
    """Compare portions by dish at the cut-off and now; only those that differ, by name."""
    result = [
        QuantityChange(item, names[item], at_cutoff.get(item, 0), now.get(item, 0))
        for item in at_cutoff.keys() | now.keys()
        if at_cutoff.get(item, 0) != now.get(item, 0)
    ]
    return tuple(sorted(result, key=lambda change: (change.name.casefold(), change.item)))


def _content(day: date, on: date | None, state: int | None, box_contents: int | None) -> int | None:
    return box_contents if on == day and state in ON_THE_DAY else None


def _kind_of_change(at_cutoff: int | None, now: int | None) -> BoxChange:
    if at_cutoff is None:
        return BoxChange.CAME
    return BoxChange.WENT if now is None else BoxChange.OTHER_DISHES
