"""The files of contract/ hold the specification's names, counts and prices. Amounts in rupees."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

CONTRACT = Path(__file__).parents[3] / "contract"
# Exported from the server and held by its own test; it is an OpenAPI document, not data.
EXPORTED = {"openapi.json"}
SCHEMAS = sorted(path.name for path in (CONTRACT / "schemas").glob("*.json"))
DATA = sorted(
    path.relative_to(CONTRACT).as_posix()
    for path in CONTRACT.rglob("*.json")
    if path.parent.name != "schemas" and path.name not in EXPORTED
)
MENUS = ["veg", "nonveg", "tray"]
MEALS = ["breakfast", "lunch", "dinner"]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
TIERS = ["week", "fifteen", "thirty"]
MEAT_FISH_OR_EGG = re.compile(r"\b(Eggs?|Omelette|Chicken|Fish|Meen|Tuna|Prawn|Mutton)\b")


def load(name: str) -> Any:
    """Read a contract file with its numbers exact: int or Decimal, never float."""
    return json.loads((CONTRACT / name).read_text("utf-8"), parse_float=Decimal)


def categories(menu: str) -> list[str]:
    return [category["title"] for category in load(f"catalogue/{menu}.json")["categories"]]


def dishes(menu: str) -> list[dict[str, Any]]:
    return [d for c in load(f"catalogue/{menu}.json")["categories"] for d in c["items"]]


def dishes_in(menu: str, title: str) -> dict[str, Any]:
    found = [c for c in load(f"catalogue/{menu}.json")["categories"] if c["title"] == title]
    return {dish["name"]: dish for dish in found[0]["items"]}


def prices(menu: str, title: str, name: str) -> list[Any]:
    return [dishes_in(menu, title)[name]["prices"][tier] for tier in TIERS]


def picture_keys() -> dict[str, str]:
    return {dish["name"]: dish["image"] for menu in MENUS for dish in dishes(menu)}


def weekly_entries() -> list[dict[str, Any]]:
    weekly = load("catalogue/weekly-menu.json")
    return [e for n in range(1, 5) for meal in MEALS for e in weekly[f"week{n}"][meal]]


def repeated(values: list[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]


def object_schemas(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        if "object" in node.get("type", ()):
            yield node
        for child in node.values():
            yield from object_schemas(child)
    elif isinstance(node, list):
        for child in node:
            yield from object_schemas(child)


def errors(name: str, value: Any) -> list[str]:
    schema = load(((CONTRACT / name).parent / value["$schema"]).relative_to(CONTRACT).as_posix())
    found = Draft202012Validator(schema).iter_errors(value)
    return [f"{error.json_path}: {error.message}" for error in found]


# Files and their schemas


def test_the_contract_holds_exactly_these_files() -> None:
    assert DATA == [
        "catalogue/custom-choice.json",
        "catalogue/descriptions.json",
        "catalogue/health-plans.json",
        "catalogue/nonveg.json",
        "catalogue/tray.json",
        "catalogue/veg.json",
        "catalogue/weekly-menu.json",
        "kitchen/ingredients.json",
        "kitchen/recipes.json",
        "rules.json",
        "site.json",
        "texts.json",
        "vectors/bodies.json",
        "vectors/combos.json",
        "vectors/crosscheck.json",
        "vectors/nday.json",
    ]


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_a_valid_schema(name: str) -> None:
    Draft202012Validator.check_schema(load(f"schemas/{name}"))


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_has_a_title_and_a_description(name: str) -> None:
    schema = load(f"schemas/{name}")
    assert schema["title"]
    assert schema["description"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_object_of_a_schema_refuses_unknown_fields(name: str) -> None:
    found = list(object_schemas(load(f"schemas/{name}")))
    assert found
    assert [schema for schema in found if schema.get("additionalProperties") is not False] == []


@pytest.mark.spec("3.8")
@pytest.mark.parametrize("name", DATA)
def test_every_file_follows_its_schema(name: str) -> None:
    assert errors(name, load(name)) == []


@pytest.mark.parametrize("name", DATA)
def test_every_file_with_a_field_too_many_breaks_its_schema(name: str) -> None:
    assert len(errors(name, load(name) | {"surplus": 1})) == 1


@pytest.mark.parametrize("name", DATA)
def test_no_number_has_more_than_two_decimals(name: str) -> None:
    assert (
        re.findall(r"\d\.\d{3,}|(?<!\")\b\d+[eE][+-]?\d+\b", (CONTRACT / name).read_text("utf-8"))
        == []
    )


# Menus (section 2 and section 3 of the specification)


@pytest.mark.spec("2.7", "3.8")
def test_the_veg_menu_has_the_thirteen_categories_in_order() -> None:
    assert categories("veg") == [
        "Protein Smoothies",
        "Immunity Boosters",
        "Protein Shakes",
        "Hi Protein Salads",
        "Smoothie Bowls",
        "Protein Oats",
        "Cut Fruit Bowls",
        "Protein Sandwiches",
        "Protein Millet Pasta",
        "Rice Bowls",
        "Protein Wraps",
        "Indian Protein",
        "Nut Milk",
    ]


@pytest.mark.spec("2.7", "3.8")
def test_the_non_veg_menu_has_the_seven_categories_in_order() -> None:
    assert categories("nonveg") == [
        "Hi Protein Salads",
        "All Things Eggs",
        "Protein Pancakes",
        "Protein Sandwiches",
        "Protein Millet Pasta",
        "Rice Bowls",
        "Protein Wraps & Rolls",
    ]


@pytest.mark.spec("2.7", "3.8")
def test_the_meal_tray_has_the_seven_categories_in_order() -> None:
    assert categories("tray") == [
        "Indian Bread",
        "Main Course",
        "Salads",
        "Rice Bowls",
        "Sundals",
        "Boiled Items",
        "Juices",
    ]


@pytest.mark.parametrize("menu", MENUS)
def test_a_menu_file_says_which_menu_it_holds(menu: str) -> None:
    assert load(f"catalogue/{menu}.json")["kind"] == menu


@pytest.mark.parametrize("menu", MENUS)
def test_every_category_has_four_to_twelve_dishes(menu: str) -> None:
    sizes = {c["title"]: len(c["items"]) for c in load(f"catalogue/{menu}.json")["categories"]}
    assert {title: size for title, size in sizes.items() if not 4 <= size <= 12} == {}


def test_the_three_menus_hold_150_to_200_dishes_together() -> None:
    assert 150 <= sum(len(dishes(menu)) for menu in MENUS) <= 200


@pytest.mark.parametrize("menu", MENUS)
def test_the_ids_of_a_menu_are_unique(menu: str) -> None:
    assert repeated([dish["id"] for dish in dishes(menu)]) == []
    assert repeated([c["id"] for c in load(f"catalogue/{menu}.json")["categories"]]) == []


@pytest.mark.parametrize("menu", MENUS)
def test_the_names_of_a_menu_are_unique_without_regard_to_case(menu: str) -> None:
    assert repeated([dish["name"].casefold() for dish in dishes(menu)]) == []


def test_a_dish_has_the_same_picture_and_mark_in_every_menu() -> None:
    seen = {(dish["name"], dish["image"], dish["mark"]) for menu in MENUS for dish in dishes(menu)}
    assert repeated([name for name, _, _ in seen]) == []


def test_different_dishes_have_different_pictures() -> None:
    assert repeated(list(picture_keys().values())) == []


def test_every_dish_of_the_veg_menu_is_veg() -> None:
    assert {dish["mark"] for dish in dishes("veg")} == {"veg"}


def test_every_dish_of_the_non_veg_menu_is_non_veg() -> None:
    assert {dish["mark"] for dish in dishes("nonveg")} == {"nonveg"}


@pytest.mark.parametrize("menu", MENUS)
def test_a_dish_is_non_veg_exactly_when_its_name_tells_of_egg_meat_or_fish(menu: str) -> None:
    marked = {dish["name"] for dish in dishes(menu) if dish["mark"] == "nonveg"}
    assert marked == {d["name"] for d in dishes(menu) if MEAT_FISH_OR_EGG.search(d["name"])}


# Prices (section 3 and section 9)


@pytest.mark.spec("3.8")
def test_a_dry_fruit_smoothie_costs_273_254_234() -> None:
    assert prices("veg", "Protein Smoothies", "Dry Fruit Smoothie") == [273, 254, 234]


@pytest.mark.spec("3.8")
def test_boiled_eggs_cost_70_65_60() -> None:
    assert prices("nonveg", "All Things Eggs", "Boiled Eggs") == [70, 65, 60]


@pytest.mark.spec("3.8")
def test_a_phulka_costs_27_25_50_24() -> None:
    assert prices("tray", "Indian Bread", "Phulka") == [27, Decimal("25.5"), 24]


@pytest.mark.spec("3.8")
def test_quinoa_costs_135_127_50_120() -> None:
    assert prices("tray", "Main Course", "Quinoa") == [135, Decimal("127.5"), 120]


@pytest.mark.spec("3.8")
def test_ragi_porridge_in_the_protein_oats_is_the_only_dish_without_a_price() -> None:
    assert "Ragi Porridge" in dishes_in("veg", "Protein Oats")
    priceless = [(m, d["name"]) for m in MENUS for d in dishes(m) if "prices" not in d]
    assert priceless == [("veg", "Ragi Porridge")]


@pytest.mark.parametrize("menu", MENUS)
def test_a_longer_tier_is_always_cheaper_per_day(menu: str) -> None:
    tiers = {d["name"]: [d["prices"][t] for t in TIERS] for d in dishes(menu) if "prices" in d}
    assert {n: p for n, p in tiers.items() if not p[0] > p[1] > p[2] > 0} == {}


@pytest.mark.spec("3.8")
def test_some_tray_prices_are_fractional() -> None:
    assert any(price % 1 for dish in dishes("tray") for price in dish["prices"].values())


# Weekly menu, custom choice and health plans


@pytest.mark.spec("3.4", "9.4")
def test_the_weekly_menu_has_four_weeks_of_three_meals() -> None:
    weekly = load("catalogue/weekly-menu.json")
    assert [key for key in weekly if key != "$schema"] == ["week1", "week2", "week3", "week4"]
    assert [list(weekly[f"week{n}"]) for n in range(1, 5)] == [MEALS] * 4


@pytest.mark.spec("3.4")
def test_every_meal_of_a_week_runs_from_monday_to_saturday() -> None:
    assert [entry["day"] for entry in weekly_entries()] == DAYS * 12


@pytest.mark.spec("3.4", "9.4")
def test_every_day_of_the_weekly_menu_has_two_items_for_375_rupees() -> None:
    assert [(len(e["items"]), e["comboPrice"]) for e in weekly_entries()] == [(2, 375)] * 72


@pytest.mark.spec("3.4")
def test_several_items_of_the_weekly_menu_list_alternatives() -> None:
    items = [item["name"] for entry in weekly_entries() for item in entry["items"]]
    assert len({name for name in items if " / " in name}) >= 10


def test_no_two_days_of_the_weekly_menu_serve_the_same_pair() -> None:
    pairs = [" + ".join(sorted(item["name"] for item in e["items"])) for e in weekly_entries()]
    assert repeated(pairs) == []


def test_a_dish_of_the_menus_keeps_its_picture_in_the_weekly_menu() -> None:
    keys = picture_keys()
    for item in (item for entry in weekly_entries() for item in entry["items"]):
        first = item["name"].split(" / ")[0]
        assert item["img"] == keys.get(first, item["img"]), first


@pytest.mark.spec("3.6", "9.7")
@pytest.mark.parametrize("meal", MEALS)
def test_the_custom_choice_has_ten_items_for_each_meal(meal: str) -> None:
    found = [item["id"] for item in load("catalogue/custom-choice.json")[meal]]
    assert found == [f"{meal[0].upper()}{n}" for n in range(1, 11)]


def test_the_titles_of_the_custom_choice_are_unique() -> None:
    choice = load("catalogue/custom-choice.json")
    assert repeated([item["title"] for meal in MEALS for item in choice[meal]]) == []


def test_a_dish_of_the_menus_keeps_its_picture_in_the_custom_choice() -> None:
    keys = picture_keys()
    choice = load("catalogue/custom-choice.json")
    for item in (item for meal in MEALS for item in choice[meal]):
        assert item["image"] == keys.get(item["title"], item["image"]), item["title"]


@pytest.mark.spec("9.7")
def test_there_are_the_three_health_plans() -> None:
    plans = load("catalogue/health-plans.json")["plans"]
    assert [p["title"] for p in plans] == ["Weight Gain", "Weight Loss", "Nutrition"]


# Rules (section 9)


@pytest.mark.spec("9.6")
def test_an_order_is_for_6_to_40_days_and_6_unless_changed() -> None:
    assert load("rules.json")["days"] == {"min": 6, "max": 40, "default": 6}


@pytest.mark.spec("9.6")
def test_fifteen_days_give_one_free_day_and_thirty_give_two() -> None:
    assert load("rules.json")["tiers"] == [
        {"id": "week", "fromDays": 1, "freeDays": 0},
        {"id": "fifteen", "fromDays": 15, "freeDays": 1},
        {"id": "thirty", "fromDays": 30, "freeDays": 2},
    ]


@pytest.mark.spec("9.6")
def test_chargeable_days_are_the_days_less_five_and_less_the_free_days() -> None:
    assert load("rules.json")["chargeableDaysOffset"] == 5


@pytest.mark.spec("9.1")
def test_prices_are_in_rupees_and_delivery_is_free_within_5_km() -> None:
    rules = load("rules.json")
    assert (rules["currency"], rules["freeDeliveryKm"]) == ("INR", 5)


def test_the_meal_sections_are_breakfast_lunch_and_dinner() -> None:
    assert load("rules.json")["meals"] == MEALS


@pytest.mark.spec("9.7")
def test_a_meal_tray_needs_four_dishes() -> None:
    assert load("rules.json")["tray"] == {"minimumDishes": 4}


def test_combos_cost_375_each_from_six_items_with_two_discounts() -> None:
    assert load("rules.json")["combos"] == {
        "weeks": 4,
        "itemsPerMeal": 6,
        "itemPrice": 375,
        "minimumItems": 6,
        "days": 6,
        "discounts": [{"fromItems": 15, "off": 585}, {"fromItems": 30, "off": 2010}],
    }


@pytest.mark.spec("3.2", "9.3")
def test_there_are_the_six_plan_durations_with_their_values() -> None:
    durations = load("rules.json")["planDurations"]
    assert [(duration["label"], duration["value"]) for duration in durations] == [
        ("Weekly", "Weekly"),
        ("Fortnightly", "Fortnightly"),
        ("Monthly", "Monthly"),
        ("3 Month - Quarterly", "3 Month"),
        ("6 Month - Half Yearly", "6 Month"),
        ("Annual Membership", "Annual"),
    ]


@pytest.mark.spec("3.1")
def test_there_are_the_four_event_types() -> None:
    assert load("rules.json")["eventTypes"] == [
        "Birthday Celebrations",
        "Corporate Events",
        "Family Gatherings",
        "Party Platters",
    ]


# Site


@pytest.mark.spec("3.11", "9.7")
def test_there_are_three_doctors() -> None:
    names = load("site.json")["doctors"]["names"]
    assert len(set(names)) == 3
    assert [name for name in names if not name.startswith("Dr. ")] == []


def test_there_are_five_social_links() -> None:
    links = load("site.json")["social"]["links"]
    assert len({link["network"] for link in links}) == 5


@pytest.mark.spec("2.2")
def test_there_are_the_six_external_links_in_order() -> None:
    labels = [link["label"] for link in load("site.json")["externalLinks"]["links"]]
    assert labels == ["Home", "Order Now", "Contact Us", "Blogs", "View Menu", "Party Pack"]


def test_every_kind_of_order_has_its_chat_greeting() -> None:
    greetings = load("site.json")["chatGreetings"]
    assert list(greetings) == ["general", "veg", "nonveg", "tray"]
    assert "non-veg" in greetings["nonveg"]


# Vectors


@pytest.mark.parametrize("name", ["nday", "combos", "bodies"])
def test_the_names_of_the_vectors_are_unique(name: str) -> None:
    assert repeated([v["name"] for v in load(f"vectors/{name}.json")["vectors"]]) == []


def test_the_day_order_vectors_cover_both_sides_of_every_limit() -> None:
    vectors = load("vectors/nday.json")["vectors"]
    assert {vector["days"] for vector in vectors} >= {6, 14, 15, 29, 30, 40}
    assert {vector["sections"] for vector in vectors} == {0, 1, 2, 3}


@pytest.mark.spec("9.6")
def test_the_day_order_vectors_cover_every_missing_price() -> None:
    items = [item for v in load("vectors/nday.json")["vectors"] for item in v["items"]]
    assert {None if i["prices"] is None else frozenset(i["prices"]) for i in items} >= {
        None,
        frozenset(),
        frozenset({"week"}),
        frozenset({"thirty"}),
        frozenset({"week", "fifteen"}),
        frozenset({"week", "thirty"}),
        frozenset({"fifteen", "thirty"}),
        frozenset({"week", "fifteen", "thirty"}),
    }


def test_every_day_order_vector_expects_one_line_for_each_item_in_order() -> None:
    for vector in load("vectors/nday.json")["vectors"]:
        lines = [line["name"] for line in vector["expected"]["perItemCosts"]]
        assert lines == [item["name"] for item in vector["items"]], vector["name"]


def test_the_lines_of_every_day_order_vector_add_up_to_its_final_amount() -> None:
    for vector in load("vectors/nday.json")["vectors"]:
        lines = [line["discountedCost"] for line in vector["expected"]["perItemCosts"]]
        assert vector["expected"]["finalAmount"] == sum(lines), vector["name"]


def test_a_vector_named_after_a_dish_uses_the_prices_of_the_menu() -> None:
    menus = [{dish["name"]: dish.get("prices") for dish in dishes(menu)} for menu in MENUS]
    for item in (i for v in load("vectors/nday.json")["vectors"] for i in v["items"]):
        known = [menu[item["name"]] for menu in menus if item["name"] in menu]
        assert not known or item["prices"] in known, item["name"]


@pytest.mark.spec("9.5")
def test_combo_vectors_cover_both_sides_of_every_limit() -> None:
    found = [vector["items"] for vector in load("vectors/combos.json")["vectors"]]
    assert found == [0, 1, 5, 6, 14, 15, 29, 30, 71, 72]


def test_every_combo_vector_pays_375_an_item_less_the_discount() -> None:
    for vector in load("vectors/combos.json")["vectors"]:
        expected = vector["expected"]
        assert expected["basePrice"] == 375 * vector["items"], vector["name"]
        assert expected["finalAmount"] == expected["basePrice"] - expected["discount"]


@pytest.mark.spec("9.5")
def test_all_72_combos_cost_24990_rupees() -> None:
    last = load("vectors/combos.json")["vectors"][-1]
    assert last["items"] == 72
    assert last["expected"]["finalAmount"] == 24990


def descriptions() -> dict[str, str]:
    found: dict[str, str] = load("catalogue/descriptions.json")["descriptions"]
    return found


def test_exactly_the_dishes_of_the_menus_have_descriptions() -> None:
    assert set(descriptions()) == set(picture_keys().values())


def test_no_description_states_a_nutrition_figure_or_promises_health() -> None:
    claims = re.compile(
        r"\d|%|kcal|calorie|gram of|protein-|high|low.fat|healthy|immun|boost|detox|weight|energy",
        re.IGNORECASE,
    )
    assert {key: text for key, text in descriptions().items() if claims.search(text)} == {}


def test_description_agrees_with_the_mark() -> None:
    veg = {d["image"] for menu in MENUS for d in dishes(menu) if d["mark"] == "veg"}
    named = re.compile(
        r"\b(eggs?|omelette|chicken|fish|tuna|prawns?|mutton|keema|seekh)\b", re.IGNORECASE
    )
    says = {key for key, text in descriptions().items() if named.search(text)}
    assert says == set(descriptions()) - veg
