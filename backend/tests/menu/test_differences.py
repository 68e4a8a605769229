"""Sentences about set meals, their price and the custom choice."""

from collections.abc import Callable
from typing import Any

from oottam.menu.content import Content
from oottam.menu.differences import compare

WEEKLY, RULES = "catalogue/weekly-menu.json", "rules.json"
CHOICE = "catalogue/custom-choice.json"


def sentences(file: str, alter: Callable[[Any], Any]) -> list[str]:
    """What is said of one file that was altered."""
    value = Content().file(file)
    alter(value)
    return [each.sentence for each in compare(Content(), Content().replace(file, value))]


def first_item(**changed: str) -> Callable[[Any], Any]:
    return lambda menu: menu["week2"]["lunch"][2]["items"][0].update(changed)


def test_a_set_meals_item_is_named_with_its_place() -> None:
    place = "Weekly menu: week 2, Wednesday lunch"
    assert sentences(WEEKLY, first_item(name="Millet Pongal", protein="9g", img="poha")) == [
        f"{place}: Ragi Roti / Jowar Roti becomes Millet Pongal.",
        f"{place}: Millet Pongal: protein 6g becomes 9g.",
    ]
    assert sentences(WEEKLY, first_item(protein="9g", img="poha")) == [
        f"{place}: Ragi Roti / Jowar Roti: protein 6g becomes 9g.",
        f"{place}: Ragi Roti / Jowar Roti has another picture.",
    ]


def test_renamed_item_says_what_stays() -> None:
    place = "Weekly menu: week 2, Wednesday lunch"
    assert sentences(WEEKLY, first_item(name="Unknown Dosa")) == [
        f"{place}: Ragi Roti / Jowar Roti becomes Unknown Dosa; its protein 6g and picture stay.",
    ]
    assert sentences(WEEKLY, first_item(name="Unknown Dosa", protein="9g"))[0] == (
        f"{place}: Ragi Roti / Jowar Roti becomes Unknown Dosa; its picture stays."
    )


def test_renamed_dish_says_what_stays() -> None:
    def alter(menu: Any) -> None:
        menu["categories"][0]["items"][1]["name"] = "Unknown Shake"

    assert sentences("catalogue/veg.json", alter) == [
        "Veg menu: Berry Smoothie is called Unknown Shake now; its recipe, photo and description stay.",
    ]


def test_renamed_choice_says_what_stays() -> None:
    [name, *_] = sentences(CHOICE, lambda file: file["dinner"][0].update(title="Unknown Dosa"))
    assert name == (
        "Custom choice: Pepper Chicken with Chapati is called Unknown Dosa now;"
        " its picture and description stay."
    )


def test_photos_are_named_by_their_dish() -> None:
    before = Content(photos={"dishes/dry-fruit-smoothie.jpg": "a", "scenes/hero.jpg": "b"})
    after = Content(
        photos={"dishes/dry-fruit-smoothie.webp": "c", "dishes/berry-smoothie.jpg": "d"}
    )
    assert [each.sentence for each in compare(before, after)] == [
        "Photo of Berry Smoothie: an own one.",
        "Photo of Dry Fruit Smoothie: another one.",
        "Photo of hero: no own one any more.",
    ]


def test_the_price_of_a_meal_is_said_once() -> None:
    def alter(menu: Any) -> None:
        menu["week1"]["lunch"][0]["comboPrice"] = 400

    assert sentences(WEEKLY, alter) == []
    assert sentences(RULES, lambda rules: rules["combos"].update(itemPrice=400)) == [
        (
            "Combos: ₹400 a meal; ₹585 off from 15; ₹2,010 off from 30."
            " Before: ₹375 a meal; ₹585 off from 15; ₹2,010 off from 30."
        )
    ]
    assert sentences(RULES, lambda rules: rules["combos"].update(minimumItems=7)) == [
        "Rules and combo prices, combos, minimum items: 6 becomes 7"
    ]


def test_a_new_choice_is_named() -> None:
    entry = {"id": "B11", "image": "poha", "title": "Poha", "desc": "Flattened rice."}
    assert sentences(CHOICE, lambda choice: choice["breakfast"].append(entry)) == [
        "Custom choice, breakfast, B11: “Poha”",
    ]


def test_places_are_named_in_words_and_samples_are_left_out() -> None:
    def alter(site: Any) -> None:
        site["contact"].update(sample=False, chatNumber="914422223333")
        site["payment"]["upiId"] = "thinai@okbank"

    assert sentences("site.json", alter) == [
        "The shop, contact, chat number: “914400000000” becomes “914422223333”",
        "The shop, payment, UPI id: “thinai@okbank”",
    ]


def test_reviews_are_quoted_whole_with_their_source() -> None:
    first = {"quote": "A sample. " + "x" * 200, "source": "Sample one"}
    second = {"quote": "Hot.", "source": "Sample two"}

    def with_reviews(*reviews: Any) -> Content:
        site = Content().file("site.json")
        return Content().replace("site.json", {**site, "trust": {"reviews": list(reviews)}})

    def compared(before: Content, after: Content) -> list[str]:
        return [each.sentence for each in compare(before, after)]

    assert compared(Content(), with_reviews(first)) == [
        f"Review by Sample one: “{first['quote']}” is new."
    ]
    assert compared(with_reviews(first, second), with_reviews(second)) == [
        f"Review by Sample one: “{first['quote']}” is left out."
    ]
    assert compared(with_reviews(first, second), with_reviews(second, first)) == [
        "Reviews: another order."
    ]
