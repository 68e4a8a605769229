"""Loading the contract: invalid files raise with their place and the remedy."""

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


def load_error(contract: Path) -> str:
    with pytest.raises(ImproperlyConfigured) as raised:
        load(contract)
    return str(raised.value).replace(str(contract), "contract")


def first_dish(menu: Any) -> Any:
    return menu["categories"][0]["items"][0]


def test_shipped_contract_loads_completely() -> None:
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


def test_catalogue_is_immutable() -> None:
    dish = load(CONTRACT).menus["veg"].dishes[0]
    with pytest.raises(TypeError):
        dish.prices["week"] = 1  # type: ignore[index]
    with pytest.raises(AttributeError):
        dish.name = "Other"  # type: ignore[misc]


def test_unreadable_file_raises_with_its_name(contract: Path) -> None:
    (contract / "rules.json").unlink()
    (contract / "rules.json").mkdir()
    with pytest.raises(ImproperlyConfigured, match=r"rules.json cannot be read \(Is a directory\)"):
        files.read_bytes(contract / "rules.json")


def test_invalid_json_raises_with_line_and_column(contract: Path) -> None:
    (contract / "rules.json").write_text('{\n  "a": 1\n  "b": 2\n}', "utf-8")
    assert load_error(contract) == (
        "The contract file contract/rules.json, line 3, column 3: this is no JSON (Expecting ',' delimiter). "
        "Look there, and just before it, for a comma, quote or bracket too many or too few."
    )


def test_field_of_wrong_type_raises_with_its_path(contract: Path) -> None:
    change(contract / "catalogue" / "veg.json", lambda menu: first_dish(menu).update(name=5))
    assert "line 1 (categories[0].items[0].name): 5 is not text in quotes." in load_error(contract)


@pytest.mark.parametrize(
    ("prices", "message"),
    [
        ({**PRICES, "week": 1.005}, "prices.week): 1.005 is no multiple of 0.01. Expected: Rupees"),
        ({**PRICES, "weak": 100}, 'prices.weak): "weak" is not known here. Did you mean "week"?'),
        ({**PRICES, "week": -1}, "prices.week): -1 is not more than 0."),
        ({**PRICES, "week": 120000}, "prices.week): 120000 is more than 10000. Expected: Rupees"),
        ({"week": 100}, '.prices): "fifteen" is missing. Expected: Rupees per day and meal from'),
    ],
)
def test_invalid_price_raises_with_its_path(
    contract: Path, prices: dict[str, float], message: str
) -> None:
    change(contract / "catalogue" / "veg.json", lambda menu: first_dish(menu).update(prices=prices))
    assert message in load_error(contract)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": "other"}, "'Dry Fruit Smoothie' is there twice. Rename one of them."),
        ({"name": "Other"}, "'Other' has the id of 'Dry Fruit Smoothie', 'dry-fruit-smoothie'. Give it another one."),
    ],
)  # fmt: skip
def test_duplicate_dish_name_or_id_raises_with_its_line(
    contract: Path, changes: dict[str, str], message: str
) -> None:
    def repeat(menu: Any) -> None:
        menu["categories"][0]["items"].insert(1, {**first_dish(menu), **changes})

    change(contract / "catalogue" / "veg.json", repeat)
    assert f"veg.json, line 1 (categories[0].items[1]): {message}" in load_error(contract)


def test_price_that_rises_with_days_is_rejected(contract: Path) -> None:
    prices = {"week": 100, "fifteen": 90, "thirty": 95}
    change(contract / "catalogue" / "veg.json", lambda menu: first_dish(menu).update(prices=prices))
    assert (
        '(categories[0].items[0]): \'Dry Fruit Smoothie\' costs more a day in "thirty" than in "fifteen".'
    ) in load_error(contract)


def test_menu_in_the_wrong_file_is_rejected(contract: Path) -> None:
    shutil.copy(contract / "catalogue" / "tray.json", contract / "catalogue" / "veg.json")
    assert "says kind 'tray'. It must say 'veg'." in load_error(contract)


def test_unsorted_tiers_are_rejected(contract: Path) -> None:
    change(contract / "rules.json", lambda rules: rules["tiers"].reverse())
    assert '(tiers[0].id): "thirty" must be "week".' in load_error(contract)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (
            "http://www.google.com/maps",
            "needs a map.embedUrl that begins with https:// and a host name.",
        ),
        ("https:///maps", '(map.embedUrl): "https:///maps" is not written as it has to be.'),
        ("javascript:1", '(map.embedUrl): "javascript:1" is not written as it has to be.'),
    ],
)
def test_map_url_without_https_host_is_rejected(contract: Path, url: str, message: str) -> None:
    change(contract / "site.json", lambda site: site["map"].update(embedUrl=url))
    assert message in load_error(contract)
