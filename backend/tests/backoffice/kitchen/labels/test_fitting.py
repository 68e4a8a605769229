"""Text stays on its label without overlaps; what does not fit continues on a further label."""

import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oottam.backoffice.kitchen.labels.document import draw
from oottam.backoffice.kitchen.labels.label import NONVEG, VEG, Dish, Label
from oottam.backoffice.kitchen.labels.stocks import A4_21, ROLL_50_50, ROLL_100_50, STOCKS, Stock
from oottam.workflow.models import FINER_DIETS, Diet
from tests.backoffice.kitchen.labels.examples import ALLERGENS, DISHES, label, longest
from tests.backoffice.kitchen.labels.pdf_text import POINTS_PER_MM, Box, Document, Shown, places
from tests.hypothesis_profile import MANY

each_stock = pytest.mark.parametrize("stock", STOCKS.values(), ids=list(STOCKS))
NEARLY = 1.5  # points: some letters hang over their edges
MIN_SIZE = 6

# Scripts with a font and without, both directions, marks, pictures, markup, and what is invisible.
LETTERS = st.sampled_from(
    "abWQ,.()/-1 2  éßṭŁ கவிதாராமன்ஸ்ரீெொ क्षत्रियऋिँ తెలుగుక్ష్మ محمدلا١٢് അ ক 汉 🌸👩‍🍳 #$*_\\@<[]`'\"~ \u202e\u2066\u200d\u0301\t\n"
)
HOSTILE = st.one_of(
    st.text(LETTERS, max_size=200),
    st.text(max_size=60),
    st.text(st.sampled_from("WMm்ि"), max_size=200),
)
LABELS = st.builds(
    label,
    name=HOSTILE,
    stop=HOSTILE,
    note=HOSTILE,
    dishes=st.lists(st.builds(Dish, HOSTILE, st.integers(1, 100_000)), max_size=10).map(tuple),
    warnings=st.lists(HOSTILE, max_size=2).map(tuple),
    allergens=st.lists(st.sampled_from(ALLERGENS), unique=True).map(tuple),
    diet=st.sampled_from(("", *sorted(str(Diet(diet).label) for diet in FINER_DIETS))),
    meal=st.sampled_from(("Breakfast", "Lunch", "Dinner", "Event")),
    mark=st.sampled_from(("", VEG, NONVEG)),
    number=st.integers(1, 300),
    of=st.integers(0, 300),
    is_free=st.booleans(),
    is_changed=st.booleans(),
)


def lies_within(ink: Box, outer: Box) -> bool:
    return (
        ink[0] >= outer[0] - NEARLY
        and ink[1] >= outer[1] - NEARLY
        and ink[2] <= outer[2] + NEARLY
        and ink[3] <= outer[3] + NEARLY
    )


def lie_apart(one: Box, other: Box) -> bool:
    return (
        one[2] <= other[0] + NEARLY
        or other[2] <= one[0] + NEARLY
        or one[3] <= other[1] + NEARLY
        or other[3] <= one[1] + NEARLY
    )


def require_fitting(content: bytes, stock: Stock) -> None:
    """Require all letters within one label's margins, none too small."""
    margin = stock.margin * POINTS_PER_MM
    inner = [
        (left + margin, bottom + margin, right - margin, top - margin)
        for left, bottom, right, top in places(stock)
    ]
    for page in Document(content).pages:
        for shown in page:
            assert any(lies_within(shown.ink, place) for place in inner), shown
            assert shown.size >= MIN_SIZE, shown


def texts(drawn: Label, stock: Stock) -> list[str]:
    """Return the text of each label of the box."""
    return Document(draw([drawn], stock)).labels


@each_stock
@settings(max_examples=MANY or 6, deadline=None)
@given(drawn=LABELS)
def test_hostile_text_stays_on_its_label(stock: Stock, drawn: Label) -> None:
    content = draw([drawn], stock)
    require_fitting(content, stock)
    needs = " · ".join(filter(None, [*drawn.allergens, drawn.diet]))
    found = Document(content).labels
    for number, text in enumerate(found, start=1):
        assert drawn.meal.upper() in text
        assert needs in text
        assert drawn.reference in text
        assert (f"Label {number} of {len(found)}" in text) == (len(found) > 1)


@each_stock
@settings(max_examples=MANY or 4, deadline=None)
@given(
    count=st.integers(0, 60),
    warnings=st.integers(0, 3),
    note=st.sampled_from(("", "no onion", "no onion, please " * 30)),
    name=HOSTILE,
)
def test_each_dish_is_named_once_with_its_quantity(
    stock: Stock, count: int, warnings: int, note: str, name: str
) -> None:
    dishes = tuple(Dish(f"Dish{number}", number) for number in range(1, count + 1))
    told = tuple(f"Warning{number} has milk" for number in range(warnings))
    drawn = longest(dishes=dishes, note=note, name=name, warnings=told)
    found = " ".join(texts(drawn, stock))
    named = [(int(quantity), name) for quantity, name in re.findall(r"(\d+) × (Dish\d+)", found)]
    assert sorted(named) == [(number, f"Dish{number}") for number in range(1, count + 1)]
    assert re.findall(r"Warning\d has milk", found) == list(told)
    assert found.count("onion") == note.count("onion")


@each_stock
def test_the_longest_label_is_complete(stock: Stock) -> None:
    content = draw([longest()], stock)
    require_fitting(content, stock)
    found = Document(content).labels
    assert len(found) > 1
    together = " ".join(found)
    assert together.count("×") == len(longest().dishes)
    assert together.count("garlic,") == longest().note.count("garlic,")
    for text in found:
        assert "Venkata" in text
        assert "Allergic to: " + " · ".join(ALLERGENS) in text
        assert "OT-7K2M9QX Day 3 of 6" in text
        assert "FREE DAY" in text
        assert "CHANGED" in text


@each_stock
def test_letters_do_not_overlap(stock: Stock) -> None:
    """Lines of Latin letters may touch; others must be apart."""
    tall = "ஸ்ரீநிவாஸன் क्षत्रियऋिँ క్ష్మీనారాయణ"
    drawn = longest(
        name=tall, stop=tall, note=tall, dishes=(Dish(tall), Dish(tall)), allergens=ALLERGENS[:2]
    )
    for page in Document(draw([drawn], stock)).pages:
        for one, other in combinations(page, 2):
            assert lie_apart(one.ink, other.ink) or one.ink[1] == pytest.approx(other.ink[1], abs=9)


@each_stock
def test_an_ordinary_label_is_complete(stock: Stock) -> None:
    (found,) = texts(label(note="No onion", allergens=("Milk",)), stock)
    assert found.startswith("LUNCH Mon 7 Dec 12:30 pm Kavitha Raman")
    assert "600 041 · Thiruvanmiyur" in found
    assert "Allergic to: Milk" in found
    for dish in ("1 × Pesarattu with Ginger Chutney", "2 × Boiled Eggs / Sprouts Salad"):
        assert dish in found
    assert found.endswith("Note: No onion OT-7K2M9QX Day 3 of 6")


def of_text(content: bytes, text: str) -> Shown:
    (page, *_) = Document(content).pages
    return next(shown for shown in page if text in shown.text)


@each_stock
def test_name_and_meal_have_the_largest_letters(stock: Stock) -> None:
    (page,) = Document(draw([label()], stock)).pages
    sizes = sorted({round(shown.size, 1) for shown in page}, reverse=True)
    content = draw([label()], stock)
    assert of_text(content, "Raman").size == pytest.approx(sizes[0], abs=0.1)
    assert of_text(content, "LUNCH").size >= sizes[1] - 0.1


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Kavitha Raman", 1),
        ("Kavitha Ramanathan", 1),
        ("Meenakshi Sundareswaran Venkatasubramanian", 2),
    ],
)
def test_a_long_name_is_smaller_then_on_two_lines(name: str, lines: int) -> None:
    content = draw([label(name=name, dishes=())], ROLL_50_50)
    first, *_, last = name.split()
    assert name in Document(content).labels[0]
    apart = of_text(content, first).ink[1] - of_text(content, last).ink[1]
    assert (apart > 5) == (lines == 2)
    ordinary = of_text(draw([label(dishes=())], ROLL_50_50), "Raman").size
    assert (of_text(content, last).size < ordinary) == (name != "Kavitha Raman")


def test_a_name_that_is_too_long_ends_in_dots() -> None:
    (found,) = texts(label(name="Venkatanarasimharajuvaripeta " * 7), A4_21)
    assert re.search(r"Venkatanarasimharajuvaripeta(Venkat)?\w*… ?600041", found.replace(" ", ""))


def test_many_dishes_have_smaller_letters() -> None:
    def size(*dishes: Dish) -> float:
        return of_text(draw([label(dishes=dishes)], A4_21), "Pesarattu").size

    assert size(*DISHES[:2]) > size(*DISHES, *DISHES)


def test_a_wide_label_has_two_columns_of_dishes() -> None:
    dishes = tuple(Dish(f"Dish {number}") for number in range(10))
    (page,) = Document(draw([label(dishes=dishes)], ROLL_100_50)).pages
    assert len({round(shown.ink[0]) for shown in page if "Dish" in shown.text}) == 2


@each_stock
def test_a_dish_stays_on_one_label(stock: Stock) -> None:
    found = texts(longest(dishes=DISHES * 15, note=""), stock)
    assert len(found) > 1
    whole = sum(text.count(dish.name) for text in found for dish in DISHES)
    assert whole == 60


@each_stock
def test_stacked_combining_marks_push_nothing_off(stock: Stock) -> None:
    piled = "Ṩ" + "\u0301" * 20
    drawn = longest(name=piled, stop=piled, note=piled, dishes=(Dish(piled),))
    require_fitting(draw([drawn], stock), stock)


def test_letters_outside_their_label_are_detected() -> None:
    """A test of the test."""
    with pytest.raises(AssertionError):
        require_fitting(draw([label()], A4_21, shift=(3, 0)), A4_21)
    assert not lie_apart((0, 0, 20, 20), (10, 10, 30, 30))
