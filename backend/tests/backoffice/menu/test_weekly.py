"""The weekly menu's page: a week as a grid, pictures, a week copied, two days swapped."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from oottam.catalogue.meals import MEALS
from oottam.core.merging import Edit
from oottam.menu import drafts, weekly
from oottam.menu.weekly import WeeklyCell
from tests.backoffice.menu.conftest import text_of
from tests.factories.accounts import make_desk_client

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/menu/weekly/"
NAME, PROTEIN = "breakfast-0-0-name", "breakfast-0-0-protein"
SHOWN = {NAME: "Idli / Podi Idli", PROTEIN: "11g"}


@pytest.fixture
def client() -> Client:
    return make_desk_client()


def slot(day: int = 0, meal: str = "breakfast", week: int = 1) -> Any:
    return drafts.load().content.file("catalogue/weekly-menu.json")[f"week{week}"][meal][day]


def fields(**changed: str) -> dict[str, str]:
    shown = {f"shown-{name}": value for name, value in SHOWN.items()}
    return {**shown, **SHOWN, **{name.replace("_", "-"): value for name, value in changed.items()}}


def change(name: str, shown: str, typed: str, field: str = "name") -> None:
    """A colleague's change of Monday's first breakfast item."""
    cell = WeeklyCell(1, "breakfast", 0, 0, field)
    weekly.save([Edit(cell, shown, typed)], actor=None, now=timezone.now())


def test_each_week_shows_its_36_items(client: Client) -> None:
    for week in (1, 4):
        page = text_of(client.get(f"{PAGE}?week={week}"))
        assert len(re.findall(r'data-was="[^"]+"', page)) == 72
        assert f"Save week {week}" in page


def test_what_was_changed_is_stored_and_a_known_dish_brings_its_picture(client: Client) -> None:
    answer = client.post(
        PAGE, fields(breakfast_0_0_name="Ragi Dosa/Adai", breakfast_0_0_protein="12")
    )
    assert (answer.status_code, answer["Location"]) == (302, f"{PAGE}?week=1")
    assert slot()["items"][0] == {"img": "ragi-dosa", "name": "Ragi Dosa / Adai", "protein": "12g"}
    assert slot()["comboPrice"] == 375


def test_a_name_without_a_picture_of_its_own_is_named(client: Client) -> None:
    answer = client.post(PAGE, fields(breakfast_0_0_name="Rava Kesari"), follow=True)
    assert "Look at the picture of Rava Kesari: it stayed as it was." in text_of(answer)
    assert slot()["items"][0]["img"] == "idli-sambar"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"breakfast_0_0_name": " "}, "Write what it is."),
        ({"breakfast_0_0_name": "Idli /"}, "before and after each"),
        ({"breakfast_0_0_name": "x" * 81}, "80 letters at most; these are 81"),
        ({"breakfast_0_0_name": "Idli + Vada"}, "Write “and” for “+”"),
        ({"breakfast_0_0_protein": "much"}, "Type grams from 1 to 99"),
        ({"breakfast_0_0_protein": "100g"}, "Type grams from 1 to 99"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(
    client: Client, changed: dict[str, str], sentence: str
) -> None:
    typed = {"breakfast_0_0_name": "Ragi Dosa", **changed}
    answer = client.post(PAGE, fields(**typed))
    page = text_of(answer)
    assert (answer.status_code, page.count(sentence)) == (422, 2)
    assert 'aria-invalid="true"' in page
    assert f'value="{typed["breakfast_0_0_name"].strip() or " "}"' in page
    assert drafts.load().revision == 0


def test_a_conflict_shows_both_values_and_saving_again_takes_what_was_typed(client: Client) -> None:
    change("name", "Idli / Podi Idli", "Poha")
    change("protein", "11g", "10g", "protein")
    answer = client.post(PAGE, fields(breakfast_0_0_name="Ragi Dosa"))
    page = text_of(answer)
    assert (answer.status_code, "A colleague has since changed this to “Poha”." in page) == (
        409,
        True,
    )
    assert 'name="breakfast-0-0-name" value="Ragi Dosa" data-was="Poha"' in page
    assert 'name="breakfast-0-0-protein" value="10g" data-was="10g"' in page
    again = {f"shown-{NAME}": "Poha", NAME: "Ragi Dosa"}
    assert client.post(PAGE, again).status_code == 302
    assert (slot()["items"][0]["name"], slot()["items"][0]["protein"]) == ("Ragi Dosa", "10g")


def test_names_are_text(client: Client) -> None:
    client.post(PAGE, fields(breakfast_0_0_name="<b>Idli<b>"))
    page = client.get(PAGE).content.decode()
    assert "&lt;b&gt;Idli&lt;b&gt;" in page
    assert "<b>Idli" not in page


def test_a_picture_is_chosen_from_known_ones(client: Client) -> None:
    page = f"{PAGE}1/breakfast/1/1/"
    assert "Picture of Idli / Podi Idli" in text_of(client.get(page))
    sent = {"initial-picture": "idli-sambar", "picture": "ragi-dosa"}
    assert client.post(page, {**sent, "picture": "none-of-them"}).status_code == 422
    assert client.post(page, sent)["Location"] == f"{PAGE}?week=1"
    assert slot()["items"][0]["img"] == "ragi-dosa"
    assert client.post(page, {**sent, "picture": "millet-pongal"}).status_code == 409
    assert client.get(f"{PAGE}1/breakfast/7/1/").status_code == 404
    assert client.get(f"{PAGE}5/breakfast/1/1/").status_code == 404


def seen_on(page: str) -> str:
    found: list[str] = re.findall(r'name="seen" value="(\w+)"', page)
    return found[-1]


def test_a_week_is_copied_once_what_it_replaces_was_shown(client: Client) -> None:
    shown = client.get(f"{PAGE}copy?week=1&to=3").content.decode()
    assert "Monday breakfast" in shown
    assert slot(week=3) != slot(week=1)
    sent = {"week": "1", "to": "3", "seen": seen_on(shown)}
    assert client.post(f"{PAGE}copy", {**sent, "seen": "other"}).status_code == 409
    assert client.post(f"{PAGE}copy", sent)["Location"] == f"{PAGE}?week=3"
    file = drafts.load().content.file("catalogue/weekly-menu.json")
    assert file["week3"] == file["week1"]
    assert "The two weeks are alike" in text_of(client.get(f"{PAGE}copy?week=1&to=3"))


def test_two_days_are_swapped_in_all_meals(client: Client) -> None:
    before = [slot(day, meal) for meal in MEALS for day in (0, 5)]
    seen = seen_on(client.get(PAGE).content.decode())
    sent = {"week": "1", "one": "0", "other": "5", "seen": seen}
    assert client.post(f"{PAGE}swap", {**sent, "other": "0"}).status_code == 422
    client.post(f"{PAGE}swap", sent)
    after = [slot(day, meal) for meal in MEALS for day in (5, 0)]
    assert [each["items"] for each in after] == [each["items"] for each in before]
    assert [each["day"] for each in after] == ["Saturday", "Monday"] * 3
    answer = client.post(f"{PAGE}swap", sent, follow=True)  # of a page that is old now
    assert "A colleague has changed this in the meantime" in text_of(answer)
    assert slot(0)["items"] == before[1]["items"]


@pytest.mark.parametrize(
    ("stated", "grams", "is_apart"),
    [
        ("28g / 10g", [28, 10], False),
        ("28g", [28, 10], True),  # the vegetarian's, too
        ("28g / 10g", [28], True),
        ("9g", [11, 11], False),
        ("10g", [8], True),
        ("2g", [1], False),  # grams are rounded
        ("-", [30], False),
        ("30g", [None], False),
        ("30g", [30, None], False),
        ("30g", [], False),
    ],
)
def test_a_protein_that_is_a_fifth_off_is_told(
    stated: str, grams: list[int | None], is_apart: bool
) -> None:
    figures = [None if each is None else [400, each, 0, 0, 0, 0] for each in grams]
    assert bool(weekly.computed_protein("Idli", stated, {"Idli": {"figures": figures}})) is is_apart


def test_the_page_says_what_the_recipes_give(client: Client) -> None:
    assert "By the recipes" not in text_of(client.get(PAGE))
    change("protein", "11g", "30g", "protein")
    page = text_of(client.get(PAGE))
    assert page.count("By the recipes: 11g") == 1
    field = re.search(r'name="breakfast-0-0-protein"[^>]*maxlength="(\d+)"', page)
    assert field
    assert int(field[1]) > len("28g / 10g / 12g")


def test_saving_another_protein_than_the_recipes_give_is_told(client: Client) -> None:
    answer = client.post(PAGE, fields(breakfast_0_0_protein="30g"), follow=True)
    assert "The recipes give another protein: Idli / Podi Idli 11g." in text_of(answer)
    assert slot()["items"][0]["protein"] == "30g"
