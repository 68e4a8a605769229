"""A contract file that is missing or wrong stops the start with a sentence that says what to do."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue import files, load

CONTRACT = Path(__file__).parents[3] / "contract"
PRICES = {"week": 100, "fifteen": 95, "thirty": 90}


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CONTRACT, tmp_path / "contract"))


def change(file: Path, alter: Callable[[Any], None]) -> None:
    content = json.loads(file.read_text("utf-8"))
    alter(content)
    file.write_text(json.dumps(content), "utf-8")


def complaint(contract: Path) -> str:
    with pytest.raises(ImproperlyConfigured) as stopped:
        load(contract)
    return str(stopped.value).replace(str(contract), "contract")


def first_dish(menu: Any) -> Any:
    return menu["categories"][0]["items"][0]


def test_the_shipped_contract_is_read_whole() -> None:
    catalogue = load(CONTRACT)
    assert sorted(catalogue.menus) == ["nonveg", "tray", "veg"]
    assert catalogue.menus["veg"].by_name["Dry Fruit Smoothie"].prices == {
        "week": 27300,
        "fifteen": 25400,
        "thirty": 23400,
    }
    assert catalogue.menus["tray"].by_name["Phulka"].prices["fifteen"] == 2550
    assert catalogue.menus["veg"].by_name["Ragi Porridge"].prices == {}
    assert catalogue.site.map_origin == "https://www.google.com"


def test_what_was_read_cannot_be_changed() -> None:
    dish = load(CONTRACT).menus["veg"].dishes[0]
    with pytest.raises(TypeError):
        dish.prices["week"] = 1  # type: ignore[index]
    with pytest.raises(AttributeError):
        dish.name = "Other"  # type: ignore[misc]


def test_a_file_that_cannot_be_read_is_named(contract: Path) -> None:
    (contract / "rules.json").unlink()
    (contract / "rules.json").mkdir()
    with pytest.raises(ImproperlyConfigured, match=r"rules.json cannot be read \(Is a directory\)"):
        files.content(contract / "rules.json")


def test_a_file_that_is_no_json_is_named_with_the_line(contract: Path) -> None:
    (contract / "rules.json").write_text('{\n  "a": 1\n  "b": 2\n}', "utf-8")
    assert complaint(contract) == (
        "The contract file contract/rules.json, line 3, column 3: this is no JSON (Expecting ',' delimiter). "
        "Look there, and just before it, for a comma, quote or bracket too many or too few."
    )


def test_a_field_of_a_wrong_type_is_named(contract: Path) -> None:
    change(contract / "catalogue" / "veg.json", lambda menu: first_dish(menu).update(name=5))
    assert "line 1 (categories[0].items[0].name): 5 is not text in quotes." in complaint(contract)


@pytest.mark.parametrize(
    ("prices", "says"),
    [
        ({**PRICES, "week": 1.005}, "prices.week): 1.005 is no multiple of 0.01. Expected: Rupees"),
        ({**PRICES, "weak": 100}, 'prices.weak): "weak" is not known here. Did you mean "week"?'),
        ({**PRICES, "week": -1}, "prices.week): -1 is not more than 0."),
        ({**PRICES, "week": 120000}, "prices.week): 120000 is more than 10000. Expected: Rupees"),
        ({"week": 100}, '.prices): "fifteen" is missing. Expected: Rupees per day and meal from'),
    ],
)
def test_a_wrong_price_is_named(contract: Path, prices: dict[str, float], says: str) -> None:
    change(contract / "catalogue" / "veg.json", lambda menu: first_dish(menu).update(prices=prices))
    assert says in complaint(contract)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"id": "other"}, "'Dry Fruit Smoothie' is there twice. Rename one of them."),
        ({"name": "Other"}, "'Other' has the id of 'Dry Fruit Smoothie', 'dry-fruit-smoothie'. Give it another one."),
    ],
)  # fmt: skip
def test_a_second_dish_of_one_name_or_id_is_named_with_its_line(
    contract: Path, changes: dict[str, str], says: str
) -> None:
    def repeat(menu: Any) -> None:
        menu["categories"][0]["items"].insert(1, {**first_dish(menu), **changes})

    change(contract / "catalogue" / "veg.json", repeat)
    assert f"veg.json, line 1 (categories[0].items[1]): {says}" in complaint(contract)


def test_a_price_that_rises_with_the_days_is_refused(contract: Path) -> None:
    prices = {"week": 100, "fifteen": 90, "thirty": 95}
    change(contract / "catalogue" / "veg.json", lambda menu: first_dish(menu).update(prices=prices))
    assert (
        '(categories[0].items[0]): \'Dry Fruit Smoothie\' costs more a day in "thirty" than in "fifteen".'
    ) in complaint(contract)


def test_a_menu_in_the_wrong_file_is_refused(contract: Path) -> None:
    shutil.copy(contract / "catalogue" / "tray.json", contract / "catalogue" / "veg.json")
    assert "says kind 'tray'. It must say 'veg'." in complaint(contract)


def test_tiers_out_of_order_are_refused(contract: Path) -> None:
    change(contract / "rules.json", lambda rules: rules["tiers"].reverse())
    assert '(tiers[0].id): "thirty" must be "week".' in complaint(contract)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        (
            "http://www.google.com/maps",
            "needs a map.embedUrl that begins with https:// and a host name.",
        ),
        ("https:///maps", '(map.embedUrl): "https:///maps" is not written as it has to be.'),
        ("javascript:1", '(map.embedUrl): "javascript:1" is not written as it has to be.'),
    ],
)
def test_a_map_from_nowhere_is_refused(contract: Path, url: str, says: str) -> None:
    change(contract / "site.json", lambda site: site["map"].update(embedUrl=url))
    assert says in complaint(contract)
