"""Everything stands within its label, nothing on anything else, and what is left out is said."""

import re
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oottam.backoffice.kitchen.labels.blocks import Block, Row
from oottam.backoffice.kitchen.labels.label import Dish, Label
from oottam.backoffice.kitchen.labels.layout import inner, laid_out
from oottam.backoffice.kitchen.labels.lines import Breaker
from oottam.backoffice.kitchen.labels.stocks import A4_21, ROLL_50_50, ROLL_100_50, STOCKS, Stock
from tests.backoffice.kitchen.labels.examples import (
    ALLERGENS,
    DISHES,
    label,
    longest,
    parts,
    said,
)

each_stock = pytest.mark.parametrize("stock", STOCKS.values(), ids=list(STOCKS))
NEARLY = 0.01  # points

# Scripts with a face and without, both directions, marks, pictures, and what is invisible.
LETTERS = st.sampled_from(
    "abWQ,.()/-1 2  éßṭŁ கவிதாராமன்ஸ்ரீெொ क्षत्रियऋिँ తెలుగుక్ష్మ محمدلا١٢് അ ক 汉 🌸👩‍🍳 \u202e\u2066\u200d\u0301\t\n"
)
HOSTILE = st.one_of(
    st.text(LETTERS, max_size=400),
    st.text(max_size=60),
    st.text(st.sampled_from("WMm்ि"), max_size=400),
)
LABELS = st.builds(
    label,
    name=HOSTILE,
    stop=HOSTILE,
    note=HOSTILE,
    dishes=st.lists(st.builds(Dish, HOSTILE, st.integers(1, 100_000)), max_size=40).map(tuple),
    allergens=st.lists(st.sampled_from(ALLERGENS), unique=True).map(tuple),
    meal=st.sampled_from(("Breakfast", "Lunch", "Dinner", "Event")),
    number=st.integers(1, 300),
    of=st.integers(0, 300),
    is_free=st.booleans(),
    is_changed=st.booleans(),
)

Box = tuple[float, float, float, float]  # left, top, right, bottom


def box_of(row: Row, block: Block) -> Box:
    """Where the letters of a line are, with their ink above and below."""
    base = block.y + row.base
    ink = [length * row.size / 1000 for length in (row.line.top, row.line.bottom)]
    return row.x, base - ink[0], row.x + row.width, base - ink[1]


def boxes_of(block: Block) -> list[Box]:
    return [box_of(row, block) for row in block.rows]


def lies_within(box: Box, outer: Box) -> bool:
    return (
        box[0] >= outer[0] - NEARLY
        and box[1] >= outer[1] - NEARLY
        and box[2] <= outer[2] + NEARLY
        and box[3] <= outer[3] + NEARLY
    )


def lie_apart(one: Box, other: Box) -> bool:
    return (
        one[2] <= other[0] + NEARLY
        or other[2] <= one[0] + NEARLY
        or one[3] <= other[1] + NEARLY
        or other[3] <= one[1] + NEARLY
    )


def require_fitting(drawn: Label, stock: Stock) -> list[Block]:
    blocks = laid_out(drawn, stock, Breaker())
    width, height = inner(stock)
    areas = [(0.0, block.y, block.width, block.y + block.height) for block in blocks]
    for block, area in zip(blocks, areas, strict=True):
        assert lies_within(area, (0, 0, width, height)), block.what
        for box in boxes_of(block):
            assert lies_within(box, area), block.what
        for frame in block.frames:
            edge = frame.thickness / 2
            left, top = frame.x - edge, block.y + frame.y - edge
            right, bottom = left + frame.width + 2 * edge, top + frame.height + 2 * edge
            assert lies_within((left, top, right, bottom), area), block.what
    lines = [box for block in blocks for box in boxes_of(block)]
    for one, other in (*combinations(areas, 2), *combinations(lines, 2)):
        assert lie_apart(one, other)
    return blocks


@each_stock
@settings(max_examples=40)
@given(drawn=LABELS)
def test_nothing_leaves_its_label_or_lies_on_anything_else(stock: Stock, drawn: Label) -> None:
    require_fitting(drawn, stock)


@each_stock
@settings(max_examples=40)
@given(drawn=LABELS)
def test_allergens_are_always_whole(stock: Stock, drawn: Label) -> None:
    found = parts(drawn, stock)
    if drawn.allergens:
        assert found["allergens"] == "Allergic to: " + " · ".join(drawn.allergens)
    else:
        assert "allergens" not in found


@each_stock
@settings(max_examples=40)
@given(
    count=st.integers(0, 40),
    note=st.sampled_from(("", "no onion", "no onion, please " * 30)),
    name=HOSTILE,
)
def test_each_dish_is_named_or_counted(stock: Stock, count: int, note: str, name: str) -> None:
    dishes = tuple(Dish(f"Dish{number}", number) for number in range(1, count + 1))
    found = parts(longest(dishes=dishes, note=note, name=name), stock).get("dishes", "")
    named = [(int(quantity), name) for quantity, name in re.findall(r"(\d+) × (Dish\d+)", found)]
    more = re.search(
        r"\+ (\d+) more \(see sheet\)$|^(\d+) dish(?:es)?(?:, note)? \(see sheet\)$", found
    )
    left_out = int(more[1] or more[2]) if more else 0
    assert sorted(named) == [(number, f"Dish{number}") for number in range(1, len(named) + 1)]
    assert len(named) + left_out == count


@each_stock
def test_the_longest_label_says_what_it_leaves_out(stock: Stock) -> None:
    require_fitting(longest(), stock)
    found = parts(longest(), stock)
    assert found["name"].startswith("Venkata")
    assert found["name"].endswith("…")
    assert found["stop"].endswith("…")
    assert found["dishes"].endswith("(see sheet)")
    assert found["note"].startswith("Note: No onion")
    assert found["note"].endswith("… (see sheet)")
    assert found["foot"] == "OT-7K2M9QX Day 3 of 6 CHANGED FREE DAY"


@each_stock
def test_an_ordinary_label_says_everything(stock: Stock) -> None:
    assert parts(label(note="No onion", allergens=("Milk",)), stock) == {
        "head": "LUNCH Mon 7 Dec 12:30",
        "name": "Kavitha Raman",
        "stop": "600 041 · Thiruvanmiyur",
        "allergens": "Allergic to: Milk",
        "dishes": said_in_either_form(
            "1 × Pesarattu with Ginger Chutney",
            "2 × Boiled Eggs / Sprouts Salad",
            "1 × Millet Pongal",
        ),
        "note": "Note: No onion",
        "foot": "OT-7K2M9QX Day 3 of 6",
    }


class said_in_either_form:  # noqa: N801 - reads as a value
    """Dishes below one another, or one after the other."""

    def __init__(self, *dishes: str) -> None:
        self.forms = (" ".join(dishes), " · ".join(dishes))

    def __eq__(self, other: object) -> bool:
        return other in self.forms

    def __hash__(self) -> int:
        return hash(self.forms)

    def __repr__(self) -> str:
        return repr(self.forms)


@each_stock
def test_name_and_meal_are_the_largest_letters(stock: Stock) -> None:
    blocks = require_fitting(label(), stock)
    sizes = {block.what: max(row.size for row in block.rows) for block in blocks}
    largest = sorted(sizes, key=lambda what: sizes[what], reverse=True)
    assert largest[:2] == ["name", "head"]


@each_stock
def test_no_letters_are_smaller_than_thermal_printers_can_print(stock: Stock) -> None:
    blocks = require_fitting(longest(), stock)
    assert min(row.size for block in blocks for row in block.rows) >= 5.4


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("Kavitha Raman", ["Kavitha Raman"]),
        ("Kavitha Ramanathan", ["Kavitha Ramanathan"]),
        (
            "Meenakshi Sundareswaran Venkatasubramanian",
            ["Meenakshi Sundareswaran", "Venkatasubramanian"],
        ),
    ],
)
def test_a_long_name_is_written_smaller_and_then_on_two_lines(name: str, rows: list[str]) -> None:
    sizes = []
    for written in ("Kavitha Raman", name):
        block = next(
            block
            for block in require_fitting(label(name=written, dishes=()), ROLL_50_50)
            if block.what == "name"
        )
        sizes.append(block.rows[0].size)
    assert [row.line.text for row in block.rows] == rows
    assert (sizes[1] < sizes[0]) == (name != "Kavitha Raman")


def test_dishes_are_written_smaller_where_there_are_many() -> None:
    def size(*dishes: Dish) -> float:
        blocks = require_fitting(label(dishes=dishes), A4_21)
        return next(block for block in blocks if block.what == "dishes").rows[0].size

    assert size(*DISHES[:2]) > size(*DISHES) > size(*DISHES, *DISHES)


def test_a_wide_label_has_two_columns_of_dishes() -> None:
    blocks = require_fitting(label(dishes=DISHES * 2), ROLL_100_50)
    dishes = next(block for block in blocks if block.what == "dishes")
    assert len({round(row.x) for row in dishes.rows if "×" in row.line.text}) == 2


@each_stock
def test_more_allergens_than_there_are_lead_to_the_sheet(stock: Stock) -> None:
    drawn = label(allergens=tuple(f"Allergen number {number}" for number in range(100)))
    require_fitting(drawn, stock)
    assert parts(drawn, stock)["allergens"] == "100 allergies: see sheet before handing over"


@pytest.mark.parametrize(
    "missing", [{"stop": ""}, {"delivery_time": None}, {"of": 0}, {"dishes": ()}]
)
def test_what_is_not_known_takes_no_room(missing: dict[str, Any]) -> None:
    assert "" not in parts(label(**missing), A4_21).values()


def test_a_part_that_overlaps_another_is_noticed() -> None:
    """The test of the test."""
    blocks = laid_out(label(), A4_21, Breaker())
    moved = blocks[1].at(blocks[0].y)
    areas = [(0.0, block.y, block.width, block.y + block.height) for block in (blocks[0], moved)]
    assert not lie_apart(*areas)
    assert not lies_within((0, -1, 1, 1), areas[0])
    assert said(moved) == "Kavitha Raman"


def test_marks_piled_up_without_end_do_not_push_anything_off() -> None:
    piled = "Ṩ" + "\u0301" * 20
    drawn = longest(name=piled, stop=piled, note=piled, dishes=(Dish(piled),))
    require_fitting(drawn, A4_21)
    assert parts(drawn, A4_21)["allergens"] == "Allergic to: " + " · ".join(ALLERGENS)
