"""Loading the weekly menu, the custom choice and the doctors."""

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


def load_error(folder: Path, name: str, alter: Callable[[Any], Any]) -> str:
    """Return the load error after altering one file of a copied contract."""
    contract = Path(shutil.copytree(CONTRACT, folder / "contract"))
    content = json.loads((contract / name).read_text("utf-8"))
    alter(content)
    (contract / name).write_text(json.dumps(content), "utf-8")
    with pytest.raises(ImproperlyConfigured) as raised:
        load(contract)
    return str(raised.value).replace(str(contract), "contract")


def test_weekly_menu_loads_by_week_meal_and_day() -> None:
    weekly = load(CONTRACT).weekly
    assert [(week, list(meals)) for week, meals in weekly.items()] == [
        (f"week{number}", ["breakfast", "lunch", "dinner"]) for number in (1, 2, 3, 4)
    ]
    assert weekly["week2"]["lunch"]["Wednesday"] == WeeklyMeal(
        2, "lunch", "Wednesday", "Ragi Roti / Jowar Roti + Soya Chukka"
    )


def test_meal_titles_cover_30_choices_and_72_slots() -> None:
    titles = load(CONTRACT).meal_titles
    assert len(titles) == 30 + 72
    assert titles["B1"] == "Podi Idli"
    assert titles["W1-B-Monday"] == "Idli / Podi Idli + ABC Juice"
    assert "W4-D-Saturday" in titles


def test_doctors_load_from_the_site_file() -> None:
    assert load(CONTRACT).site.doctors == (
        "Dr. Kavitha Raman",
        "Dr. Arjun Mehta",
        "Dr. Leela Thomas",
    )


def test_combo_price_that_differs_from_the_rules_is_rejected(tmp_path: Path) -> None:
    error = load_error(
        tmp_path, WEEKLY, lambda menu: menu["week3"]["dinner"][5].update(comboPrice=1)
    )
    assert error == (
        f"The contract file contract/{WEEKLY} states a comboPrice that is not the "
        "combos.itemPrice of rules.json. Make them agree."
    )


def test_day_out_of_order_is_rejected(tmp_path: Path) -> None:
    error = load_error(
        tmp_path, WEEKLY, lambda menu: menu["week1"]["lunch"][0].update(day="Friday")
    )
    assert '(week1.lunch[0].day): "Friday" must be "Monday".' in error


def test_choice_id_of_another_meal_is_rejected(tmp_path: Path) -> None:
    error = load_error(tmp_path, CHOICE, lambda choice: choice["lunch"][0].update(id="B1"))
    assert '(lunch[0].id): "B1" is not written as it has to be. Expected: Letter of' in error


def test_missing_list_of_doctors_is_rejected(tmp_path: Path) -> None:
    error = load_error(tmp_path, "site.json", lambda site: site["doctors"].pop("names"))
    assert '(doctors): "names" is missing. The shipped file has "names": ["Dr. Kav' in error


def test_a_doctor_may_have_facts_which_pages_alone_read(tmp_path: Path) -> None:
    contract = Path(shutil.copytree(CONTRACT, tmp_path / "own"))
    site = json.loads((contract / "site.json").read_text("utf-8"))
    names = site["doctors"]["names"]
    names[1] = {"name": names[1], "speciality": "Dietetics", "years": 12}
    (contract / "site.json").write_text(json.dumps(site), "utf-8")
    assert load(contract).site.doctors == load(CONTRACT).site.doctors


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"name": "Dr. Arjun Mehta", "fee": "₹500"}, "names Dr. Arjun Mehta twice"),
        ({"fee": "₹500", "times": "Mondays"}, '"name" is missing'),
        ({"name": "Dr. Sample Person"}, "has too few fields, 2 at least"),
        ({"name": "Sample Person", "fee": "₹500"}, "is not written as it has to be"),
        ({"name": "Dr. Sample Person", "years": 0}, "0 is less than 1"),
        ({"name": "Dr. Sample Person", "phone": "0"}, '"phone" is not known here'),
        ({"name": "Dr. Sample Person", "fee": "x" * 41}, "has 41 letters, 40 at most"),
    ],
)
def test_a_wrong_doctor_is_rejected(tmp_path: Path, entry: Any, message: str) -> None:
    error = load_error(
        tmp_path, "site.json", lambda site: site["doctors"]["names"].insert(0, entry)
    )
    assert message in error


@pytest.mark.parametrize(
    ("reviews", "message"),
    [
        ([], "has too few entries, 1 at least"),
        ([{"quote": "Good."}], '"source" is missing'),
        ([{"quote": f"Good {at}.", "source": "A sample"} for at in range(4)], "4 entries, 3 at"),
        ([{"quote": "x" * 241, "source": "A sample"}], "has 241 letters, 240 at most"),
    ],
)
def test_wrong_reviews_are_rejected(tmp_path: Path, reviews: Any, message: str) -> None:
    error = load_error(tmp_path, "site.json", lambda site: site.update(trust={"reviews": reviews}))
    assert message in error
