"""The PDF: reproducible, readable as text, each label at its place."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from oottam.backoffice.kitchen.labels import document
from oottam.backoffice.kitchen.labels.document import calibration_page, draw
from oottam.backoffice.kitchen.labels.label import NONVEG, VEG, Dish, Label
from oottam.backoffice.kitchen.labels.stocks import A4_21, ROLL_50_50, STOCKS, Stock
from tests.backoffice.kitchen.labels.examples import DISHES, label, longest
from tests.backoffice.kitchen.labels.pdf_text import POINTS_PER_MM, Document, picture

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


@each_stock
def test_equal_labels_are_equal_bytes_in_any_order_of_drawing(stock: Stock) -> None:
    first = draw(everybody(), stock)
    draw([longest(), label(name="ப்ரியா")], stock)
    assert draw(everybody(), stock) == first


def test_another_process_draws_equal_bytes() -> None:
    program = (
        "import sys; from datetime import date; from oottam.backoffice.kitchen.labels.document import draw; "
        "from oottam.backoffice.kitchen.labels.label import Label; from oottam.backoffice.kitchen.labels.stocks "
        "import A4_21; sys.stdout.buffer.write(draw([Label(day=date(2026, 12, 7), meal='Lunch', "
        "name='கவிதா ராமன்', reference='OT-7K2M9QX')], A4_21))"
    )
    there = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    bare = Label(day=label().day, meal="Lunch", name="கவிதா ராமன்", reference="OT-7K2M9QX")
    assert there == draw([bare], A4_21)


def test_the_text_of_a_label_can_be_extracted() -> None:
    name = "கெளசல்யா ஸ்ரீதர்"
    drawn = label(
        name=name, note="क्षत्रिय", allergens=("Milk",), dishes=(Dish("దోశ", 2), Dish("سلطة"))
    )
    (found,) = Document(draw([drawn], ROLL_50_50)).labels
    without_spaces = found.replace(" ", "")
    assert without_spaces.startswith(f"LUNCHMon7Dec12:30pm{name.replace(' ', '')}600041·Thiru")
    assert "Allergic to: Milk 2 × దోశ" in found
    assert set("سلطة") <= set(found)  # readers turn what runs from the right, each in its way
    assert found.endswith("Note: क्षत्रिय OT-7K2M9QX Day 3 of 6")


def test_a_quantity_is_left_of_a_right_to_left_dish() -> None:
    (page,) = Document(draw([label(dishes=(Dish("سلطة", 4), Dish("دال", 5)))], A4_21)).pages
    (quantity,) = [shown.ink for shown in page if "4" in shown.text and "×" in shown.text]
    words = [shown.ink for shown in page if re.search("[سلطة]", shown.text)]
    assert words
    assert all(quantity[2] < ink[0] for ink in words)


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
    drawn = Document(draw([label() for _ in range(count)], STOCKS[stock], start=start))
    assert len(drawn.pages) == pages
    assert len(drawn.labels) == count


@each_stock
def test_each_label_is_at_its_place(stock: Stock) -> None:
    """From the first place to the last, row by row."""
    labels = [label(reference=f"OT-{number:07}") for number in range(stock.per_page)]
    found = Document(draw(labels, stock)).labels
    assert [text.split("OT-")[1][:7] for text in found] == [
        f"{number:07}" for number in range(stock.per_page)
    ]


@each_stock
def test_drawing_in_parts_loses_no_box_and_skips_no_place(
    stock: Stock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One box in three needs a second label."""
    monkeypatch.setattr(document, "MAX_BOXES", 30)
    boxes = [
        label(reference=f"OT-{number:07}", dishes=(DISHES * 12 if number % 3 == 0 else DISHES))
        for number in range(70)
    ]
    found = Document(draw(boxes, stock, start=min(2, stock.per_page)))
    references = [text.split("OT-")[1][:7] for text in found.labels]
    assert len(set(references)) == len(boxes)
    assert references == sorted(references)
    assert len(references) > len(boxes)
    places = len(references) + min(2, stock.per_page) - 1
    assert len(found.pages) == -(-places // stock.per_page)


def test_the_places_of_a_sheet_match_the_trade_s_sheets() -> None:
    corners = list(A4_21.corners())
    assert len(corners) == 21
    assert corners[0] == (7.25, 15.15)
    assert corners[1] == (73.25, 15.15)
    last = corners[20]
    assert (last[0] + 63.5, last[1] + 38.1) == pytest.approx((210 - 7.25, 297 - 15.15))


def test_a_started_sheet_is_continued() -> None:
    (first,) = Document(draw([label()], A4_21)).pages
    (later,) = Document(draw([label()], A4_21, start=6)).pages  # the second row's last
    moved = {
        (
            round((there.ink[0] - here.ink[0]) / POINTS_PER_MM, 1),
            round((there.ink[1] - here.ink[1]) / POINTS_PER_MM, 1),
        )
        for here, there in zip(first, later, strict=True)
    }
    assert moved == {(132.0, -38.1)}


@pytest.mark.parametrize(("count", "start"), [(0, 1), (1, 0), (1, 22)])
def test_labels_without_a_place_are_refused(count: int, start: int) -> None:
    with pytest.raises(ValueError, match="a place that their stock has"):
        draw([label()] * count, A4_21, start=start)


def test_the_shift_moves_the_whole_page() -> None:
    (here,) = Document(draw([label()], A4_21)).pages
    (there,) = Document(draw([label()], A4_21, shift=(1.5, 2))).pages
    first = (there[0].ink[0] - here[0].ink[0], there[0].ink[1] - here[0].ink[1])
    assert first == pytest.approx((1.5 * POINTS_PER_MM, -2 * POINTS_PER_MM), abs=0.05)


@each_stock
def test_the_test_page_frames_each_label_and_numbers_its_place(stock: Stock) -> None:
    content = calibration_page(stock, (0.5, -1))
    found = Document(content)
    assert [text.split()[0] for text in found.labels] == [
        str(place) for place in range(1, stock.per_page + 1)
    ]
    assert "LABEL_SHIFT=-1,-2; now it is 0.5,-1." in found.labels[0]
    assert calibration_page(stock, (0.5, -1)) == content


def test_the_food_mark_is_a_circle_a_triangle_or_missing() -> None:
    """Measured by the black share of its middle 3 mm, and of the row above."""
    pictures = {
        mark: picture(draw([label(mark=mark)], ROLL_50_50)).tobytes() for mark in ("", VEG, NONVEG)
    }
    assert len(set(pictures.values())) == 3


# Pictures that were looked at: REWRITE_GOLDEN=1 makes them again, to be looked at.
GOLDEN = Path(__file__).parent / "golden"
MAX_DIFFERENT = 0.002  # of the dots, by more than a quarter of the way from black to white
EXAMPLES = {
    "ordinary": [label()],
    "scripts": [label(name=name) for name in reversed(PEOPLE)],
    "overflow": [longest()],
    "warnings": [
        label(
            mark=NONVEG,
            allergens=("Milk",),
            warnings=(
                "Paneer Toast has milk, as was agreed",
                "Nothing fits: 1 × Dal (see sheet)",
            ),
        )
    ],
}


@each_stock
@pytest.mark.parametrize("name", EXAMPLES)
def test_labels_look_like_their_references(name: str, stock: Stock) -> None:
    kept, seen = GOLDEN / f"{name}-{stock.key}.png", picture(draw(EXAMPLES[name], stock))
    if os.environ.get("REWRITE_GOLDEN"):
        seen.save(kept, optimize=True)
    with Image.open(kept) as image:
        assert image.size == seen.size
        difference = ImageChops.difference(image, seen).point([0] * 64 + [255] * 192)
    assert ImageStat.Stat(difference).mean[0] / 255 < MAX_DIFFERENT
