"""Grouping servings into stops, and ordering stops."""

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
from oottam.kitchen.day import DeliveryBox, Person

BOX = DeliveryBox(
    serving_id=1, plan_id=1, person=Person("OT-AAAAAAA", "Asha"), phone="98400 12345",
    caller="+919840012345", seq=1, of=6, is_free=False, is_replacement=False, state=1,
    delivery_time=time(12, 30), address="12 Beach Road", pin="600090", locality="Besant Nagar",
    portions=1,
)  # fmt: skip


def box(number: int, **more: Any) -> DeliveryBox:
    """Return a box of its own plan and customer."""
    own = {"serving_id": number, "plan_id": number, "caller": f"+9198400{number:05}"}
    return replace(BOX, **{**own, **more})


def numbers(stops: tuple[Stop, ...]) -> list[int]:
    return [stop.number for stop in stops]


def stops(*boxes: DeliveryBox, ranks: dict[int, float] | None = None) -> tuple[Stop, ...]:
    places: dict[tuple[int, int | None], Placed] = {
        (plan, None): Placed(rank=rank) for plan, rank in (ranks or {}).items()
    }
    return stops_of(boxes, places, {})


def test_boxes_of_one_customer_at_one_address_are_one_stop() -> None:
    (stop,) = stops(
        box(1, caller="+1"), box(2, caller="+1", address="12, beach road"), box(3, caller="+1")
    )
    assert (stop.number, stop.plans) == (1, (1, 2, 3))


@pytest.mark.parametrize("other", [{"caller": "+2"}, {"address": "14 Beach Road"}])
def test_another_customer_or_address_is_another_stop(other: dict[str, str]) -> None:
    assert len(stops(box(1, caller="+1"), box(2, **{"caller": "+1", **other}))) == 2


@pytest.mark.parametrize("unknown", ["caller", "address"])
def test_boxes_without_contact_details_are_not_grouped(unknown: str) -> None:
    assert len(stops(box(1, **{unknown: ""}), box(2, **{unknown: ""}))) == 2


def test_later_address_has_a_position_of_its_own() -> None:
    boxes = [box(1, later_address=9), box(2, later_address=8)]
    places = {(1, None): Placed(7, 1, "Ring"), (1, 9): Placed(6, 2, "Knock")}
    first, second = stops_of(boxes, places, {"600090": 5})
    assert (first.route, first.rank, first.hint, first.places) == (6, 2, "Knock", ((1, 9),))
    assert (second.route, second.rank, second.hint) == (5, None, "")


def test_stop_uses_the_assigned_route_or_its_pin_codes() -> None:
    found = stops_of(
        [box(1), box(2), box(3, pin="600001")], {(2, None): Placed(route=7)}, {"600090": 5}
    )
    assert {stop.number: stop.route for stop in found} == {1: 5, 2: 7, 3: None}


def test_stops_are_sorted_by_rank() -> None:
    assert numbers(sorted_stops(stops(box(1), box(2), box(3), ranks={1: 3, 2: 1, 3: 2}))) == [
        2,
        3,
        1,
    ]


def test_unranked_stop_follows_the_last_of_its_pin_code() -> None:
    known = stops(box(1), box(2), box(3, pin="600001"), box(4), ranks={1: 1, 2: 2, 3: 3})
    assert numbers(sorted_stops(known)) == [1, 2, 4, 3]


def test_unranked_stops_are_sorted_by_pin_code_locality_address_and_name() -> None:
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
def test_stop_moves_to_a_position(number: int, to: int, expected: list[int]) -> None:
    assert numbers(move_in_order(stops(box(1), box(2), box(3)), number, to)) == expected


def test_moving_an_unknown_stop_raises() -> None:
    with pytest.raises(LookupError):
        move_in_order(stops(box(1)), 2, 0)


def apply_ranks(order: tuple[Stop, ...], moving: int) -> tuple[Stop, ...]:
    """Return the stops sorted by their new ranks."""
    given = ranks_for_order(order, moving)
    assert given is not None
    return sorted_stops(replace(stop, rank=given.get(stop.number, stop.rank)) for stop in order)


@pytest.mark.parametrize("to", [0, 1, 2, 3])
def test_only_the_moved_stop_gets_a_new_rank(to: int) -> None:
    before = sorted_stops(stops(*map(box, (1, 2, 3, 4)), ranks={1: 1, 2: 2, 3: 3, 4: 4}))
    order = move_in_order(before, 3, to)
    assert numbers(apply_ranks(order, 3)) == numbers(order)
    assert set(ranks_for_order(order, 3) or ()) == {3}


def test_unranked_stops_get_ranks_that_keep_the_order() -> None:
    order = move_in_order(sorted_stops(stops(*map(box, (1, 2, 3, 4)), ranks={2: 1})), 4, 0)
    assert numbers(order) == [4, 2, 1, 3]
    assert numbers(apply_ranks(order, 4)) == [4, 2, 1, 3]


def test_no_rank_is_given_without_a_number_between_neighbours() -> None:
    close = stops(*map(box, (1, 2, 3)), ranks={1: 1.0, 2: 1.0000000000000002, 3: 5.0})
    assert ranks_for_order(move_in_order(sorted_stops(close), 3, 1), 3) is None


def test_stop_is_open_while_a_box_is_planned() -> None:
    (stop,) = stops(box(1, caller="+1", state=2), box(2, caller="+1"))
    assert (stop.is_open, stop.has_failed) == (True, False)
    (stop,) = stops(box(1, caller="+1", state=2), box(2, caller="+1", state=3))
    assert (stop.is_open, stop.has_failed) == (False, True)


def test_stop_is_due_with_its_earliest_box() -> None:
    (stop,) = stops(
        box(1, caller="+1", delivery_time=None),
        box(2, caller="+1", delivery_time=time(13)),
        box(3, caller="+1", delivery_time=time(12)),
    )
    assert stop.delivery_time == time(12)
