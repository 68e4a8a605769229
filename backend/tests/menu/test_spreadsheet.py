"""The menus as a workbook: out and in again, and what is refused."""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any
from unittest import mock

import pytest
import xlsxwriter

from oottam.core.errors import DomainError
from oottam.menu import spreadsheet, workbook_merge
from oottam.menu.content import MENUS, Content
from oottam.menu.differences import compare
from oottam.menu.dishes import DESCRIPTIONS
from oottam.menu.prices import dishes_of
from oottam.menu.spreadsheet import Outcome, WorkbookRefusedError
from oottam.menu.workbook_merge import SHEETS
from oottam.menu.workbook_rows import HEADINGS
from tests.factories.menu import find_dish, with_price, without_dish

pytestmark = pytest.mark.django_db
DISH = "Berry Smoothie"


Sheets = dict[str, list[list[Any]]]


def sheets_of(content: Content) -> Sheets:
    return spreadsheet.read(spreadsheet.write(content))


def row_of(sheets: Sheets, name: str) -> list[Any]:
    return next(row for row in sheets["Veg"] if row[2] == name)


def applied(sheets: Sheets, content: Content | None = None) -> Content:
    return spreadsheet.apply(content or Content(), sheets).content


def refusal(sheets: Sheets) -> list[str]:
    with pytest.raises(WorkbookRefusedError) as raised:
        spreadsheet.apply(Content(), sheets)
    assert raised.value.field == "workbook"
    return list(raised.value.sentences)


@pytest.fixture(scope="module")
def shipped() -> Sheets:
    return sheets_of(Content())


@pytest.fixture
def sheets(shipped: Sheets) -> Sheets:
    return {title: [list(row) for row in rows] for title, rows in shipped.items()}


@pytest.mark.parametrize("content", [Content(), with_price(Content(), DISH, 99.5)])
def test_exported_workbook_imports_unchanged(content: Content) -> None:
    outcome = spreadsheet.apply(content, sheets_of(content))
    assert outcome == Outcome(content, [], [], is_dated=True)


def test_an_edited_price_name_and_sentence_are_differences(sheets: Any) -> None:
    row = row_of(sheets, DISH)
    row[2], row[4], row[7] = "Berry Shake", "₹ 1,266".replace("₹ ", "₹"), "Berries."
    after = applied(sheets)
    assert [each.sentence for each in compare(Content(), after)] == [
        "Veg menu: Berry Smoothie is called Berry Shake now; its recipe and photo stay.",
        "Veg menu: Berry Shake: week ₹266 to ₹1,266.",
        (
            "Descriptions of dishes, descriptions, berry-smoothie: "
            "“Strawberries and blueberries blended into a thick pink smoot...” becomes “Berries.”"
        ),
    ]


def test_row_without_an_id_adds_a_dish_and_a_missing_row_removes_one(sheets: Any) -> None:
    sheets["Veg"].remove(row_of(sheets, DISH))
    sheets["Veg"].append([None, "Winter", "Ragi Porridge 2", "veg", 90, 80, 70.5, None])
    menu = applied(sheets).file(MENUS["veg"])
    assert menu["categories"][-1] == {
        "id": "winter",
        "title": "Winter",
        "items": [
            {
                "id": "ragi-porridge-2",
                "image": "ragi-porridge-2",
                "name": "Ragi Porridge 2",
                "mark": "veg",
                "prices": {"week": 90, "fifteen": 80, "thirty": 70.5},
            }
        ],
    }
    with pytest.raises(StopIteration):
        find_dish(menu, DISH)


def test_new_dishes_of_similar_names_get_different_ids(sheets: Any) -> None:
    names = ("Berry Smoothie!", "Berry: Smoothie")
    sheets["Veg"] += [[None, "Winter", name, "veg", *[None] * 4] for name in names]
    items = applied(sheets).file(MENUS["veg"])["categories"][-1]["items"]
    assert [dish["id"] for dish in items] == ["berry-smoothie-2", "berry-smoothie-3"]


def test_dishes_of_one_name_are_named_at_once_by_their_cells(sheets: Any) -> None:
    last = len(sheets["Veg"])
    sheets["Veg"] += [[None, "Winter", name, "veg"] for name in (DISH, "Ragi", "  ragi ")]
    assert refusal(sheets) == [
        f"Veg, C3 (Dish) and C{last + 1} (Dish): both are called {DISH}. Give one another name.",
        f"Veg, C{last + 2} (Dish) and C{last + 3} (Dish): both are called ragi. Give one another name.",
    ]


def test_former_ids_are_read_once_for_all_new_dishes(
    sheets: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = mock.Mock(return_value=set())
    monkeypatch.setattr(workbook_merge, "former_ids", read)
    sheets["Veg"] += [[None, "Winter", f"Ragi Kali {number}", "veg"] for number in range(20)]
    applied(sheets)
    read.assert_called_once_with("veg")


def test_id_from_any_edition_is_not_reused(sheets: Any) -> None:
    """Browsers and plans hold ids: another dish under one would be ticked or cooked in its place."""
    sheets["Veg"] = [sheets["Veg"][0], [None, "Winter", DISH, "veg", *[None] * 4]]
    after = applied(sheets, without_dish(Content(), DISH))
    (dish,) = after.file(MENUS["veg"])["categories"][0]["items"]
    assert dish["id"] == "berry-smoothie-2"


def test_new_categories_of_similar_titles_get_different_ids(sheets: Any) -> None:
    for title in ("Winter", "Winter!"):
        sheets["Veg"].append([None, title, f"Ragi Kali {title}", "veg", *[None] * 4])
    categories = applied(sheets).file(MENUS["veg"])["categories"]
    assert [each["id"] for each in categories[-2:]] == ["winter", "winter-2"]


@pytest.mark.parametrize(
    ("column", "cell", "message"),
    [
        (4, 0, "Veg, E3 (Week): A price is above 0. Clear all of them for “on request”."),
        (4, -5, "E3 (Week): A price is above 0"),
        (4, 10_001, "A price is ₹10,000 at most."),
        (4, "NaN", "Type a price in rupees"),
        (4, 1.001, "E3 (Week): At most two digits after the point."),
        (4, None, "E3 (Week): Fill in all its prices, or none"),
        (6, 9000, "G3 (30 days): 30 days must not cost more per day than 15 days"),
        (3, "egg", "D3 (Mark): it has to be veg or nonveg."),
        (2, " ", "C3 (Dish): it is empty."),
        (0, "idly", "A3 (Id): idly is no dish of this menu."),
        (0, "dry-fruit-smoothie", "A3 (Id): dry-fruit-smoothie is in row 2, too."),
        (
            2,
            ["a date or time"],
            "C3 (Dish): it holds a date or time. Put the text or number itself there.",
        ),
        (4, ["a formula"], "E3 (Week): it holds a formula. Put the text or number itself there."),
    ],
)
def test_invalid_cell_is_named_and_the_draft_unchanged(
    sheets: Any, column: int, cell: Any, message: str
) -> None:
    row_of(sheets, DISH)[column] = cell
    (sentence,) = refusal(sheets)
    assert message in sentence


def test_all_wrong_cells_are_named_together_the_first_twenty(sheets: Any) -> None:
    for row in sheets["Veg"][1:31]:
        row[3] = "egg"
    found = refusal(sheets)
    assert found[0] == "Veg, D2 (Mark): it has to be veg or nonveg."
    assert (len(found), found[-1]) == (21, "And 10 more cells are wrong.")


def test_sheet_with_unknown_columns_is_rejected(sheets: Any) -> None:
    sheets["Veg"][0][4] = "Price"
    with pytest.raises(DomainError, match="the first row has to be Id, Category, Dish"):
        spreadsheet.apply(Content(), sheets)
    with pytest.raises(DomainError, match="none of the sheets Veg, Non-veg, Tray"):
        spreadsheet.apply(Content(), {})


def test_workbook_with_the_former_heading_is_read(sheets: Any) -> None:
    sheets["Veg"][0][7] = "Sentence"
    assert applied(sheets) == Content()


@pytest.mark.parametrize(
    ("cell", "price"), [(274.89000000000004, 274.89), (266.0, 266), ("Rs. 1,100/-", 1100)]
)
def test_price_is_read_as_it_was_meant(sheets: Any, cell: Any, price: float) -> None:
    row_of(sheets, DISH)[4] = cell
    row_of(sheets, DISH)[5:7] = [100, 100]
    dish = find_dish(applied(sheets).file(MENUS["veg"]), DISH)
    assert dish["prices"]["week"] == price


def test_changed_description_of_a_shared_picture_is_kept_and_two_are_refused(sheets: Any) -> None:
    rows = [row for title in SHEETS.values() for row in sheets[title][1:]]
    images = [dish["image"] for file in MENUS.values() for dish in dishes_of(Content().file(file))]
    image = next(each for each, count in Counter(images).items() if count > 1)
    (one, other, *_) = [row for row, each in zip(rows, images, strict=True) if each == image]
    one[7] = "Berries."
    assert applied(sheets).file(DESCRIPTIONS)["descriptions"][image] == "Berries."
    other[7] = "Other berries."
    (sentence,) = refusal(sheets)
    assert "are of one picture: write the same description." in sentence


# A colleague's later change


def test_later_change_of_a_colleague_stays_where_the_workbook_changes_nothing(sheets: Any) -> None:
    now = without_dish(with_price(Content(), DISH, 250), "Dry Fruit Smoothie")
    outcome = spreadsheet.apply(now, sheets)
    assert (outcome.content, outcome.kept) == (now, [])


def test_later_change_of_the_same_value_stays_and_is_named(sheets: Any) -> None:
    row = row_of(sheets, DISH)
    row[2], row[4:7] = "Berry Shake", [270, 270, 270]
    outcome = spreadsheet.apply(with_price(Content(), DISH, 250), sheets)
    dish = find_dish(outcome.content.file(MENUS["veg"]), "Berry Shake")
    assert dish["prices"] == {"week": 250, "fifteen": 250, "thirty": 250}
    assert outcome.kept == [
        "Veg, Berry Shake: prices ₹250 / ₹250 / ₹250, the workbook has ₹270 / ₹270 / ₹270."
    ]


def test_dish_that_a_colleague_has_changed_does_not_leave(sheets: Any) -> None:
    sheets["Veg"].remove(row_of(sheets, DISH))
    now = with_price(Content(), DISH, 250)
    outcome = spreadsheet.apply(now, sheets)
    assert (outcome.content, outcome.leaving) == (now, [])
    assert outcome.kept == [f"Veg, {DISH}: changed since, the workbook leaves it out."]


def test_dish_that_a_colleague_has_taken_off_does_not_come_back(sheets: Any) -> None:
    row_of(sheets, DISH)[4] = 300
    now = without_dish(Content(), DISH)
    outcome = spreadsheet.apply(now, sheets)
    assert outcome.content == now
    assert outcome.kept == [f"Veg, {DISH}: taken off the menu, the workbook has it changed."]


def test_dish_that_a_colleague_has_added_stays_behind_its_neighbour() -> None:
    sheets = sheets_of(without_dish(Content(), DISH))
    sheets["Veg"].insert(1, sheets["Veg"].pop(2))
    outcome = spreadsheet.apply(Content(), sheets)
    names = [dish["name"] for dish in outcome.content.file(MENUS["veg"])["categories"][0]["items"]]
    assert outcome.kept == []
    assert names[names.index("Dry Fruit Smoothie") + 1] == DISH
    assert names[0] != "Dry Fruit Smoothie"


def test_order_that_a_colleague_has_changed_stays_and_is_named(sheets: Any) -> None:
    menu = Content().file(MENUS["veg"])
    menu["categories"][0]["items"].reverse()
    now = Content().replace(MENUS["veg"], menu)
    sheets["Veg"].insert(1, sheets["Veg"].pop(2))
    outcome = spreadsheet.apply(now, sheets)
    assert (outcome.content, outcome.kept) == (now, ["Veg: the order of the dishes."])


def test_empty_category_of_a_colleague_stays(sheets: Any) -> None:
    menu = Content().file(MENUS["veg"])
    menu["categories"].append({"id": "winter", "title": "Winter", "items": []})
    now = Content().replace(MENUS["veg"], menu)
    assert applied(sheets, now) == now


@pytest.mark.parametrize("downloaded", [[], [["Id"]], [[*HEADINGS], ["idly"]]])
def test_workbook_without_its_download_says_so(sheets: Any, downloaded: Any) -> None:
    sheets["Veg as downloaded"] = downloaded
    assert not spreadsheet.apply(Content(), sheets).is_dated
    del sheets["Veg as downloaded"]
    assert not spreadsheet.apply(Content(), sheets).is_dated


@pytest.mark.parametrize(("count", "is_asked"), [(1, False), (30, True)])
def test_more_than_a_tenth_of_the_dishes_are_named_before_they_leave(
    sheets: Any, count: int, is_asked: bool
) -> None:
    gone = sheets["Veg"][1 : 1 + count]
    del sheets["Veg"][1 : 1 + count]
    expected = [row[2] for row in gone] if is_asked else []
    assert spreadsheet.apply(Content(), sheets).leaving == expected


# The file


def workbook(fill: Any) -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    fill(book.add_worksheet("Veg"))
    book.close()
    return out.getvalue()


def edited(file: bytes, change: Callable[[bytes], bytes], part: str = "sheet1") -> bytes:
    """The workbook with another XML of its first sheet."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, change(text) if name.endswith(f"{part}.xml") else text)
    return out.getvalue()


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 60_000_000)
    return out.getvalue()


def entities() -> bytes:
    """A workbook whose sheet is an entity that grows."""
    lol = b'<!DOCTYPE x [<!ENTITY a "%s"><!ENTITY b "%s">]>' % (b"a" * 1000, b"&a;" * 1000)
    return edited(
        workbook(lambda sheet: sheet.write(0, 0, "x")),
        lambda text: text.replace(b"<worksheet", lol + b"<worksheet").replace(
            b"<sheetData>", b"<sheetData>&b;"
        ),
    )


def long_texts() -> bytes:
    """A small file whose million cells share some texts, one just short enough."""
    return workbook(
        lambda sheet: [
            sheet.write(row, column, "x" * 900) for row in range(500) for column in range(8)
        ]
    )


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (b"", "no XLSX workbook"),
        (b"Id,Category\n", "no XLSX workbook"),
        (b"PK" + b"x" * 3_000_000, "larger than 2 MB"),
        (bomb(), "larger than 40 MB when it is unpacked"),
        (entities(), "no XLSX workbook"),
        (long_texts(), "more than a million letters"),
        (workbook(lambda sheet: sheet.write(5000, 0, "x")), "Veg has more than 5,000 rows"),
    ],
    ids=["empty", "csv", "large", "bomb", "entities", "texts", "rows"],
)
def test_invalid_workbook_is_rejected_with_one_message(file: bytes, message: str) -> None:
    with pytest.raises(DomainError, match=message) as raised:
        spreadsheet.read(file)
    assert raised.value.field == "workbook"


def test_hanging_workbook_reader_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "MAX_SECONDS", 0.0)
    with pytest.raises(DomainError, match="too much memory or time"):
        spreadsheet.read(b"")


@pytest.mark.parametrize("dimension", [b"A1", b"A1:C2", b"XFD1048576"])
def test_rows_outside_a_wrong_used_range_are_read(shipped: Sheets, dimension: bytes) -> None:
    file = edited(
        spreadsheet.write(Content()),
        lambda text: re.sub(
            rb'<dimension ref="[^"]*"/>', b'<dimension ref="%s"/>' % dimension, text
        ),
    )
    assert spreadsheet.read(file) == shipped


def fill_with_others(sheet: Any) -> None:
    sheet.write_row(0, 0, ["text", 2.5, " "])
    sheet.write_boolean(0, 3, True)
    sheet.write_formula(0, 4, "=B1*2", None, 5)
    sheet.write_array_formula("F1:F1", "{=SUM(B1*C1)}", None, 5)
    sheet.write_datetime(0, 6, date(2026, 5, 7), sheet.date)
    sheet.write_string(0, 7, "x" * 1001)
    sheet.write_string(0, 8, "a column that nobody knows")
    sheet.write_blank(9000, 0, None, sheet.date)  # a formatted row


def test_what_is_neither_text_nor_number_is_marked() -> None:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet = book.add_worksheet("Veg")
        sheet.date = book.add_format({"num_format": "dd mmm"})
        fill_with_others(sheet)
        book.add_worksheet("Notes").write(0, 0, "mine")
    assert spreadsheet.read(out.getvalue()) == {
        "Veg": [
            [
                "text",
                2.5,
                None,
                ["true or false"],
                ["a formula"],
                ["a formula"],
                ["a date or time"],
                ["more than 1,000 letters"],
            ]
        ]
    }


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        (b'<c r="A1" t="e"><v>#N/A</v></c>', "an error"),
        (b'<c r="A1"><f t="dataTable" ref="A1:A2" dt2D="1" r1="B1" r2="B2"/><v>3</v></c>', "a formula"),
    ],
)  # fmt: skip
def test_error_or_data_table_is_marked(cell: bytes, what: str) -> None:
    file = edited(
        workbook(lambda sheet: sheet.write(0, 0, 1)),
        lambda text: re.sub(rb"<c r=.*</c>", cell, text),
    )
    assert spreadsheet.read(file) == {"Veg": [[[what]]]}
