"""The menus as a workbook: out and in again, and what is refused."""

import io
import zipfile
from typing import Any

import pytest
import xlsxwriter

from oottam.core.errors import DomainError
from oottam.menu import spreadsheet, workbook_reader
from oottam.menu.content import MENUS, Content
from oottam.menu.differences import compare
from tests.factories.menu import find_dish, with_price, without_dish

pytestmark = pytest.mark.django_db
DISH = "Berry Smoothie"


def sheets_of(content: Content) -> dict[str, list[list[Any]]]:
    return spreadsheet.read(spreadsheet.write(content))


def row_of(sheets: dict[str, list[list[Any]]], name: str) -> list[Any]:
    return next(row for row in sheets["Veg"] if row[2] == name)


@pytest.fixture(scope="module")
def shipped() -> dict[str, list[list[Any]]]:
    return sheets_of(Content())


@pytest.fixture
def sheets(shipped: dict[str, list[list[Any]]]) -> dict[str, list[list[Any]]]:
    return {title: [list(row) for row in rows] for title, rows in shipped.items()}


@pytest.mark.parametrize("content", [Content(), with_price(Content(), DISH, 99.5)])
def test_exported_workbook_imports_unchanged(content: Content) -> None:
    assert spreadsheet.apply(content, sheets_of(content)) == content


def test_an_edited_price_name_and_sentence_are_differences(sheets: Any) -> None:
    row = row_of(sheets, DISH)
    row[2], row[4], row[7] = "Berry Shake", "₹ 1,266".replace("₹ ", "₹"), "Berries."
    after = spreadsheet.apply(Content(), sheets)
    assert [each.sentence for each in compare(Content(), after)] == [
        "Veg menu: Berry Smoothie is called Berry Shake now.",
        "Veg menu: Berry Shake: week ₹266 to ₹1,266.",
        (
            "Sentences of dishes, descriptions, berry-smoothie: "
            "“Strawberries and blueberries blended into a thick pink smoot...” becomes “Berries.”"
        ),
        "Recipes: Berry Shake has one.",
    ]


def test_row_without_an_id_adds_a_dish_and_a_missing_row_removes_one(sheets: Any) -> None:
    sheets["Veg"].remove(row_of(sheets, DISH))
    sheets["Veg"].append([None, "Winter", "Ragi Porridge 2", "veg", 90, 80, 70.5, None])
    menu = spreadsheet.apply(Content(), sheets).file(MENUS["veg"])
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


def test_new_dishes_of_one_name_get_different_ids(sheets: Any) -> None:
    sheets["Veg"] += [[None, "Winter", "Berry Smoothie", "veg", *[None] * 4]] * 2
    items = spreadsheet.apply(Content(), sheets).file(MENUS["veg"])["categories"][-1]["items"]
    assert [dish["id"] for dish in items] == ["berry-smoothie-2", "berry-smoothie-3"]


def test_id_from_any_edition_is_not_reused(sheets: Any) -> None:
    """Browsers and plans hold ids: another dish under one would be ticked or cooked in its place."""
    after = spreadsheet.apply(
        without_dish(Content(), DISH),
        {
            **sheets,
            "Veg": [sheets["Veg"][0], [None, "Winter", DISH, "veg", *[None] * 4]],
        },
    )
    (dish,) = after.file(MENUS["veg"])["categories"][0]["items"]
    assert dish["id"] == "berry-smoothie-2"


def test_new_categories_of_similar_titles_get_different_ids(sheets: Any) -> None:
    for title in ("Winter", "Winter!"):
        sheets["Veg"].append([None, title, f"Ragi Kali {title}", "veg", *[None] * 4])
    categories = spreadsheet.apply(Content(), sheets).file(MENUS["veg"])["categories"]
    assert [each["id"] for each in categories[-2:]] == ["winter", "winter-2"]


@pytest.mark.parametrize(
    ("column", "cell", "message"),
    [
        (4, 0, "Veg, E3 (Week): A price is above 0. Clear all three for “on request”."),
        (4, -5, "E3 (Week): A price is above 0"),
        (4, 10_001, "A price is ₹10,000 at most."),
        (4, "NaN", "Type a price in rupees"),
        (4, 1.001, "E3 (Week): At most two digits after the point."),
        (4, None, "E3 (Week): Fill in all three prices, or none"),
        (6, 9000, "G3 (30 days): 30 days must not cost more per day than 15 days"),
        (3, "egg", "D3 (Mark): it has to be veg or nonveg."),
        (2, " ", "C3 (Dish): it is empty."),
        (0, "idly", "A3 (Id): idly is no dish of this menu."),
        (0, "dry-fruit-smoothie", "A3 (Id): dry-fruit-smoothie is there twice."),
    ],
)
def test_invalid_cell_is_named_and_the_draft_unchanged(
    sheets: Any, column: int, cell: Any, message: str
) -> None:
    row_of(sheets, DISH)[column] = cell
    with pytest.raises(DomainError) as raised:
        spreadsheet.apply(Content(), sheets)
    assert message in str(raised.value)


def test_sheet_with_unknown_columns_is_rejected(sheets: Any) -> None:
    sheets["Veg"][0][4] = "Price"
    with pytest.raises(DomainError, match="the first row has to be Id, Category, Dish"):
        spreadsheet.apply(Content(), sheets)
    with pytest.raises(DomainError, match="none of the sheets Veg, Non-veg, Tray"):
        spreadsheet.apply(Content(), {"Sheet1": []})


def workbook(fill: Any) -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    fill(book.add_worksheet("Veg"))
    book.close()
    return out.getvalue()


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 60_000_000)
    return out.getvalue()


def entities() -> bytes:
    """A workbook whose sheet is an entity that grows."""
    source, out = workbook(lambda sheet: sheet.write(0, 0, "x")), io.BytesIO()
    lol = b'<!DOCTYPE x [<!ENTITY a "%s"><!ENTITY b "%s">]>' % (b"a" * 1000, b"&a;" * 1000)
    with zipfile.ZipFile(io.BytesIO(source)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                text = text.replace(b"<worksheet", lol + b"<worksheet").replace(
                    b"<sheetData>", b"<sheetData>&b;"
                )
            new.writestr(name, text)
    return out.getvalue()


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (b"", "no XLSX workbook"),
        (b"Id,Category\n", "no XLSX workbook"),
        (b"PK" + b"x" * 3_000_000, "larger than 2 MB"),
        (bomb(), "larger than 40 MB when it is unpacked"),
        (entities(), "no XLSX workbook"),
        (
            workbook(lambda sheet: sheet.write_formula(2, 4, "=E1*1.05")),
            "E3 of Veg holds a formula",
        ),
        (workbook(lambda sheet: sheet.write(5000, 0, "x")), "Veg has more than 5,000 rows"),
    ],
    ids=["empty", "csv", "large", "bomb", "entities", "formula", "rows"],
)
def test_invalid_workbook_is_rejected_with_one_message(file: bytes, message: str) -> None:
    with pytest.raises(DomainError, match=message) as raised:
        spreadsheet.read(file)
    assert raised.value.field == "workbook"


def test_hanging_workbook_reader_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "MAX_SECONDS", 0.0)
    with pytest.raises(DomainError, match="too much memory or time"):
        spreadsheet.read(b"")


def test_cells_of_other_types_are_read_as_text() -> None:
    file = workbook(lambda sheet: (sheet.write_boolean(0, 0, True), sheet.write_number(0, 1, 2.5)))
    assert workbook_reader.read(file)["Veg"][0][:2] == [True, 2.5]
