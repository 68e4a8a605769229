"""Boxes become stops, and stops an order."""

from dataclasses import replace
from datetime import time
from typing import Any

import pytest

from oottam.delivery.stops import (
    Placed,
    Stop,
    move_in_order,
    ranks_for_order,
    sorted_stops,
    stops_of,
)
from oottam.kitchen.day import CarriedBox, Person

BOX = CarriedBox(
    serving=1, plan=1, person=Person("OT-AAAAAAA", "Asha"), phone="98400 12345",
    caller="+919840012345", seq=1, of=6, is_free=False, is_made_up=False, state=1,
    delivery_time=time(12, 30), address="12 Beach Road", pin="600090", locality="Besant Nagar",
    portions=1,
)  # fmt: skip


def box(number: int, **more: Any) -> CarriedBox:
    """A box of a plan of its own, for somebody of her own."""
    own = {"serving": number, "plan": number, "caller": f"+9198400{number:05}"}
    return replace(BOX, **{**own, **more})


def numbers(stops: tuple[Stop, ...]) -> list[int]:
    return [stop.number for stop in stops]


def stops(*boxes: CarriedBox, ranks: dict[int, float] | None = None) -> tuple[Stop, ...]:
    places = {plan: Placed(rank=rank) for plan, rank in (ranks or {}).items()}
    return stops_of(boxes, places, {})


def test_boxes_of_one_person_at_one_address_are_one_stop() -> None:
    (stop,) = stops(
        box(1, caller="+1"), box(2, caller="+1", address="12, beach road"), box(3, caller="+1")
    )
    assert (stop.number, stop.plans) == (1, (1, 2, 3))


@pytest.mark.parametrize("other", [{"caller": "+2"}, {"address": "14 Beach Road"}])
def test_another_person_or_another_address_is_another_stop(other: dict[str, str]) -> None:
    assert len(stops(box(1, caller="+1"), box(2, **{"caller": "+1", **other}))) == 2


@pytest.mark.parametrize("unknown", ["caller", "address"])
def test_what_is_not_known_is_not_merged(unknown: str) -> None:
    assert len(stops(box(1, **{unknown: ""}), box(2, **{unknown: ""}))) == 2


def test_a_stop_goes_by_the_route_of_its_pin_code_or_by_the_one_that_somebody_chose() -> None:
    found = stops_of([box(1), box(2), box(3, pin="600001")], {2: Placed(route=7)}, {"600090": 5})
    assert {stop.number: stop.route for stop in found} == {1: 5, 2: 7, 3: None}


def test_stops_are_carried_by_their_rank() -> None:
    assert numbers(sorted_stops(stops(box(1), box(2), box(3), ranks={1: 3, 2: 1, 3: 2}))) == [
        2,
        3,
        1,
    ]


def test_one_that_nobody_has_put_anywhere_comes_behind_the_last_of_its_pin_code() -> None:
    known = stops(box(1), box(2), box(3, pin="600001"), box(4), ranks={1: 1, 2: 2, 3: 3})
    assert numbers(sorted_stops(known)) == [1, 2, 4, 3]


def test_without_neighbours_they_come_at_the_end_by_pin_code_locality_address_and_name() -> None:
    new = [
        box(1, pin=""),
        box(2, pin="600002"),
        box(3, pin="600001", locality="Z"),
        box(4, pin="600001", locality="B", address="10 Beach Road"),
        box(5, pin="600001", locality="B", address="9 Beach Road"),
        box(6, pin="600003"),
    ]
    assert numbers(sorted_stops(stops(*new, ranks={6: 1}))) == [6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("number", "to", "expected"),
    [(1, 2, [2, 3, 1]), (3, 0, [3, 1, 2]), (2, 9, [1, 3, 2]), (2, -3, [2, 1, 3])],
)
def test_a_stop_moves_among_the_others(number: int, to: int, expected: list[int]) -> None:
    assert numbers(move_in_order(stops(box(1), box(2), box(3)), number, to)) == expected


def test_a_stop_that_is_not_there_does_not_move() -> None:
    with pytest.raises(LookupError):
        move_in_order(stops(box(1)), 2, 0)


def follow(order: tuple[Stop, ...], moving: int) -> tuple[Stop, ...]:
    """The stops again, in the order of the ranks that they were given."""
    given = ranks_for_order(order, moving)
    assert given is not None
    return sorted_stops(replace(stop, rank=given.get(stop.number, stop.rank)) for stop in order)


@pytest.mark.parametrize("to", [0, 1, 2, 3])
def test_the_order_is_remembered_and_only_what_moves_gets_another_rank(to: int) -> None:
    before = sorted_stops(stops(*map(box, (1, 2, 3, 4)), ranks={1: 1, 2: 2, 3: 3, 4: 4}))
    order = move_in_order(before, 3, to)
    assert numbers(follow(order, 3)) == numbers(order)
    assert set(ranks_for_order(order, 3) or ()) == {3}


def test_those_without_a_rank_get_one_so_that_the_order_stays_as_it_was_seen() -> None:
    order = move_in_order(sorted_stops(stops(*map(box, (1, 2, 3, 4)), ranks={2: 1})), 4, 0)
    assert numbers(order) == [4, 2, 1, 3]
    assert numbers(follow(order, 4)) == [4, 2, 1, 3]


def test_where_no_number_is_left_between_two_neighbours_none_is_given() -> None:
    close = stops(*map(box, (1, 2, 3)), ranks={1: 1.0, 2: 1.0000000000000002, 3: 5.0})
    assert ranks_for_order(move_in_order(sorted_stops(close), 3, 1), 3) is None


def test_a_stop_is_open_while_one_of_its_boxes_is_to_come() -> None:
    (stop,) = stops(box(1, caller="+1", state=2), box(2, caller="+1"))
    assert (stop.is_open, stop.has_failed) == (True, False)
    (stop,) = stops(box(1, caller="+1", state=2), box(2, caller="+1", state=3))
    assert (stop.is_open, stop.has_failed) == (False, True)


def test_a_stop_is_due_with_the_first_of_its_boxes() -> None:
    (stop,) = stops(
        box(1, caller="+1", delivery_time=None),
        box(2, caller="+1", delivery_time=time(13)),
        box(3, caller="+1", delivery_time=time(12)),
    )
    assert stop.delivery_time == time(12)
