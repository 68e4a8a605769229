"""The pages of the draft's dishes: the price grid, a dish, categories."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from oottam.menu import drafts
from oottam.menu.dishes import find, photo_of
from tests.factories.accounts import make_desk_client
from tests.factories.menu import edit_draft, edit_price, make_photo, without_dish

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/menu/"
DISH = f"{PAGE}dishes/veg/berry-smoothie/"


@pytest.fixture
def client() -> Client:
    return make_desk_client()


def menu() -> Any:
    return drafts.load().content.file("catalogue/veg.json")


def fields(**changed: str) -> dict[str, str]:
    shown = {
        "name": "Berry Smoothie",
        "mark": "veg",
        "category": "protein-smoothies",
        "sentence": "Strawberries and blueberries blended into a thick pink smoothie.",
        "week": "266",
        "fifteen": "247",
        "thirty": "228",
    }
    initial = {f"initial-{name}": value for name, value in shown.items()}
    return {**initial, **shown, "revision": "0", **changed}


def test_prices_are_saved_and_a_conflict_keeps_the_input(client: Client) -> None:
    cell = "veg/berry-smoothie/week"
    assert client.post(PAGE, {"revision": "0", f"{cell}=266": "270"}).status_code == 302
    edit_price("Berry Smoothie", 280)
    answer = client.post(PAGE, {"revision": "1", f"{cell}=270": "290"})
    page = answer.content.decode()
    assert (answer.status_code, f'name="{cell}=280" value="290"' in page) == (409, True)
    assert "has since changed this to ₹280" in page
    assert client.post(PAGE, {"revision": "2", f"{cell}=280": "290"}).status_code == 302


def test_bulk_change_fills_the_fields_without_saving(client: Client) -> None:
    sent = {
        "do": "preview",
        "percent": "5",
        "step": "5",
        "way": "up",
        "choose": "veg/berry-smoothie",
    }
    page = client.post(PAGE, sent).content.decode()
    assert 'name="veg/berry-smoothie/week=266" value="280"' in page
    assert 'name="veg/dry-fruit-smoothie/week=273" value="273"' in page
    assert drafts.load().revision == 0
    assert 'week=266" value="239"' in (
        client.post(PAGE, {**sent, "percent": "−10 %", "step": "1", "way": "down"}).content.decode()
    )


@pytest.mark.parametrize(
    ("percent", "sentence"),
    [
        *((each, "such as 5 or -10") for each in ("ten", "", "nan", "-NaN", "sNaN", "inf", "٪")),
        *((each, "from -90 to 200") for each in ("201", "-91", "1e9", "9" * 5000, "5.125")),
    ],
)
def test_what_is_no_percentage_is_refused(client: Client, percent: str, sentence: str) -> None:
    sent = {"do": "preview", "percent": percent, "step": "5", "way": "up"}
    answer = client.post(PAGE, {**sent, "choose": "veg/berry-smoothie"})
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)


def test_only_changed_values_of_a_dish_are_stored(client: Client) -> None:
    assert client.post(DISH, fields(name="Beery Smoothie")).status_code == 302
    category, dish = find(menu(), "berry-smoothie")
    assert (category["id"], dish["name"], dish["prices"]["week"]) == (
        "protein-smoothies",
        "Beery Smoothie",
        266,
    )


def test_colleagues_change_is_merged_and_kept_by_the_next_save(client: Client) -> None:
    edit_price("Berry Smoothie", 250)
    answer = client.post(DISH, fields(name="Beery Smoothie"))
    page = answer.content.decode()
    assert (answer.status_code, "Berry Smoothie costs 250" in page) == (409, True)
    assert 'name="week" value="250"' in page
    assert 'name="name" value="Beery Smoothie"' in page


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": "dry fruit smoothie"}, "has a dish of this name"),
        ({"name": "x" * 35}, "at most 34"),
        ({"week": "0"}, "above 0"),
        ({"thirty": "250"}, "must not cost more"),
        ({"sentence": "Too short."}, "20 to 140"),
        ({"week": "900"}, "more than half"),
    ],
)
def test_invalid_value_is_rejected_at_its_field(
    client: Client, changed: dict[str, str], sentence: str
) -> None:
    answer = client.post(DISH, fields(**changed))
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert drafts.load().revision == 0


def test_new_dish_gets_an_unused_id(client: Client) -> None:
    edit_price("Berry Smoothie", 250)
    edit_draft(lambda content: without_dish(content, "Berry Smoothie"))
    answer = client.post(f"{PAGE}dishes/veg/new/", fields())
    assert answer["Location"] == f"{PAGE}dishes/veg/berry-smoothie-2/"


def test_dish_is_removed_from_the_menu_and_restored(client: Client) -> None:
    client.post(f"{DISH}off")
    assert "Berry Smoothie" in client.get(f"{PAGE}dishes/off/").content.decode()
    client.post(f"{DISH}back", {"category": "nut-milk"})
    assert find(menu(), "berry-smoothie")[0]["id"] == "nut-milk"


def test_uploaded_photo_belongs_to_the_dish(client: Client) -> None:
    photo = SimpleUploadedFile("a.jpg", make_photo(), "image/jpeg")
    assert client.post(f"{DISH}photo", {"photo": photo, "across": "0"}).status_code == 302
    view = drafts.load()
    assert photo_of(view.content, find(menu(), "berry-smoothie")[1])
    refused = client.post(f"{DISH}photo", {"photo": SimpleUploadedFile("a.jpg", b"no")})
    assert (refused.status_code, "no photo that can be read" in refused.content.decode()) == (
        422,
        True,
    )


def test_dishes_and_categories_can_be_reordered(client: Client) -> None:
    client.post(f"{DISH}move", {"category": "protein-smoothies", "before": "dry-fruit-smoothie"})
    assert menu()["categories"][0]["items"][0]["id"] == "berry-smoothie"
    at = f"{PAGE}categories/veg/"
    client.post(f"{at}nut-milk/move", {"before": "protein-smoothies"})
    assert menu()["categories"][0]["id"] == "nut-milk"
    client.post(f"{at}nut-milk/remove")
    assert menu()["categories"][0]["id"] == "nut-milk"
    client.post(f"{at}add", {"title": "Sweets"})
    assert menu()["categories"][-1] == {"id": "sweets", "title": "Sweets", "items": []}
    assert client.post(f"{at}add", {"title": "sweets"}).status_code == 422
    client.post(f"{at}sweets/rename", {"title": "Ladoos"})
    assert menu()["categories"][-1]["title"] == "Ladoos"
    client.post(f"{at}sweets/remove")
    assert menu()["categories"][-1]["id"] != "sweets"
