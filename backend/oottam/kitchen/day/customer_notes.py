"""Customers about whom the kitchen needs details: allergies, notes, events, dishes that do not fit."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import time
from itertools import groupby
from typing import Any

from django.db import connection

from oottam.kitchen.day.column_values import agreed_of, clock, needs_of_columns
from oottam.kitchen.day.dish_resolution import Resolver
from oottam.kitchen.day.types import (
    Allergy,
    DishAnswer,
    Event,
    KitchenNote,
    NothingFits,
    Person,
    Share,
)
from oottam.kitchen.domain.dietary import Answer, Needs, check, is_agreed
from oottam.schedule.domain.calendar import EVENT

_NOTED_BOXES = """
SELECT s.meal, r.reference, r.customer_name, f.allergens, f.diet, f.finer_diet, f.kitchen_note,
  e.time, e.guests, e.venue,
  (SELECT STRING_AGG(a.item_id || ':' || a.clashes, ';') FROM schedule_accepteddish a WHERE a.plan_id = p.id),
  l.item_id, l.veg_only, l.quantity, l.ordered_name
FROM schedule_serving s
JOIN schedule_plan p ON p.id = s.plan_id
JOIN requests_request r ON r.id = p.request_id
LEFT JOIN handling_facts f ON f.request_id = p.request_id
LEFT JOIN handling_eventdetails e ON e.request_id = p.request_id AND s.meal = {event}
LEFT JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id
WHERE s.id IN ({servings})
ORDER BY s.meal, r.customer_name, r.reference, l.position
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A dish in a box."""

    item: int
    veg_only: bool
    quantity: int
    ordered: str


@dataclass(frozen=True, slots=True)
class NotedBox:
    """A box of a customer about whom the kitchen needs details."""

    meal: int
    person: Person
    needs: Needs
    note: str
    time: time | None
    guests: int | None
    venue: str
    agreed: Mapping[int, frozenset[str]]  # accepted clashes by dish
    lines: tuple[Line, ...]


def read_boxes(servings: Collection[int]) -> list[NotedBox]:
    """Read these servings, by meal and name; one query."""
    if not servings:
        return []
    statement = _NOTED_BOXES.format(event=EVENT, servings=", ".join(["%s"] * len(servings)))
    with connection.cursor() as cursor:
        cursor.execute(statement, [*servings])
        rows = cursor.fetchall()
    return [_box(list(of_one)) for _, of_one in groupby(rows, lambda row: row[:2])]


def allergy(
    box: NotedBox,
    resolver: Resolver,
    choice: int | None = None,
    lines: Iterable[Line] | None = None,
) -> Allergy:
    """Check the customer's dishes as cooked, or those of `lines` alone; `choice` tries one alternative."""
    answers = []
    for line in box.lines if lines is None else lines:
        cooked = resolver.resolve(
            box.meal, line.item, veg_only=line.veg_only, needs=box.needs, choice=choice
        ).item
        if cooked is not None:
            dish = resolver.dishes[cooked]
            answer, codes = check(dish.contents, box.needs)
            as_agreed = is_agreed(codes, box.needs, box.agreed.get(cooked, frozenset()))
            answers.append(DishAnswer(dish.name, answer, codes, cooked, as_agreed))
    return Allergy(box.person, box.needs, tuple(answers))


def boxes_at_risk(
    boxes: Iterable[NotedBox], resolver: Resolver, item: int, choice: int | None = None
) -> tuple[Allergy, ...]:
    """Return boxes in which this dish clashes without agreement, or may clash; with those dishes alone."""
    result = []
    for box in boxes:
        if not (box.needs.is_for_kitchen or box.meal == EVENT):
            continue
        lines = [line for line in box.lines if _is_for(item, line, box, resolver)]
        if not lines:
            continue
        each = allergy(box, resolver, choice, lines)
        dishes = tuple(
            dish
            for dish in each.dishes
            if dish.answer is not Answer.NONE_FOUND and not dish.is_agreed
        )
        if dishes:
            result.append(replace(each, dishes=dishes))
    return tuple(result)


def left_out(
    boxes: Sequence[NotedBox], before: Resolver, after: Resolver
) -> tuple[NothingFits, ...]:
    """Return dishes that have nothing to cook for a customer after a decision, but had before."""
    unfit_before = set(nothing_fits(boxes, before))
    return tuple(box for box in nothing_fits(boxes, after) if box not in unfit_before)


def _is_for(item: int, line: Line, box: NotedBox, resolver: Resolver) -> bool:
    """Return whether the line is this dish, or one that it replaces."""
    cooked = resolver.resolve(box.meal, line.item, veg_only=line.veg_only, needs=box.needs)
    return item in (line.item, cooked.replaced)


def allergies(boxes: Sequence[NotedBox], resolver: Resolver) -> tuple[Allergy, ...]:
    """Return every customer with needs, those whose dishes clash or may clash first.

    For events the plain diet is checked too, since their dishes are agreed one by one.
    """
    allergy_findings = [
        allergy(box, resolver) for box in boxes if box.needs.is_for_kitchen or box.meal == EVENT
    ]
    named = [each for each in allergy_findings if each.needs.is_for_kitchen or each.is_open]
    return tuple(sorted(named, key=lambda finding: (not finding.clashes, not finding.is_open)))


def clashes(allergy_findings: Iterable[Allergy], *, are_agreed: bool = False) -> Mapping[int, int]:
    """Count the boxes in which each cooked dish clashes; `are_agreed` counts those with agreement only."""
    return Counter(
        item
        for finding in allergy_findings
        for item in {
            dish.item
            for dish in finding.dishes
            if dish.answer is Answer.CLASH and (dish.is_agreed or not are_agreed)
        }
    )


def nothing_fits(boxes: Sequence[NotedBox], resolver: Resolver) -> tuple[NothingFits, ...]:
    """Return each dish for which a customer gets nothing."""
    return tuple(
        NothingFits(box.person, line.ordered, line.quantity, box.needs.diet)
        for box in boxes
        for line in box.lines
        if resolver.resolve(box.meal, line.item, veg_only=line.veg_only, needs=box.needs).item
        is None
    )


def notes(boxes: Sequence[NotedBox]) -> tuple[KitchenNote, ...]:
    """Return the customers' notes for the kitchen."""
    return tuple(KitchenNote(box.person, box.note) for box in boxes if box.note)


def undecided(boxes: Sequence[NotedBox]) -> tuple[Person, ...]:
    """Return the customers whose boxes have no dishes yet."""
    return tuple(box.person for box in boxes if not box.lines)


def events(boxes: Sequence[NotedBox], resolver: Resolver) -> tuple[Event, ...]:
    """Return the day's events, by time."""
    result = [
        Event(box.person, box.time, box.guests, box.venue, tuple(_shares(box, resolver)))
        for box in boxes
        if box.meal == EVENT
    ]
    return tuple(sorted(result, key=lambda event: event.time or time.max))


def _shares(box: NotedBox, resolver: Resolver) -> Iterable[Share]:
    for line in box.lines:
        cooked = resolver.resolve(box.meal, line.item, veg_only=False, needs=box.needs).item
        if cooked is not None:
            yield Share(cooked, resolver.dishes[cooked].name, line.quantity)


def _box(rows: Sequence[tuple[Any, ...]]) -> NotedBox:
    meal, reference, name, allergens, diet, finer_diet, note, at, guests, venue, agreed = rows[0][
        :11
    ]
    return NotedBox(
        meal,
        Person(reference, name),
        needs_of_columns(allergens, diet, finer_diet),
        note or "",
        clock(at),
        guests,
        venue or "",
        agreed_of(agreed),
        tuple(
            Line(item, bool(veg_only), quantity, ordered)
            for *_, item, veg_only, quantity, ordered in rows
            if item is not None
        ),
    )
