"""The PDF: the same for the same labels, readable as text, each label at its place."""

import subprocess
import sys

import pytest
import uharfbuzz

from oottam.backoffice.kitchen.labels.calibration import calibration_page
from oottam.backoffice.kitchen.labels.document import draw
from oottam.backoffice.kitchen.labels.label import Dish, Label
from oottam.backoffice.kitchen.labels.stocks import (
    A4_21,
    POINTS_PER_MM,
    ROLL_50_50,
    STOCKS,
    Stock,
)
from tests.backoffice.kitchen.labels.examples import label, longest
from tests.backoffice.kitchen.labels.reading import Document, Shown

each_stock = pytest.mark.parametrize("stock", STOCKS.values(), ids=list(STOCKS))
PEOPLE = (
    "Kavitha Raman",
    "கவிதா ராமன்",
    "கெளசல்யா ஸ்ரீதர்",
    "श्रीनिवास कृष्णमूर्ति",
    "వెంకటేశ్వర్లు రెడ్డి",
    "José Łukasiewicz",
)


def everybody() -> list[Label]:
    return [label(name=name) for name in PEOPLE]


def lines(content: bytes) -> list[list[Shown]]:
    return Document(content).pages


@each_stock
def test_equal_labels_are_equal_bytes_whatever_was_drawn_before(stock: Stock) -> None:
    first = draw(everybody(), stock)
    draw([longest(), label(name="ப்ரியா")], stock)
    assert draw(everybody(), stock) == first


def test_another_process_draws_the_same() -> None:
    program = (
        "import sys; from datetime import date; from oottam.backoffice.kitchen.labels.document import draw; "
        "from oottam.backoffice.kitchen.labels.label import Label; from oottam.backoffice.kitchen.labels.stocks "
        "import A4_21; sys.stdout.buffer.write(draw([Label(day=date(2026, 12, 7), meal='Lunch', "
        "name='கவிதா ராமன்', reference='OT-7K2M9QX')], A4_21))"
    )
    there = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    bare = Label(day=label().day, meal="Lunch", name="கவிதா ராமன்", reference="OT-7K2M9QX")
    assert there == draw([bare], A4_21)


def test_a_label_reads_as_it_was_written() -> None:
    name = "கெளசல்யா ஸ்ரீதர்"
    drawn = label(
        name=name, note="क्षत्रिय", allergens=("Milk",), dishes=(Dish("దోశ", 2), Dish("سلطة"))
    )
    (page,) = lines(draw([drawn], ROLL_50_50))
    assert [shown.text for shown in page] == [
        "LUNCH",
        "Mon 7 Dec",
        "12:30",
        name,
        "600 041 · Thiruvanmiyur",
        "Allergic to: Milk",
        "2 ×",
        "దోశ",
        "1 ×",
        "سلطة"[::-1],  # glyphs as they stand; readers turn what runs from the right
        "Note: क्षत्रिय",
        "OT-7K2M9QX",
        "Day 3 of 6",
    ]


def test_fonts_are_embedded_with_the_glyphs_that_are_drawn() -> None:
    document = Document(draw(everybody(), A4_21))
    assert b"/Helvetica" not in document.content
    assert len(document.fonts) >= 5
    for name in document.fonts:
        face = uharfbuzz.Face(document.embedded(name))
        assert not face.has_var_data
        assert len(document.embedded(name)) < 60_000
    assert len(document.content) < 60_000


def test_the_document_says_what_it_is() -> None:
    content = draw(everybody(), A4_21, title="Labels, Mon 7 Dec")
    assert b"/Title (Labels, Mon 7 Dec)" in content
    assert b"/Lang (en-IN)" in content
    assert b"/PrintScaling /None" in content


@pytest.mark.parametrize(
    ("stock", "count", "start", "pages"),
    [
        ("a4-21", 1, 1, 1),
        ("a4-21", 21, 1, 1),
        ("a4-21", 22, 1, 2),
        ("a4-21", 1, 21, 1),
        ("a4-21", 2, 21, 2),
        ("a4-21", 24, 20, 3),
        ("50x50", 3, 1, 3),
        ("100x50", 1, 1, 1),
    ],
)
def test_labels_fill_pages(stock: str, count: int, start: int, pages: int) -> None:
    drawn = lines(draw([label() for _ in range(count)], STOCKS[stock], start=start))
    assert len(drawn) == pages
    assert sum(shown.text == "OT-7K2M9QX" for page in drawn for shown in page) == count


@each_stock
def test_each_label_stands_at_its_own_place(stock: Stock) -> None:
    """In order from the first place to the last, row by row, each line of letters within its label."""
    labels = [longest(reference=f"OT-{number:07}") for number in range(stock.per_page)]
    (page,) = lines(draw(labels, stock))
    per_label = len(page) // stock.per_page
    width, height = (length * POINTS_PER_MM for length in stock.size)
    for number, corner in enumerate(stock.corners()):
        left, top = (length * POINTS_PER_MM for length in corner)
        bottom = stock.page[1] * POINTS_PER_MM - top - height
        mine = page[number * per_label : (number + 1) * per_label]
        assert any(shown.text == f"OT-{number:07}" for shown in mine)
        for shown in mine:
            assert left < shown.x < left + width
            assert bottom < shown.y < bottom + height


def test_the_places_of_a_sheet_are_those_of_the_trade() -> None:
    corners = list(A4_21.corners())
    assert len(corners) == 21
    assert corners[0] == (7.25, 15.15)
    assert corners[1] == (73.25, 15.15)
    last = corners[20]
    assert (last[0] + 63.5, last[1] + 38.1) == pytest.approx((210 - 7.25, 297 - 15.15))


def test_a_begun_sheet_is_gone_on_with() -> None:
    (first,) = lines(draw([label()], A4_21))
    (later,) = lines(draw([label()], A4_21, start=6))  # the second row's last
    moved = [(there.x - here.x, there.y - here.y) for here, there in zip(first, later, strict=True)]
    assert {(round(x / POINTS_PER_MM, 1), round(y / POINTS_PER_MM, 1)) for x, y in moved} == {
        (132.0, -38.1)
    }


@pytest.mark.parametrize(("count", "start"), [(0, 1), (1, 0), (1, 22)])
def test_labels_that_cannot_be_placed_are_refused(count: int, start: int) -> None:
    with pytest.raises(ValueError, match="a place that their stock has"):
        draw([label()] * count, A4_21, start=start)


def test_everything_is_moved_by_what_the_printer_is_off() -> None:
    (here,) = lines(draw([label()], A4_21))
    (there,) = lines(draw([label()], A4_21, shift=(1.5, 2)))
    first = (there[0].x - here[0].x, there[0].y - here[0].y)
    assert first == pytest.approx((1.5 * POINTS_PER_MM, -2 * POINTS_PER_MM), abs=0.02)


@each_stock
def test_the_test_page_frames_each_label_and_numbers_its_place(stock: Stock) -> None:
    content = calibration_page(stock, (0.5, -1))
    (page,) = lines(content)
    told = [shown.text for shown in page]
    assert [text for text in told if text.isdigit()] == [
        str(place) for place in range(1, stock.per_page + 1)
    ]
    assert "0.5,-1" in " ".join(told)
    assert calibration_page(stock, (0.5, -1)) == content
