"""The weekly menu, the custom choice and the doctors, as the server reads them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue import WeeklyMeal, load

CONTRACT = Path(__file__).parents[3] / "contract"
WEEKLY = "catalogue/weekly-menu.json"
CHOICE = "catalogue/custom-choice.json"


def complaint(folder: Path, name: str, alter: Callable[[Any], Any]) -> str:
    """What loading says after one file of a copied contract was altered."""
    contract = Path(shutil.copytree(CONTRACT, folder / "contract"))
    content = json.loads((contract / name).read_text("utf-8"))
    alter(content)
    (contract / name).write_text(json.dumps(content), "utf-8")
    with pytest.raises(ImproperlyConfigured) as stopped:
        load(contract)
    return str(stopped.value).replace(str(contract), "contract")


def test_the_weekly_menu_is_read_by_week_meal_and_day() -> None:
    weekly = load(CONTRACT).weekly
    assert [(week, list(meals)) for week, meals in weekly.items()] == [
        (f"week{number}", ["breakfast", "lunch", "dinner"]) for number in (1, 2, 3, 4)
    ]
    assert weekly["week2"]["lunch"]["Wednesday"] == WeeklyMeal(
        2, "lunch", "Wednesday", "Ragi Roti / Jowar Roti + Soya Chukka"
    )


def test_titles_are_known_for_the_thirty_choices_and_the_seventy_two_slots() -> None:
    titles = load(CONTRACT).meal_titles
    assert len(titles) == 30 + 72
    assert titles["B1"] == "Podi Idli"
    assert titles["W1-B-Monday"] == "Idli / Podi Idli + ABC Juice"
    assert "W4-D-Saturday" in titles


def test_the_doctors_are_those_of_the_shop() -> None:
    assert load(CONTRACT).site.doctors == (
        "Dr. Kavitha Raman",
        "Dr. Arjun Mehta",
        "Dr. Leela Thomas",
    )


def test_a_combo_price_that_is_not_the_one_of_the_rules_is_refused(tmp_path: Path) -> None:
    said = complaint(tmp_path, WEEKLY, lambda menu: menu["week3"]["dinner"][5].update(comboPrice=1))
    assert said == (
        f"The contract file contract/{WEEKLY} states a comboPrice that is not the "
        "combos.itemPrice of rules.json. Make them agree."
    )


def test_a_day_in_the_place_of_another_is_refused(tmp_path: Path) -> None:
    said = complaint(tmp_path, WEEKLY, lambda menu: menu["week1"]["lunch"][0].update(day="Friday"))
    assert '(week1.lunch[0].day): "Friday" must be "Monday".' in said


def test_an_id_of_another_meal_is_refused(tmp_path: Path) -> None:
    said = complaint(tmp_path, CHOICE, lambda choice: choice["lunch"][0].update(id="B1"))
    assert '(lunch[0].id): "B1" is not written as it has to be. Expected: Letter of' in said


def test_a_shop_without_a_list_of_doctors_is_refused(tmp_path: Path) -> None:
    said = complaint(tmp_path, "site.json", lambda site: site["doctors"].pop("names"))
    assert '(doctors): "names" is missing. The shipped file has "names": ["Dr. Kav' in said
