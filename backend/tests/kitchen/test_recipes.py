"""The shop's files seed the kitchen's recipes; what staff have saved stays, and every edition carries it."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from oottam import catalogue
from oottam.kitchen.services import recipe_check
from oottam.kitchen.services.dish_editing import DishValues, save_dish
from oottam.kitchen.services.dishes import find_items, find_or_create_item
from oottam.kitchen.services.ingredients import IngredientValues, add_ingredient
from oottam.kitchen.services.recipe_files import KitchenRows
from oottam.kitchen.services.recipe_seeding import seed
from oottam.menu import drafts
from oottam.menu.checks import file_error
from oottam.menu.content import INGREDIENTS, MENUS, RECIPES, Content, kitchen_of
from oottam.menu.models import Edition
from oottam.menu.weekly import WEEKLY
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import (
    Alternative,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)
from tests.factories.accounts import make_staff_account
from tests.factories.menu import (
    edit_draft,
    fake_renderer,
    find_dish,
    publish,
    with_grams,
    with_price,
)

pytestmark = pytest.mark.django_db
SMOOTHIE, BERRY = "Dry Fruit Smoothie", "Berry Smoothie"


def grams(item: KitchenItem | str) -> dict[str, Decimal]:
    name = item if isinstance(item, str) else item.name
    found = ItemIngredient.objects.filter(item__name=name)
    return dict(found.values_list("ingredient__key", "grams"))


def catalogue_grams(name: str) -> dict[str, Decimal]:
    recipe = catalogue.current().kitchen.recipe(name)
    assert recipe
    return {part.ingredient.id: part.grams for part in recipe.parts}


def save(name: str, **changed: Any) -> None:
    """Save a dish as a cook would."""
    item = KitchenItem.objects.get(name=name)
    known: dict[str, Any] = {
        "portion": item.portion,
        "mark": item.mark,
        "allergens_known": item.allergens_known,
        "grams": dict(item.amounts.values_list("ingredient", "grams")),
        "station": item.station or "",
        "method": item.method or (),
    }
    values = DishValues(**{**known, **changed})
    cook = User.objects.filter(username="cook").first() or make_staff_account("cook")
    save_dish(item=item.pk, version=item.version, values=values, actor=cook, now=timezone.now())


def number(key: str) -> int:
    return Ingredient.objects.get(key=key).pk


def test_the_files_fill_an_empty_kitchen() -> None:
    kitchen = catalogue.current().kitchen
    assert seed() == sum(recipe.is_known for recipe in kitchen.recipes)
    keys = list(Ingredient.objects.order_by("pk").values_list("key", flat=True))
    assert keys == list(kitchen.ingredients)
    for recipe in kitchen.recipes:
        item = KitchenItem.objects.get(name=recipe.name)
        assert (item.mark, item.portion, item.allergens_known, item.station, item.method) == (
            recipe.mark, recipe.portion, recipe.is_known, recipe.station or "", list(recipe.method),
        )  # fmt: skip
        assert grams(item) == {part.ingredient.id: part.grams for part in recipe.parts}
    milk = Ingredient.objects.get(key="milk")
    known = kitchen.ingredients["milk"]
    assert (milk.group, milk.unit, milk.step, milk.step_grams, milk.note) == (
        known.group, known.unit, known.step, known.step_grams, known.note,
    )  # fmt: skip
    assert (milk.allergens, milk.is_vegetarian) == (["milk"], True)


def test_seeding_again_writes_nothing_and_takes_seven_queries() -> None:
    seed()
    with CaptureQueriesContext(connection) as queries:
        assert seed() == 0
    assert len(queries) == 7


def test_every_named_dish_has_its_alias() -> None:
    seed()
    for kind, menu in catalogue.current().menus.items():
        for dish in menu.dishes:
            assert KitchenAlias.objects.filter(source=kind, dish=dish.id).exists()
    weekly = drafts.of_folder().file(WEEKLY)["week1"]["lunch"][0]["items"][0]["name"]
    assert find_items([OrderedDish("combo", weekly)])


def test_seeding_keeps_what_staff_saved() -> None:
    seed()
    save(SMOOTHIE, portion="2 glasses", allergens_known=False, grams={}, mark="")
    Ingredient.objects.filter(key="milk").update(step_grams=7)
    seed()
    item = KitchenItem.objects.get(name=SMOOTHIE)
    assert (item.portion, item.allergens_known, grams(item)) == ("2 glasses", False, {})
    assert Ingredient.objects.get(key="milk").step_grams == 7


def test_an_existing_dish_that_nobody_saved_gets_its_recipe() -> None:
    item = KitchenItem.objects.create(key=SMOOTHIE.casefold(), name=SMOOTHIE)
    seed()
    item.refresh_from_db()
    assert (item.mark, item.allergens_known) == ("veg", True)
    assert grams(item) == catalogue_grams(SMOOTHIE)


def test_rows_of_0_6_0_get_station_method_and_notes_alone() -> None:
    seed()
    KitchenItem.objects.update(station=None, method=None, version=9)
    Ingredient.objects.update(note=None, step_grams=7)
    assert seed() == 0
    item = KitchenItem.objects.get(name=SMOOTHIE)
    assert (item.station, item.method, item.version) == ("cold", [], 9)
    notes = {each.id: each.note for each in catalogue.current().kitchen.ingredients.values()}
    assert dict(Ingredient.objects.values_list("key", "note")) == notes
    assert not Ingredient.objects.exclude(step_grams=7).exists()


def test_a_new_dish_gets_the_recipe_of_its_name() -> None:
    item = find_or_create_item("DRY fruit  smoothie")
    assert (item.mark, item.name) == ("veg", "DRY fruit  smoothie")
    item.refresh_from_db()
    assert item.allergens_known
    assert grams(item) == catalogue_grams(SMOOTHIE)


def test_each_alternative_of_a_new_dish_gets_its_recipe() -> None:
    both = find_or_create_item("Idli / Podi Idli")
    assert grams(both) == {}
    for option in both.options.all():
        assert grams(option) == catalogue_grams(option.name)


def test_a_dish_without_a_recipe_has_no_known_ingredients() -> None:
    item = find_or_create_item("Moon Cake")
    assert (item.mark, item.allergens_known, grams(item)) == ("", False, {})


class TestPublishing:
    """Publishing fills what lacks, and writes over nothing."""

    @pytest.fixture(autouse=True)
    def kitchen(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
        fake_renderer(tmp_path, monkeypatch, settings)
        seed()

    def test_publishing_writes_over_no_recipe(self) -> None:
        save(BERRY, portion="1 jug")
        edit_draft(lambda content: with_grams(with_price(content, BERRY, 300), BERRY, almonds=5))
        publish()
        assert KitchenItem.objects.get(name=BERRY).portion == "1 jug"
        assert "almonds" not in grams(BERRY)
        assert seed() == 0

    def test_recipes_alone_change_no_menu(self) -> None:
        edit_draft(lambda content: with_grams(content, BERRY, almonds=5))
        assert not drafts.load().is_changed

    def test_an_imported_folder_fills_dishes_without_a_recipe(self) -> None:
        def add(content: Content) -> Content:
            file, menu = content.file(RECIPES), content.file(MENUS["veg"])
            file["recipes"].append({**file["recipes"][0], "name": "Moon Cake"})
            dishes = menu["categories"][0]["items"]
            dishes.append({**dishes[0], "id": "moon-cake", "name": "Moon Cake"})
            return content.replace(RECIPES, file).replace(MENUS["veg"], menu)

        edit_draft(add)
        publish()
        assert grams("Moon Cake") == grams(SMOOTHIE)
        assert find_items([OrderedDish("veg", "Moon Cake", "moon-cake")])

    def test_a_new_dish_of_the_menu_is_marked_as_the_menu_says(self) -> None:
        def add(content: Content) -> Content:
            menu = content.file(MENUS["nonveg"])
            dishes = menu["categories"][0]["items"]
            dishes.append({**dishes[0], "id": "moon-fish", "name": "Moon Fish"})
            return content.replace(MENUS["nonveg"], menu)

        edit_draft(add)
        publish()
        assert KitchenItem.objects.get(name="Moon Fish").mark == "nonveg"

    def test_a_dish_renamed_on_the_menu_stays_the_same_dish(self) -> None:
        before = find_items([OrderedDish("veg", BERRY, "berry-smoothie")])

        def rename(content: Content) -> Content:
            menu = content.file(MENUS["veg"])
            find_dish(menu, BERRY)["name"] = "Berry Shake"
            return content.replace(MENUS["veg"], menu)

        edit_draft(rename)
        publish()
        after = find_items([OrderedDish("veg", "Berry Shake", "berry-smoothie")])
        assert set(after.values()) == set(before.values())


def test_export_then_import_is_the_identity(tmp_path: Path) -> None:
    """All that a form can save: own ingredients, notes, methods, incomplete recipes."""
    seed()
    cook = make_staff_account("priya")
    nuts = add_ingredient(
        values=IngredientValues(
            name="Pine nuts", allergens=["peanut"], is_vegetarian=True, tags=None, group="Nuts",
            unit="packet", step=Decimal("0.25"), step_grams=250, note="Ask for traces.",
        ),
        actor=cook, now=timezone.now(),
    )  # fmt: skip
    save(BERRY, grams={nuts.pk: Decimal("2.5"), number("milk"): Decimal(150)}, station="pots")
    save(SMOOTHIE, allergens_known=False, method=["Soak.", "Blend."])
    whole = KitchenRows.read().into(drafts.of_folder())
    assert [file_error(name, whole.file(name)) for name in (RECIPES, INGREDIENTS)] == [None, None]

    def table() -> tuple[Any, ...]:
        recipes = {
            item.name: (
                item.portion, item.mark, item.allergens_known, item.station, item.method, grams(item),
            )
            for item in KitchenItem.objects.exclude(portion="")
        }  # fmt: skip
        columns = ("name", "allergens", "is_vegetarian", "tags", "group", "unit", "step", "step_grams", "note")  # fmt: skip
        return recipes, {each.key: [getattr(each, c) for c in columns] for each in Ingredient.objects.all()}  # fmt: skip

    before = table()
    ItemIngredient.objects.all().delete()
    KitchenAlias.objects.all().delete()
    Alternative.objects.all().delete()
    KitchenItem.objects.all().delete()
    Ingredient.objects.all().delete()
    Edition.objects.create(
        number=1, content=whole.to_text(), digest=whole.digest, state="live",
        made_at=timezone.now(), starts_at=timezone.now(), live_from=timezone.now(),
    )  # fmt: skip
    seed()
    assert table() == before


def test_an_untouched_kitchen_is_exported_as_the_shipped_files() -> None:
    seed()
    assert kitchen_of(KitchenRows.read().into(Content())) == kitchen_of(Content())


def test_odd_texts_of_0_6_0_are_exported_so_that_a_menu_can_be_published() -> None:
    seed()
    KitchenItem.objects.filter(name=BERRY).update(portion="x" * 100, version=2)
    Ingredient.objects.filter(key="milk").update(
        name="Milk\u200b " + "y" * 60, unit="sack", group=""
    )
    Ingredient.objects.filter(key="curd").update(key="own:curd")
    content = KitchenRows.read().into(drafts.of_folder())
    assert [file_error(name, content.file(name)) for name in (RECIPES, INGREDIENTS)] == [None, None]
    assert kitchen_of(content).recipe(BERRY)


def test_the_menu_is_exported_with_incomplete_recipes(tmp_path: Path) -> None:
    seed()
    save(BERRY, allergens_known=False)
    call_command("menu", "export", tmp_path / "own", verbosity=0)
    file = json.loads((tmp_path / "own" / RECIPES).read_text("utf-8"))
    [recipe] = [each for each in file["recipes"] if each["name"] == BERRY]
    assert recipe["complete"] is False
    assert recipe["grams"]


def test_the_shop_says_that_its_recipes_are_right_until_its_folder_changes(
    tmp_path: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    shipped = settings.CONTRACT
    settings.CONTRACT = tmp_path
    (tmp_path / "kitchen").mkdir()
    file = tmp_path / RECIPES
    file.write_bytes((shipped / RECIPES).read_bytes())
    seed()
    recipe_check.read_folder()
    assert not recipe_check.is_checked()
    recipe_check.note(actor=make_staff_account("mani"), now=timezone.now())
    recipe_check.read_folder()
    assert recipe_check.is_checked()
    assert KitchenRows.read().into(Content()).file(RECIPES)["sample"] is False
    file.write_bytes(file.read_bytes().replace(b"1 glass, 300 ml", b"1 glass, 250 ml"))
    recipe_check.read_folder()
    assert not recipe_check.is_checked()
    assert "compare them under Kitchen > Dishes" in caplog.text
