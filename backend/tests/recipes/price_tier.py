"""What steps 1 to 5 and 7 of the recipe "A price tier" of CONTRIBUTING.md change: a tier from 40 days on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

# By file, a text that occurs once and the text in its place.
CHANGES: dict[str, list[tuple[str, str]]] = {
    "docs/specification.md": [
        ("`fifteen`, `thirty`. Selection", "`fifteen`, `thirty`, `forty`. Selection"),
        ("2 and `thirty`, otherwise", "2 and `thirty`, from 40 days 3 and `forty`, otherwise"),
    ],
    "docs/make-it-your-cafe.md": [
        ("from 15, from 30):", "from 15, from 30, from 40):"),
        ('"thirty": 108 }', '"thirty": 108, "forty": 102 }'),
    ],
    "frontend/shared/domain/menu.ts": [('"fifteen" | "thirty"', '"fifteen" | "thirty" | "forty"')],
    "frontend/backoffice/menu.css": [
        (
            ".price-row {\n  display: grid;\n  grid-template-columns: repeat(3,",
            ".price-row {\n  display: grid;\n  grid-template-columns: repeat(4,",
        )
    ],
    "system_tests/support/menus.py": [
        ('"fifteen", "thirty")', '"fifteen", "thirty", "forty")'),
        ("(days >= 15) + (days >= 30)", "(days >= 15) + (days >= 30) + (days >= 40)"),
    ],
}
MENUS = ("veg", "nonveg", "tray")


def apply(checkout: Path) -> None:
    """Change the files below `checkout`; what `make contract` writes is left."""
    for path, changes in CHANGES.items():
        text = (checkout / path).read_text("utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} in {path}"
            text = text.replace(old, new)
        (checkout / path).write_text(text, "utf-8")
    contract = checkout / "contract"
    _edit(contract / "rules.json", _add_tier)
    _edit(contract / "schemas/rules.schema.json", _allow_tier)
    _edit(contract / "schemas/menu.schema.json", _allow_price)
    for menu in MENUS:
        _edit(contract / f"catalogue/{menu}.json", _add_prices)
    _edit(contract / "schemas/nday-vectors.schema.json", _allow_vector)
    menus = (contract / f"catalogue/{menu}.json" for menu in MENUS)
    names = {
        dish["name"] for menu in menus for dish in _dishes(json.loads(menu.read_text("utf-8")))
    }
    _edit(contract / "vectors/nday.json", lambda file: _count_again(file, names))


def _edit(path: Path, change: Callable[[Any], None]) -> None:
    file = json.loads(path.read_text("utf-8"))
    change(file)
    path.write_text(json.dumps(file, ensure_ascii=False, indent=2), "utf-8")


def _add_tier(rules: Any) -> None:
    rules["tiers"].append({"id": "forty", "fromDays": 40, "freeDays": 3})


def _allow_tier(schema: Any) -> None:
    tiers = schema["properties"]["tiers"]
    tiers["minItems"] = tiers["maxItems"] = 4
    place = {"properties": {"id": {"const": "forty"}}}
    tiers["prefixItems"].append({"allOf": [{"$ref": "#/$defs/tier"}, place]})
    schema["$defs"]["tier"]["properties"]["id"]["enum"].append("forty")


def _allow_price(schema: Any) -> None:
    schema["$defs"]["prices"]["properties"]["forty"] = {
        "$ref": "#/$defs/rupees",
        "description": "Rupees per day and meal from 40 days.",
    }


def _dishes(menu: Any) -> list[Any]:
    found = (dish for category in menu["categories"] for dish in category["items"])
    return [dish for dish in found if "prices" in dish]


def _add_prices(menu: Any) -> None:
    for dish in _dishes(menu):
        _add_price(dish)


def _add_price(dish: Any) -> None:
    dish["prices"]["forty"] = dish["prices"]["thirty"] - 1


def _allow_vector(schema: Any) -> None:
    prices = schema["$defs"]["item"]["properties"]["prices"]["properties"]
    prices["forty"] = {"$ref": "#/$defs/rupees"}
    schema["$defs"]["expected"]["properties"]["freeDays"]["maximum"] = 3


def _count_again(file: Any, names: set[str]) -> None:
    """Vectors named after a dish have its prices; the longest order is one of the tier's first day."""
    for item in (item for vector in file["vectors"] for item in vector["items"]):
        if item["name"] in names:
            _add_price(item)
    [longest] = [vector for vector in file["vectors"] if vector["days"] == 40]
    longest["expected"] = {
        "finalAmount": 25863,
        "freeDays": 3,
        "chargeableDays": 32,
        "actualDays": 40,
        "perItemCosts": [
            {
                "name": "Dry Fruit Smoothie",
                "pricePerDay": 233,
                "discountedCost": 25863,
                "originalCost": 28080,
                "showStrike": True,
            }
        ],
    }
