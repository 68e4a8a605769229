"""The page of the combos' price and discounts."""

import json
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from oottam.menu import combos, drafts
from oottam.menu.combos import ComboPrices, Discount
from oottam.menu.content import shipped
from tests.backoffice.menu.conftest import text_of
from tests.factories.accounts import make_desk_client

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/menu/combos/"
SHOWN = {"price": "375", "meals-0": "15", "off-0": "585", "meals-1": "30", "off-1": "2010"}


@pytest.fixture
def client() -> Client:
    return make_desk_client()


def fields(**changed: str) -> dict[str, str]:
    names = ("price", *(f"{name}-{at}" for at in range(4) for name in ("meals", "off")))
    shown = {name: SHOWN.get(name, "") for name in names}
    initial = {f"initial-{name}": value for name, value in shown.items()}
    typed = {name.replace("_", "-"): value for name, value in changed.items()}
    return {**initial, **shown, **typed}


def rules() -> Any:
    return drafts.load().content.file("rules.json")


def combo_prices() -> set[float]:
    menu = drafts.load().content.file("catalogue/weekly-menu.json")
    return {
        entry["comboPrice"]
        for week in range(1, 5)
        for entries in menu[f"week{week}"].values()
        for entry in entries
    }


def test_the_price_is_stored_in_both_files(client: Client) -> None:
    assert client.post(PAGE, fields(price="399.50")).status_code == 302
    assert (rules()["combos"]["itemPrice"], combo_prices()) == (399.5, {399.5})


def test_examples_show_what_customers_pay(client: Client) -> None:
    page = text_of(client.get(PAGE))
    for meals, paid in (
        (6, "2,250"),
        (14, "5,250"),
        (15, "5,040"),
        (29, "10,290"),
        (30, "9,240"),
        (72, "24,990"),
    ):
        assert f'<th scope="row">{meals}</th>' in page
        assert f"<strong>₹{paid}</strong>" in page


def test_discounts_are_changed_added_and_taken_away(client: Client) -> None:
    assert client.post(PAGE, fields(meals_2="60", off_2="5000")).status_code == 302
    assert rules()["combos"]["discounts"][2] == {"fromItems": 60, "off": 5000}
    initial = {"initial-meals-2": "60", "initial-off-2": "5000"}
    refused = client.post(PAGE, fields(**initial, meals_2="", off_2=""))
    assert "The discount from 60 meals, ₹5,000 to none" in text_of(refused)
    client.post(PAGE, fields(**initial, meals_2="", off_2="", confirmed="off-2=none"))
    assert len(rules()["combos"]["discounts"]) == 2


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"price": "0"}, "above 0"),
        ({"price": "-5"}, "above 0"),
        ({"price": ""}, "Type a price"),
        ({"price": "10001"}, "10,000 at most"),
        ({"meals_0": "5"}, "From 6 to 72 meals"),
        ({"meals_1": "73"}, "From 6 to 72 meals"),
        ({"meals_1": "15"}, "More meals than in the line above (15)."),
        ({"off_1": "585"}, "More than in the line above (₹585)."),
        ({"off_0": "0"}, "above 0"),
        ({"off_0": "5625"}, "15 meals cost ₹5,625: take off less than that."),
        ({"off_0": ""}, "Fill in both fields"),
        ({"meals_0": "ten"}, "Type a whole number"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(
    client: Client, changed: dict[str, str], sentence: str
) -> None:
    answer = client.post(PAGE, fields(**changed, confirmed="off-0=5625"))
    assert (answer.status_code, text_of(answer).count(sentence)) == (422, 2)
    assert drafts.load().revision == 0


def test_no_discount_at_all_is_refused(client: Client) -> None:
    answer = client.post(PAGE, fields(meals_0="", off_0="", meals_1="", off_1=""))
    assert (answer.status_code, "Keep one discount" in text_of(answer)) == (422, True)


def test_a_large_change_asks_once_and_shows_what_it_would_cost(client: Client) -> None:
    answer = client.post(PAGE, fields(price="600"))
    page = text_of(answer)
    assert (answer.status_code, "A meal, ₹375 to ₹600" in page) == (422, True)
    assert "<strong>₹3,600</strong>" in page
    assert drafts.load().revision == 0
    assert client.post(PAGE, fields(price="600", confirmed="price=600")).status_code == 302


def test_a_conflict_keeps_what_was_typed(client: Client) -> None:
    shown = combos.prices_of(drafts.load().content)
    changed = ComboPrices(
        shown.price + 5, (Discount(16, shown.discounts[0].off), shown.discounts[1])
    )
    combos.save(shown=shown, typed=changed, actor=None, now=timezone.now())
    answer = client.post(PAGE, fields(price="390"))
    page = text_of(answer)
    assert answer.status_code == 409
    assert "A colleague has since changed this to “380”." in page
    assert 'name="price" value="390"' in page
    assert 'name="meals-0" value="16"' in page
    again = fields(price="390", meals_0="16", **{"initial-price": "380", "initial-meals-0": "16"})
    assert client.post(PAGE, again).status_code == 302
    assert rules()["combos"]["discounts"][0]["fromItems"] == 16


def test_a_discount_that_a_colleague_removed_is_not_stored_again(client: Client) -> None:
    shown = combos.prices_of(drafts.load().content)
    changed = ComboPrices(shown.price, shown.discounts[:1])
    confirmed = ["off-1=none"]
    combos.save(shown=shown, typed=changed, confirmed=confirmed, actor=None, now=timezone.now())
    answer = client.post(PAGE, fields(price="390"))
    posted = answer.context["form"].data
    again = {name: posted.get(name, "") for name in fields()}
    assert (answer.status_code, again["off-1"], again["initial-off-1"]) == (409, "", "")
    assert client.post(PAGE, again).status_code == 302
    assert combos.prices_of(drafts.load().content) == ComboPrices(Decimal(390), shown.discounts[:1])


def test_a_forged_post_changes_no_other_number(client: Client) -> None:
    forged = fields(
        price="380", minimumItems="1", days="1", weeks="1", tiers="[]", **{"meals-9": "7"}
    )
    client.post(PAGE, forged)
    now, before = rules(), json.loads(json.dumps(shipped("rules.json")))
    before["combos"]["itemPrice"] = 380
    assert now == before
