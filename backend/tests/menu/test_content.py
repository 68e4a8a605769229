"""Contents: the stored form, and contract folders."""

import json
from pathlib import Path

import pytest

from oottam.catalogue.folder import SHIPPED
from oottam.catalogue.schema import JsonPath
from oottam.menu import checks
from oottam.menu.content import Content, read_folder, write_folder
from oottam.menu.differences import compare
from oottam.menu.values import replace_at
from tests.factories.menu import find_dish, with_price, without_dish

DISH = "Berry Smoothie"


def test_digest_does_not_depend_on_the_order_of_files() -> None:
    text = '{"files":{"b":1,"a":{"z":1,"y":2}},"photos":{}}'
    content = Content.from_text(text)
    assert content.digest == Content({"a": {"z": 1, "y": 2}, "b": 1}).digest
    assert list(Content.from_text(content.to_text()).files["a"]) == ["z", "y"]


def test_shipped_file_is_not_stored_as_the_shops_own() -> None:
    changed = with_price(Content(), DISH, 99)
    assert list(changed.files) == ["catalogue/veg.json"]
    menu = json.loads((SHIPPED / "catalogue/veg.json").read_text("utf-8"))
    assert changed.replace("catalogue/veg.json", menu) == Content()


def test_changing_a_returned_file_does_not_change_the_content() -> None:
    content = with_price(Content(), DISH, 99)
    content.file("catalogue/veg.json")["categories"].clear()
    Content().file("catalogue/veg.json")["categories"].clear()
    assert content.file("catalogue/veg.json")["categories"]
    assert Content().file("catalogue/veg.json")["categories"]


def write_digest(digest: str, file: Path) -> None:
    file.write_text(digest, "ascii")


def test_written_folder_is_read_as_the_same_content(tmp_path: Path) -> None:
    content = with_price(Content(), DISH, 99.5).with_photo("dishes/berry-smoothie.jpg", "d1")
    write_folder(content, tmp_path / "out", write_digest)
    assert read_folder(tmp_path / "out", lambda image: image.decode()) == content


def test_failed_write_leaves_no_folder(tmp_path: Path) -> None:
    def fail(digest: str, file: Path) -> None:
        raise OSError(28, "No space left on device")

    content = Content().with_photo("dishes/berry-smoothie.jpg", "d1")
    with pytest.raises(OSError, match="No space"):
        write_folder(content, tmp_path / "out", fail)
    assert list(tmp_path.iterdir()) == []


def test_new_photo_replaces_the_former_one_of_any_suffix() -> None:
    content = Content().with_photo("dishes/idli.png", "d1").with_photo("dishes/idli.jpg", "d2")
    assert content.photos == {"dishes/idli.jpg": "d2"}


@pytest.mark.parametrize(
    ("rupees", "kind", "sentence"),
    [
        (300, "dearer", "Veg menu: Berry Smoothie: week ₹266 to ₹300"),
        (100.5, "cheaper", "Veg menu: Berry Smoothie: week ₹266 to ₹100.50"),
    ],
)
def test_changed_price_is_listed_with_both_prices(rupees: float, kind: str, sentence: str) -> None:
    (found,) = compare(Content(), with_price(Content(), DISH, rupees))
    assert found.kind == kind
    assert found.sentence.startswith(sentence)


def test_tier_that_a_stored_menu_lacks_is_said_in_words_and_not_counted() -> None:
    """A stored menu lacks a tier that the rules have gained since."""
    now, menu = Content(), Content().file("catalogue/veg.json")
    prices = find_dish(menu, DISH)["prices"]
    del prices["thirty"]
    lacking = Content().replace("catalogue/veg.json", menu)

    def differences(before: Content, after: Content) -> list[tuple[str, str]]:
        return [(found.kind, found.sentence) for found in compare(before, after)]

    dish = "Veg menu: Berry Smoothie:"
    assert differences(lacking, now) == [("changed", f"{dish} 30 days no price to ₹228.")]
    assert differences(now, lacking) == [("changed", f"{dish} 30 days ₹228 to no price.")]
    prices["week"] = 280
    assert differences(Content().replace("catalogue/veg.json", menu), now) == [
        ("cheaper", f"{dish} week ₹280 to ₹266, 30 days no price to ₹228.")
    ]


def test_added_and_removed_dishes_are_listed() -> None:
    less = without_dish(Content(), DISH)
    assert [each.sentence for each in compare(Content(), less)] == [
        "Veg menu: Berry Smoothie leaves Protein Smoothies."
    ]
    (added,) = compare(less, Content())
    assert added.kind == "added"
    assert "Berry Smoothie is new in Protein Smoothies at" in added.sentence


def test_changes_that_concern_the_owner_are_listed_first() -> None:
    site = Content().file("site.json")
    site["brand"]["name"] = "Thinai"
    changed = with_price(Content(), DISH, 300).replace("site.json", site)
    found = compare(Content(), changed)
    assert [each.is_protected for each in found] == [True, False]
    assert "Thinai" in found[0].sentence


@pytest.mark.parametrize(
    ("name", "path", "text"),
    [
        ("catalogue/veg.json", ("categories", 0, "items", 1, "name"), "Berry \u202eSmoothie"),
        ("texts.json", ("landing", "heroHeading"), "Protein\u200bpacked"),
        ("shop/terms.txt", (), "Terms\n\nPay\u0007 later"),
    ],
)
def test_text_with_hidden_letters_is_an_error_at_its_place(
    name: str, path: JsonPath, text: str
) -> None:
    assert not checks.file_error(name, Content().file(name))
    value = replace_at(Content().file(name), path, text)
    error = checks.file_error(name, value)
    assert error
    assert (error.path, error.message) == (path, checks.HIDING)
