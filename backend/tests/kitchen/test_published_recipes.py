"""What is published reaches the kitchen's dishes and ingredients, and leaves what cooks have changed."""

import json
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from oottam.audit.models import AuditEntry
from oottam.backoffice.kitchen.labels.queries import boxes_of, labels_of
from oottam.kitchen.day import day_view
from oottam.kitchen.services import recipes
from oottam.kitchen.services.dish_merging import merge
from oottam.kitchen.services.dishes import find_or_create_items
from oottam.kitchen.services.recipes import live_menu, load_recipes, preview, recipes_of
from oottam.menu import drafts, live
from oottam.menu.content import INGREDIENTS, MENUS, RECIPES, Content, kitchen_of
from oottam.menu.models import Edition, EditionState
from oottam.menu.weekly import WEEKLY
from oottam.plans.domain.dish_names import OrderedDish
from oottam.plans.models import Alternative, Ingredient, ItemIngredient, KitchenItem
from tests.factories.accounts import make_staff_account
from tests.factories.kitchen import Boxes
from tests.factories.menu import (
    edit_draft,
    fake_renderer,
    find_dish,
    publish,
    with_grams,
    with_ingredient,
)

pytestmark = pytest.mark.django_db
DISH, OTHER = "Berry Smoothie", "Dry Fruit Smoothie"


@pytest.fixture(autouse=True)
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    fake_renderer(tmp_path, monkeypatch, settings)
    load_recipes()


def item(name: str = DISH) -> KitchenItem:
    return KitchenItem.objects.get(name=name)


def grams(name: str = DISH) -> dict[str, Decimal]:
    found = ItemIngredient.objects.filter(item__name=name)
    return dict(found.values_list("ingredient__key", "grams"))


def add_almonds(amount: float = 5, name: str = DISH) -> None:
    edit_draft(lambda content: with_grams(content, name, almonds=amount))


def cook_changes(name: str = DISH, **columns: Any) -> None:
    KitchenItem.objects.filter(name=name).update(version=9, **columns)


def test_a_published_recipe_is_the_kitchen_s_at_once() -> None:
    add_almonds()
    before = item()
    publish()
    assert grams()["almonds"] == 5
    assert item().version == before.version + 1
    entry = AuditEntry.objects.get(action="dish.describe")
    assert entry.actor is None
    assert entry.data["dish"] == DISH
    assert "Almonds 5" in entry.data["grams"]["now"]


def test_a_scheduled_recipe_is_the_kitchen_s_when_it_goes_live() -> None:
    add_almonds()
    at = timezone.now() + timedelta(hours=1)
    publish(starts_at=at)
    load_recipes()
    assert "almonds" not in grams()
    live.read(at)
    assert grams()["almonds"] == 5
    changed = item().version
    live.read(at)  # another server
    load_recipes()
    assert item().version == changed


def test_a_kill_leaves_the_former_edition_and_the_former_recipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def killed(*_: Any) -> None:
        raise RuntimeError("killed")

    add_almonds()
    at = timezone.now() + timedelta(hours=1)
    publish(starts_at=at)
    with monkeypatch.context() as patch:
        patch.setattr(recipes, "_write_grams", killed)
        with pytest.raises(RuntimeError):
            live.read(at)
    assert Edition.objects.get().state == EditionState.SCHEDULED
    assert "almonds" not in grams()
    assert grams()
    live.read(at)
    assert grams()["almonds"] == 5


def test_a_server_that_shows_an_earlier_edition_takes_no_recipe_back() -> None:
    """`catalogue.current()` is still the contract folder's here."""
    add_almonds()
    publish()
    assert load_recipes() == 0
    assert grams()["almonds"] == 5
    assert live_menu().kitchen.recipe(DISH) == kitchen_of(drafts.load().base).recipe(DISH)


def test_a_recipe_that_a_cook_changed_stays_and_is_named() -> None:
    ItemIngredient.objects.filter(item=item(), ingredient__key="milk").update(grams=140)
    add_almonds()
    assert preview(recipes_of(drafts.load().content)).own == {DISH.casefold(): DISH}
    publish()
    assert grams()["milk"] == 140
    assert "almonds" not in grams()


def test_a_part_that_no_cook_changed_follows_beside_one_that_stays() -> None:
    cook_changes(portion="1 mug")
    add_almonds()
    publish()
    assert item().portion == "1 mug"
    assert grams()["almonds"] == 5


def test_a_dish_that_holds_the_menu_s_recipe_again_follows_it_again() -> None:
    milk = ItemIngredient.objects.filter(item=item(), ingredient__key="milk")
    milk.update(grams=140)
    add_almonds()
    publish()
    ItemIngredient.objects.create(
        item=item(), ingredient=Ingredient.objects.get(key="almonds"), grams=5
    )
    milk.update(grams=150)
    add_almonds(7)
    publish()
    assert grams()["almonds"] == 7


def test_going_back_takes_the_recipe_back() -> None:
    add_almonds()
    publish()
    edit_draft(lambda content: with_grams(content, DISH, almonds=0))
    publish()
    assert "almonds" not in grams()


@pytest.mark.parametrize(("version", "is_followed"), [(1, True), (2, False)])
def test_a_dish_of_an_earlier_release_is_the_menu_s_unless_it_was_saved(
    version: int, is_followed: bool
) -> None:
    ItemIngredient.objects.filter(item=item(), ingredient__key="milk").update(grams=140)
    KitchenItem.objects.update(from_menu=None, version=version)
    load_recipes()
    assert (grams()["milk"] == 150) is is_followed


def test_an_earlier_release_s_recipe_is_kept_where_the_menu_has_none() -> None:
    def without_grams(content: Content) -> Content:
        kitchen = content.file("kitchen/recipes.json")
        for each in kitchen["recipes"]:
            if each["name"] == DISH:
                del each["grams"]
        return content.replace("kitchen/recipes.json", kitchen)

    KitchenItem.objects.update(from_menu=None)
    edit_draft(without_grams)
    publish()
    assert grams()


def test_a_dish_with_alternatives_of_the_kitchen_s_gets_no_recipe_of_its_own() -> None:
    ItemIngredient.objects.filter(item=item()).delete()
    Alternative.objects.create(item=item(), position=1, option=item(OTHER))
    add_almonds()
    publish()
    assert grams() == {}


def test_a_dish_that_is_cooked_as_another_is_named() -> None:
    KitchenItem.objects.filter(name=DISH).update(merged_into=item(OTHER))
    planned = preview(recipes_of(drafts.load().content))
    assert planned.own == {DISH.casefold(): OTHER}


def rename(name: str, content: Content, menu: str = "veg") -> Content:
    """The content in which the veg menu's dish has this name, and a recipe under it."""
    file, kitchen = content.file(MENUS[menu]), content.file(RECIPES)
    find_dish(file, DISH)["name"] = name
    recipe = next(each for each in kitchen["recipes"] if each["name"] == DISH)
    kitchen["recipes"].append({**recipe, "name": name})
    return content.replace(MENUS[menu], file).replace(RECIPES, kitchen)


def without_weekly(content: Content, name: str) -> Content:
    """The content whose weekly menu has another dish in its place."""
    text = json.dumps(content.file(WEEKLY)).replace(f'"{name}"', f'"{OTHER}"')
    return content.replace(WEEKLY, json.loads(text))


def ordered_item() -> KitchenItem:
    """The item of an order of the veg menu's dish."""
    dish = OrderedDish("veg", DISH, "berry-smoothie")
    [number] = find_or_create_items([dish]).values()
    return KitchenItem.objects.get(pk=number)


def test_orders_of_a_renamed_dish_follow_the_recipe_of_its_new_name() -> None:
    before = ordered_item()
    edit_draft(lambda content: without_weekly(rename("Berry Shake", content), DISH))
    publish()
    add_almonds(name="Berry Shake")
    publish()
    assert ordered_item() == before
    assert grams()["almonds"] == 5


def test_further_orders_of_a_renamed_dish_leave_the_name_that_another_dish_has() -> None:
    before = ordered_item()
    edit_draft(
        lambda content: rename("Berry Shake", content)
    )  # the weekly menu has the former name
    publish()
    add_almonds(name="Berry Shake")
    publish()
    assert ordered_item().name == "Berry Shake"
    assert grams("Berry Shake")["almonds"] == 5
    assert "almonds" not in grams(before.name)
    assert not load_recipes()


def test_a_dish_that_a_cook_has_merged_is_not_renamed() -> None:
    ordered_item()
    other = item(OTHER)
    merge(
        item=item().pk,
        version=item().version,
        into=other.pk,
        actor=make_staff_account("priya"),
        now=timezone.now(),
    )
    add_almonds()
    publish()
    assert ordered_item() == other
    assert grams(OTHER)["almonds"] == 15


def test_a_published_ingredient_is_the_kitchen_s_and_tells_what_changes() -> None:
    edit_draft(lambda content: with_ingredient(content, "curd", allergens=["milk", "peanut"]))
    planned = preview(recipes_of(drafts.load().content)).contents
    assert "peanut" in planned[DISH.casefold()].codes
    publish()
    assert Ingredient.objects.get(key="curd").allergens == ["milk", "peanut"]
    assert preview(live_menu()).contents == {}


def test_what_a_cook_changed_of_an_ingredient_stays_but_allergens_are_added() -> None:
    Ingredient.objects.filter(key="curd").update(
        allergens=["milk", "sulphite"], step_grams=7, version=2
    )
    edit_draft(
        lambda content: with_ingredient(
            content, "curd", allergens=["peanut"], stepGrams=900, name="Set curd"
        )
    )
    publish()
    curd = Ingredient.objects.get(key="curd")
    assert (curd.name, curd.allergens, curd.step_grams) == ("Set curd", ["peanut", "sulphite"], 7)
    assert preview(live_menu()).own_ingredients == {"curd": "Set curd"}


def test_an_ingredient_that_the_kitchen_had_already_is_not_there_twice() -> None:
    own = Ingredient.objects.create(
        key="own:pine nuts", name="Pine  Nuts", allergens=["sulphite"], tags=[]
    )

    def add(content: Content) -> Content:
        kitchen = content.file(INGREDIENTS)
        first = kitchen["groups"][0]["ingredients"]
        first.append({**first[0], "id": "pine-nuts", "name": "Pine nuts", "allergens": ["peanut"]})
        return with_grams(content.replace(INGREDIENTS, kitchen), DISH, pine_nuts=3)

    edit_draft(add)
    assert {"peanut", "sulphite"} <= preview(recipes_of(drafts.load().content)).contents[
        DISH.casefold()
    ].codes
    publish()
    own.refresh_from_db()
    assert (own.key, own.allergens) == ("pine-nuts", ["peanut", "sulphite"])
    assert Ingredient.objects.filter(name__iexact="pine nuts").count() == 1
    assert grams()["pine-nuts"] == 3


@pytest.mark.parametrize("via", ["recipe", "ingredient"])
def test_sheets_and_labels_of_past_days_keep_what_a_dish_was(via: str) -> None:
    today = timezone.localdate()
    boxes = Boxes()
    days = [today - timedelta(days=2), today - timedelta(days=1), today, today + timedelta(days=1)]
    boxes.plan([DISH], days, allergens=["peanut"])
    if via == "recipe":
        add_almonds()
    else:
        edit_draft(lambda content: with_ingredient(content, "curd", allergens=["milk", "peanut"]))
    publish()
    edit_draft(lambda content: with_grams(content, DISH, milk=160, egg_whites=0))
    publish()
    clashing = [bool(day_view(day).meals[0].dishes[0].clashes) for day in days]
    assert clashing == [False, False, True, True]
    warned = [bool(label.warnings) for day in days for label in labels_of(boxes_of(day), day)]
    assert warned == [False, False, True, True]


def test_a_portion_of_a_past_day_is_that_of_its_time() -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    Boxes().plan([DISH], [yesterday])
    edit_draft(
        lambda content: content.replace(
            RECIPES,
            {
                **content.file(RECIPES),
                "recipes": [
                    {**each, "portion": "1 jug"} if each["name"] == DISH else each
                    for each in content.file(RECIPES)["recipes"]
                ],
            },
        )
    )
    publish()
    assert item().portion == "1 jug"
    assert day_view(yesterday).meals[0].dishes[0].portion == "1 glass, 300 ml"


def test_publishing_a_price_alone_writes_nothing_into_the_kitchen() -> None:
    with CaptureQueriesContext(connection) as queries:
        assert load_recipes() == 0
    assert len(queries) == 6
