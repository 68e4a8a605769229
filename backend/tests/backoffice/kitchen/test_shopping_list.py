"""The page of the shopping list."""

import re
from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.backoffice.kitchen.shopping import format_amount, format_weight
from oottam.schedule.models import Ingredient
from tests.factories.kitchen import MONDAY, Boxes, make_dish

pytestmark = pytest.mark.django_db
BEGIN = "/backoffice/kitchen/shopping/"


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    shown = re.sub(r"<[^>]+>", " ", answer.content.decode().partition("<main")[2])
    return re.sub(r"\s+", " ", shown)


@pytest.mark.parametrize(
    ("asked", "days"),
    [
        ({}, "2026-12-07/2026-12-07"),
        ({"from": "2026-12-09"}, "2026-12-09/2026-12-09"),
        ({"from": "2026-12-09", "to": "2026-12-12"}, "2026-12-09/2026-12-12"),
        ({"from": "x", "to": "2026-02-31"}, "2026-12-07/2026-12-07"),
        ({"from": "2026-12-09", "to": "2026-12-01"}, "2026-12-09/2026-12-09"),
    ],
)
def test_the_shopping_form_redirects_to_the_requested_days(
    meena: Client, asked: dict[str, str], days: str
) -> None:
    assert meena.get(BEGIN, asked)["Location"] == f"{BEGIN}{days}/"


def test_purchases_are_grouped_with_the_needed_amounts(meena: Client, boxes: Boxes) -> None:
    make_dish("Rice", grams={"rice": 150, "milk": 30})
    Ingredient.objects.filter(key="test-rice").update(
        group="Grains", unit="kg", step=Decimal("0.5"), step_grams=500
    )
    Ingredient.objects.filter(key="test-milk").update(
        group="Dairy", unit="packet", step=1, step_grams=200
    )
    boxes.add(["Rice", "Puttu Roll"], number=8)
    shown = text(meena, f"{BEGIN}{MONDAY}/{MONDAY}/")
    assert "For 16 portions as ordered now" in shown
    assert "Grains Ingredient Buy Needed Rice 1.5 kg 1.2 kg" in shown
    assert "Dairy Ingredient Buy Needed Milk 2 packets 240 g" in shown
    assert "These dishes have no recipe: Puttu Roll 8 portions" in shown


def test_days_without_boxes_have_nothing_to_buy(meena: Client) -> None:
    assert "Nothing to buy" in text(meena, f"{BEGIN}{MONDAY}/{MONDAY}/")


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        (date(2026, 12, 7), date(2026, 12, 6), "The last day is before the first."),
        (date(2026, 12, 7), date(2027, 1, 7), "Choose at most 31 days."),
    ],
)
def test_invalid_days_are_refused_with_a_message(
    meena: Client, first: date, last: date, sentence: str
) -> None:
    assert sentence in text(meena, f"{BEGIN}{first}/{last}/")


@pytest.mark.parametrize(
    ("grams", "written"),
    [
        ("0.5", "0.5 g"),
        ("180.4", "180 g"),
        ("999.5", "1,000 g"),
        ("1234", "1.23 kg"),
        ("2000", "2 kg"),
    ],
)
def test_weights_are_formatted_in_grams_or_kilograms(grams: str, written: str) -> None:
    assert format_weight(Decimal(grams)) == written


@pytest.mark.parametrize(
    ("quantity", "unit", "written"),
    [
        ("1.50", "kg", "1.5 kg"),
        ("1", "loaf", "1 loaf"),
        ("3", "loaf", "3 loaves"),
        ("2", "bunch", "2 bunches"),
        ("12.00", "piece", "12 pieces"),
        ("1000", "ml", "1,000 ml"),
    ],
)
def test_amounts_are_formatted_in_shopping_units(quantity: str, unit: str, written: str) -> None:
    assert format_amount(Decimal(quantity), unit) == written


def test_the_shopping_list_runs_five_queries(meena: Client, boxes: Boxes) -> None:
    for name in ("Rice", "Dal", "Curd"):
        make_dish(name, grams={name.lower(): 50})
        boxes.add([name])
        with CaptureQueriesContext(connection) as asked:
            meena.get(f"{BEGIN}{MONDAY}/{MONDAY}/")
        assert len(asked) == 5
