"""The sheet of each meal, out of what was read of the day. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oottam.schedule.day_view import people, totals
from oottam.schedule.day_view.counting import Count
from oottam.schedule.day_view.differences import ChangedBox, differences
from oottam.schedule.day_view.particulars import Particulars
from oottam.schedule.day_view.resolving import Resolver
from oottam.schedule.day_view.shapes import Difference, MealSheet


@dataclass(frozen=True, slots=True)
class Seen:
    """All that was read of a day."""

    counted: Count
    known: Particulars
    resolver: Resolver
    by_dish: Mapping[tuple[int, int], int]  # boxes, by meal and dish as it is cooked
    concerned: Sequence[people.Box]
    changed: Mapping[int, Sequence[ChangedBox]]


def sheets(seen: Seen) -> tuple[MealSheet, ...]:
    """One for each meal for which there is anything, or was."""
    meals = seen.counted.boxes.keys() | seen.known.told.keys() | seen.changed.keys()
    return tuple(_sheet(meal, seen) for meal in sorted(meals))


def _sheet(meal: int, seen: Seen) -> MealSheet:
    ordered, resolver = seen.counted.of(meal), seen.resolver
    concerned = [box for box in seen.concerned if box.meal == meal]
    allergies = people.allergies(concerned, resolver)
    lock = seen.known.locks.get(meal)
    return MealSheet(
        meal=meal,
        boxes=len(seen.counted.boxes.get(meal, ())),
        free=seen.counted.free.get(meal, 0),
        locked_at=lock.at if lock else None,
        dishes=totals.dish_totals(
            meal,
            ordered,
            resolver,
            seen.by_dish,
            seen.known.cooked,
            clashes=people.clashes(allergies),
            agreed=people.clashes(allergies, are_agreed=True),
        ),
        alternatives=totals.alternatives(meal, ordered, resolver, seen.known, concerned=concerned),
        substitutions=totals.substitutions(meal, ordered, resolver, seen.known),
        nothing_fits=people.nothing_fits(concerned, resolver),
        undecided=people.undecided(concerned),
        differences=_differences(meal, seen) if lock else (),
        changed=tuple(box.plan for box in seen.changed.get(meal, ())),
        allergies=allergies,
        notes=people.notes(concerned),
        events=people.events(concerned, resolver),
    )


def _differences(meal: int, seen: Seen) -> tuple[Difference, ...]:
    """From what the kitchen was told."""
    now = totals.cooked_portions(seen.counted.of(meal), seen.resolver)
    names = {item: dish.name for item, dish in seen.resolver.dishes.items()}
    return differences(seen.known.told.get(meal, {}), now, names)
