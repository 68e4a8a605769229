"""The sheet of each meal, out of what was read of the day. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oottam.kitchen.day import aggregation, customer_notes
from oottam.kitchen.day.changes_since_cutoff import ChangedBox, differences
from oottam.kitchen.day.counting import Count
from oottam.kitchen.day.decisions import Particulars
from oottam.kitchen.day.dish_resolution import Resolver
from oottam.kitchen.day.types import Difference, MealSheet


@dataclass(frozen=True, slots=True)
class Seen:
    """All that was read of a day."""

    counted: Count
    known: Particulars
    resolver: Resolver
    by_dish: Mapping[tuple[int, int], int]  # boxes, by meal and dish as it is cooked
    concerned: Sequence[customer_notes.Box]
    changed: Mapping[int, Sequence[ChangedBox]]


def sheets(seen: Seen) -> tuple[MealSheet, ...]:
    """One for each meal for which there is anything, or was."""
    meals = seen.counted.boxes.keys() | seen.known.told.keys() | seen.changed.keys()
    return tuple(_sheet(meal, seen) for meal in sorted(meals))


def _sheet(meal: int, seen: Seen) -> MealSheet:
    ordered, resolver = seen.counted.of(meal), seen.resolver
    concerned = [box for box in seen.concerned if box.meal == meal]
    allergies = customer_notes.allergies(concerned, resolver)
    lock = seen.known.locks.get(meal)
    return MealSheet(
        meal=meal,
        boxes=len(seen.counted.boxes.get(meal, ())),
        free=seen.counted.free.get(meal, 0),
        locked_at=lock.at if lock else None,
        dishes=aggregation.dish_totals(
            meal,
            ordered,
            resolver,
            seen.by_dish,
            seen.known.cooked,
            clashes=customer_notes.clashes(allergies),
            agreed=customer_notes.clashes(allergies, are_agreed=True),
        ),
        alternatives=aggregation.alternatives(
            meal, ordered, resolver, seen.known, concerned=concerned
        ),
        substitutions=aggregation.substitutions(meal, ordered, resolver, seen.known),
        nothing_fits=customer_notes.nothing_fits(concerned, resolver),
        undecided=customer_notes.undecided(concerned),
        differences=_differences(meal, seen) if lock else (),
        changed=tuple(box.plan for box in seen.changed.get(meal, ())),
        allergies=allergies,
        notes=customer_notes.notes(concerned),
        events=customer_notes.events(concerned, resolver),
    )


def _differences(meal: int, seen: Seen) -> tuple[Difference, ...]:
    """From what the kitchen was told."""
    now = aggregation.cooked_portions(seen.counted.of(meal), seen.resolver)
    names = {item: dish.name for item, dish in seen.resolver.dishes.items()}
    return differences(seen.known.told.get(meal, {}), now, names)
