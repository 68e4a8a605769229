"""The page of the workbook: down, up as differences, and into the draft once accepted."""

import io
import re
import threading
from typing import Any
from unittest import mock

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from oottam.accounts.roles import Role
from oottam.backoffice.menu import spreadsheet as spreadsheet_module
from oottam.core import child_program
from oottam.menu import drafts, spreadsheet
from oottam.menu.content import Content
from oottam.menu.workbook_rows import HEADINGS
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import edit_price, find_dish, with_price

pytestmark = pytest.mark.django_db
DISH = "Berry Smoothie"
READ, ACCEPT = (reverse(f"backoffice:menu-spreadsheet-{name}") for name in ("read", "accept"))


@pytest.fixture
def client() -> Client:
    return logged_in(make_staff_account("priya", Role.DESK))


def upload(client: Client, file: bytes) -> Any:
    return client.post(READ, {"workbook": SimpleUploadedFile("menu.xlsx", file)})


def fields_of(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def with_typed(rupees: float) -> bytes:
    """The downloaded workbook with other prices of DISH."""
    book, out = openpyxl.load_workbook(io.BytesIO(spreadsheet.write(Content()))), io.BytesIO()
    for column in "EFG":
        book["Veg"][f"{column}3"] = rupees
    book.save(out)
    return out.getvalue()


def compare(client: Client, sheets: dict[str, list[list[Any]]]) -> str:
    """The page of a workbook with these cells."""
    with mock.patch.object(spreadsheet, "read", return_value=sheets):
        return str(upload(client, b"a workbook").content.decode())


def price(name: str = DISH) -> float:
    menu = drafts.load().content.file("catalogue/veg.json")
    found: float = find_dish(menu, name)["prices"]["week"]
    return found


def has_dish(name: str = DISH) -> bool:
    menu = drafts.load().content.file("catalogue/veg.json")
    return any(dish["name"] == name for each in menu["categories"] for dish in each["items"])


def test_downloaded_workbook_uploads_without_changes(client: Client) -> None:
    response = client.get(reverse("backoffice:menu-spreadsheet-file"))
    assert response["Content-Disposition"] == 'attachment; filename="menu.xlsx"'
    assert spreadsheet.apply(Content(), spreadsheet.read(response.content)).content == Content()
    assert "No changes" in upload(client, response.content).content.decode()


def test_changed_workbook_is_previewed_before_it_is_stored(client: Client) -> None:
    page = upload(client, with_typed(270)).content.decode()
    assert "Berry Smoothie: week ₹266 to ₹270" in page
    assert (price(), drafts.load().revision) == (266, 0)
    response = client.post(ACCEPT, fields_of(page))
    assert response["Location"] == reverse("backoffice:menu-differences")
    assert price() == 270


def test_price_change_by_more_than_half_needs_one_confirmation(client: Client) -> None:
    page = upload(client, with_typed(26)).content.decode()
    assert "Berry Smoothie, week: ₹266 to ₹26" in page
    again = client.post(ACCEPT, fields_of(page))
    assert (again.status_code, price()) == (422, 266)
    client.post(ACCEPT, {**fields_of(again.content.decode()), "large": "on"})
    assert price() == 26


def test_draft_changed_meanwhile_is_compared_again(client: Client) -> None:
    page = upload(client, with_typed(270)).content.decode()
    edit_price("Dry Fruit Smoothie", 250)
    response = client.post(ACCEPT, fields_of(page))
    assert response.status_code == 409
    page = response.content.decode()
    assert "Berry Smoothie: week ₹266 to ₹270" in page
    assert "Dry Fruit Smoothie" not in page
    assert price() == 266
    client.post(ACCEPT, fields_of(page))
    assert (price(), price("Dry Fruit Smoothie")) == (270, 250)


def test_workbook_that_is_refused_says_that_it_was_not_read(client: Client) -> None:
    page = upload(client, b"no workbook").content.decode()
    assert "<strong>Not read.</strong>" in page
    assert "Not saved" not in page


def test_value_that_a_colleague_has_changed_since_the_download_stays_and_is_shown(
    client: Client,
) -> None:
    edit_price(DISH, 250)
    file = spreadsheet.write(Content())
    sheets = spreadsheet.read(file)
    assert "No changes" in upload(client, file).content.decode()
    sheets["Veg"][2][4:7] = [270, 260, 250]
    page = compare(client, sheets)
    assert "Changed by a colleague since your download" in page
    assert "Veg, Berry Smoothie: prices ₹250 / ₹250 / ₹250, the workbook has" in page


def test_more_than_a_tenth_of_the_dishes_leave_once_it_is_ticked(client: Client) -> None:
    sheets = spreadsheet.read(spreadsheet.write(Content()))
    del sheets["Veg"][2:]
    page = compare(client, sheets)
    assert f"<li>{DISH}</li>" in page
    again = client.post(ACCEPT, fields_of(page))
    assert (again.status_code, price()) == (422, 266)
    client.post(ACCEPT, {**fields_of(again.content.decode()), "leaving": "on"})
    assert not has_dish()


def test_ticks_are_kept_while_another_one_is_missing(client: Client) -> None:
    sheets = spreadsheet.read(spreadsheet.write(Content()))
    sheets["Veg"][2][4:7] = [26, 25, 24]
    page = compare(client, {"Veg": sheets["Veg"]})
    again = client.post(ACCEPT, {**fields_of(page), "large": "on"})
    assert again.status_code == 422
    ticked = re.findall(r'<input type="checkbox" name="(\w+)"[^>]* checked', again.content.decode())
    assert ticked == ["large"]


def test_workbook_of_another_program_without_its_download_asks_once(client: Client) -> None:
    sheets = spreadsheet.read(spreadsheet.write(with_price(Content(), DISH, 270)))
    page = compare(client, {"Veg": sheets["Veg"]})
    assert "This workbook does not say when it was downloaded" in page
    assert (client.post(ACCEPT, fields_of(page)).status_code, price()) == (422, 266)
    client.post(ACCEPT, {**fields_of(page), "undated": "on"})
    assert price() == 270


def test_workbook_is_told_to_come_back_while_others_are_read(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_program, "_places", threading.BoundedSemaphore(1))
    with child_program._places:
        response = upload(client, spreadsheet.write(Content()))
    assert response.status_code == 422
    assert child_program.BUSY in response.content.decode()


def test_workbook_that_no_form_can_carry_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spreadsheet_module, "MAX_SIGNED", 100)
    response = upload(client, with_typed(270))
    assert response.status_code == 422
    assert "Send its sheets one by one." in response.content.decode()


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"Id,Category", "no XLSX workbook"),
        (b"PK" + b"x" * 2_200_000, "larger than 2 MB"),
        (b"", "empty"),
    ],
    ids=["csv", "large", "empty"],
)
def test_invalid_workbook_is_rejected_with_one_message(
    client: Client, file: bytes, sentence: str
) -> None:
    response = upload(client, file)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert drafts.load().revision == 0


def test_missing_file_or_tampered_cells_are_not_stored(client: Client) -> None:
    assert client.post(READ, {}).status_code == 422
    page = upload(client, with_typed(270)).content.decode()
    forged = {**fields_of(page), "sheets": fields_of(page)["sheets"][:-2] + "xx"}
    response = client.post(ACCEPT, forged)
    assert response.status_code == 422
    assert "Send the workbook again" in response.content.decode()
    assert price() == 266


def test_error_in_a_sheet_names_its_cell(client: Client) -> None:
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("Veg")
    sheet.write_row(0, 0, HEADINGS)
    sheet.write_row(1, 0, ["", "Winter", "Ragi Kali", "veg", 0, 0, 0, ""])
    book.close()
    assert "Veg, E2 (Week): A price is above 0" in upload(client, out.getvalue()).content.decode()
