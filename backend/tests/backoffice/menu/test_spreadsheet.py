"""The page of the workbook: down, up as differences, and into the draft once accepted."""

import io
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from oottam.accounts.roles import Role
from oottam.menu import drafts, spreadsheet
from oottam.menu.content import Content
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import edit_price, with_price

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


def price() -> float:
    found: float = drafts.load().content.file("catalogue/veg.json")["categories"][0]["items"][1][
        "prices"
    ]["week"]
    return found


def test_downloaded_workbook_uploads_without_changes(client: Client) -> None:
    response = client.get(reverse("backoffice:menu-spreadsheet-file"))
    assert response["Content-Disposition"] == 'attachment; filename="menu.xlsx"'
    assert spreadsheet.apply(Content(), spreadsheet.read(response.content)) == Content()
    assert "No differences" in upload(client, response.content).content.decode()


def test_changed_workbook_is_previewed_before_it_is_stored(client: Client) -> None:
    page = upload(client, spreadsheet.write(with_price(Content(), DISH, 270))).content.decode()
    assert "Berry Smoothie: week ₹266 to ₹270" in page
    assert (price(), drafts.load().revision) == (266, 0)
    response = client.post(ACCEPT, fields_of(page))
    assert response["Location"] == reverse("backoffice:menu-differences")
    assert price() == 270


def test_price_change_by_more_than_half_needs_one_confirmation(client: Client) -> None:
    page = upload(client, spreadsheet.write(with_price(Content(), DISH, 26))).content.decode()
    assert "Berry Smoothie, week: ₹266 to ₹26" in page
    again = client.post(ACCEPT, fields_of(page))
    assert (again.status_code, price()) == (422, 266)
    client.post(ACCEPT, {**fields_of(again.content.decode()), "large": "on"})
    assert price() == 26


def test_draft_changed_meanwhile_is_compared_again(client: Client) -> None:
    page = upload(client, spreadsheet.write(with_price(Content(), DISH, 270))).content.decode()
    edit_price("Dry Fruit Smoothie", 250)
    response = client.post(ACCEPT, fields_of(page))
    assert response.status_code == 409
    assert "Dry Fruit Smoothie: week ₹250 to ₹273" in response.content.decode()
    assert price() == 266


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
    page = upload(client, spreadsheet.write(with_price(Content(), DISH, 270))).content.decode()
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
    sheet.write_row(0, 0, spreadsheet.HEADINGS)
    sheet.write_row(1, 0, ["", "Winter", "Ragi Kali", "veg", 0, 0, 0, ""])
    book.close()
    assert "Veg, E2 (Week): A price is above 0" in upload(client, out.getvalue()).content.decode()
