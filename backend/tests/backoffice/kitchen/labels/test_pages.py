"""The page that offers a day's labels, and their PDF."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.accounts.roles import Role
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.schedule.models import Choice, Meal
from tests.backoffice.kitchen.labels.pdf_text import Document
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.kitchen import (
    EGGS_OR_SPROUTS,
    LUNCH,
    MONDAY,
    SUNDAY_EVENING,
    Boxes,
    make_dish,
    make_eggs_or_sprouts,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
PAGE = "/backoffice/kitchen/2026-12-07/labels/"
PDF = "/backoffice/kitchen/2026-12-07/labels.pdf"
TEST_PAGE = "/backoffice/kitchen/labels/test.pdf"
A4, ROLL = {(210, 297)}, {(50, 50)}


@pytest.fixture
def boxes() -> Boxes:
    return Boxes()


@pytest.fixture
def kitchen() -> Client:
    return logged_in(make_staff_account("meena", Role.KITCHEN))


def names(client: Client, query: str = "") -> list[str]:
    """Return the names on the labels, in order."""
    return [
        person
        for text in document(client, PDF + query).labels
        for person in PEOPLE
        if person in text
    ]


def document(client: Client, address: str) -> Document:
    answer: Any = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Cache-Control"] == "no-store"
    return Document(b"".join(answer))


def offered(client: Client, query: str = "") -> list[tuple[str, str, str]]:
    """Return what the page offers to print: label, count, address."""
    page = client.get(PAGE + query).content.decode()
    row = r"<strong>(.*?)</strong><br>(.*?)</div>\s*<a class=\"button[^>]*href=\"(.*?)\""
    return [
        (what, count, link.replace("&amp;", "&")) for what, count, link in re.findall(row, page)
    ]


PEOPLE = ("Asha", "Bala", "Chitra", "Devi")


def several(boxes: Boxes) -> None:
    """Two lunches and two dinners; Asha's box was changed after the cut-off."""
    item = make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS], diet="any", name="Asha")
    boxes.add(["Idli"], name="Bala")
    boxes.add(["Idli"], name="Chitra", meal=Meal.DINNER)
    boxes.add(["Idli"], name="Devi", meal=Meal.DINNER)
    take_due_snapshots(SUNDAY_EVENING)
    Choice.objects.create(
        date=MONDAY,
        meal=LUNCH,
        item=item,
        chosen=make_dish("Sprouts Salad"),
        by=make_staff_account("mani", Role.KITCHEN),
        at=SUNDAY_EVENING + timedelta(hours=2),
    )


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["Asha", "Bala", "Chitra", "Devi"]),
        ("?meal=2", ["Asha", "Bala"]),
        ("?meal=3", ["Chitra", "Devi"]),
        ("?only=changed", ["Asha"]),
        ("?meal=9&only=nothing&from=x&stock=none", ["Asha", "Bala", "Chitra", "Devi"]),
    ],
)
def test_the_pdf_has_the_filtered_labels(
    kitchen: Client, boxes: Boxes, query: str, expected: list[str]
) -> None:
    several(boxes)
    assert names(kitchen, query) == expected


def test_the_shop_s_paper_is_the_default(kitchen: Client, boxes: Boxes, settings: Any) -> None:
    boxes.add(["Idli"])
    assert document(kitchen, PDF).sizes == A4
    assert document(kitchen, f"{PDF}?stock=50x50").sizes == ROLL
    settings.LABEL_STOCK = "50x50"
    assert document(kitchen, PDF).sizes == ROLL


def test_a_started_sheet_is_continued_at_a_valid_place(kitchen: Client, boxes: Boxes) -> None:
    boxes.add(["Idli"])

    def begins(query: str) -> tuple[float, float]:
        shown = document(kitchen, PDF + query).pages[0][0]
        return shown.ink[:2]

    assert begins("?from=2")[0] > begins("")[0]
    assert begins("?from=22") == begins("?from=0") == begins("")
    assert begins("?stock=50x50&from=2") == begins("?stock=50x50")


def test_the_setting_shifts_the_page(kitchen: Client, boxes: Boxes, settings: Any) -> None:
    boxes.add(["Idli"])
    pages = []
    for settings.LABEL_SHIFT in ((0, 0), (1, 0)):
        pages.append(
            [document(kitchen, address).pages[0][0].ink[0] for address in (PDF, TEST_PAGE)]
        )
    assert [later - first for first, later in zip(*pages, strict=True)] == pytest.approx(
        [2.83, 2.83], abs=0.02
    )


def test_a_day_without_labels_says_so(kitchen: Client) -> None:
    answer = kitchen.get(PDF, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    page = answer.content.decode()
    assert "There are no such labels on this day." in page
    assert "No boxes on Monday 7 December" in page


@pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0000-01-01", "today", "20261207"])
def test_an_invalid_day_has_no_labels(kitchen: Client, day: str) -> None:
    assert kitchen.get(f"/backoffice/kitchen/{day}/labels/").status_code == 404


@pytest.mark.parametrize("day", [date.min, date.max])
def test_the_first_and_last_day_of_the_calendar_have_labels_pages(
    kitchen: Client, day: date
) -> None:
    assert kitchen.get(f"/backoffice/kitchen/{day.isoformat()}/labels/").status_code == 200


def test_the_page_offers_all_labels_each_meal_and_changed_ones(
    kitchen: Client, boxes: Boxes
) -> None:
    several(boxes)
    assert offered(kitchen) == [
        ("All labels", "4 boxes on about 1 sheet", f"{PDF}?stock=a4-21"),
        ("Lunch", "2 boxes on about 1 sheet", f"{PDF}?stock=a4-21&meal=2"),
        ("Dinner", "2 boxes on about 1 sheet", f"{PDF}?stock=a4-21&meal=3"),
        ("Changed since the cut-off", "1 box on about 1 sheet", f"{PDF}?stock=a4-21&only=changed"),
    ]


@pytest.mark.both_databases
def test_a_single_meal_is_not_offered_twice(kitchen: Client, boxes: Boxes) -> None:
    boxes.add(["Idli"])
    assert [what for what, *_ in offered(kitchen)] == ["All labels"]


def test_offered_links_preserve_paper_and_place(kitchen: Client, boxes: Boxes) -> None:
    boxes.add(["Idli"], number=3)
    assert offered(kitchen, "?from=20") == [
        ("All labels", "3 boxes on about 2 sheets", f"{PDF}?stock=a4-21&from=20")
    ]
    assert offered(kitchen, "?stock=100x50&from=20") == [
        ("All labels", "3 boxes", f"{PDF}?stock=100x50")
    ]


@pytest.mark.both_databases
@pytest.mark.parametrize("address", [PAGE, PDF])
def test_many_labels_take_no_more_queries_than_few(
    kitchen: Client, boxes: Boxes, address: str
) -> None:
    several(boxes)
    counts = []
    for _ in range(2):
        boxes.add([EGGS_OR_SPROUTS, "Vada"], number=4, allergens=["milk"], note="Mild")
        with CaptureQueriesContext(connection) as asked:
            assert kitchen.get(address).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("stock", ["a4-21", "100x50", "50x50"])
def test_each_paper_has_a_test_page(kitchen: Client, stock: str) -> None:
    first = document(kitchen, f"{TEST_PAGE}?stock={stock}").labels[0]
    assert first.startswith("1 ")
    assert "LABEL_SHIFT=-1,-2" in first
