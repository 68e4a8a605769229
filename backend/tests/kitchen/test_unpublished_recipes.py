"""What 0.6.0 had unpublished in the menu is not lost: a scheduled edition's counts, the draft's is offered once."""

from decimal import Decimal
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.kitchen.services import unpublished_recipes
from oottam.kitchen.services.recipe_seeding import seed
from oottam.menu import drafts
from oottam.menu.content import INGREDIENTS, RECIPES, Content, kitchen_of
from oottam.menu.models import Edition, MenuDraft
from oottam.plans.receivers import update_recipes
from oottam.schedule.models import Ingredient, ItemIngredient, KitchenItem, UnpublishedRecipes
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import with_grams, with_ingredient

pytestmark = pytest.mark.django_db
migration = import_module("oottam.schedule.migrations.0013_recipes")
BERRY, DRY = "Berry Smoothie", "Dry Fruit Smoothie"
LIST = "/backoffice/kitchen/items/"


@pytest.fixture
def owner() -> User:
    return make_staff_account("mani", Role.OWNER)


@pytest.fixture
def client(owner: User) -> Client:
    return logged_in(owner)


def update(draft: Content | None = None, scheduled: Content | None = None) -> None:
    """Bring 0.6.0's draft and scheduled edition to this release."""
    seed()
    if draft:
        MenuDraft.objects.create(content=draft.to_text(), revision=1)
    if scheduled:
        Edition.objects.create(
            number=7, content=scheduled.to_text(), digest=scheduled.digest, state="scheduled",
            made_at=timezone.now(), starts_at=timezone.now(),
        )  # fmt: skip
    migration.keep_unpublished(apps, None)
    seed()


def grams(name: str = BERRY) -> dict[str, Any]:
    found = ItemIngredient.objects.filter(item__name=name)
    return dict(found.values_list("ingredient__key", "grams"))


def go_live() -> None:
    Edition.objects.update(state="live", live_from=timezone.now())
    update_recipes(number=7, now=timezone.now())


def pine_nuts(content: Content) -> Content:
    file = content.file(INGREDIENTS)
    first = file["groups"][0]["ingredients"]
    first.append({**first[0], "id": "pine-nuts", "name": "Pine nuts", "allergens": ["peanut"]})
    return with_grams(content.replace(INGREDIENTS, file), BERRY, pine_nuts=3)


def test_nothing_is_offered_where_nothing_waited() -> None:
    update(draft=drafts.of_folder())
    assert not UnpublishedRecipes.objects.exists()


def test_a_scheduled_edition_s_recipes_count_from_its_hour() -> None:
    content = with_ingredient(pine_nuts(drafts.of_folder()), "curd", allergens=["milk", "soy"])
    update(scheduled=content)
    assert "pine-nuts" not in grams()
    go_live()
    assert grams()["pine-nuts"] == 3
    assert Ingredient.objects.get(key="curd").allergens == ["milk", "soy"]
    assert not UnpublishedRecipes.objects.exists()


def test_a_scheduled_recipe_that_the_kitchen_has_changed_is_offered() -> None:
    update(scheduled=with_grams(drafts.of_folder(), BERRY, almonds=5))
    KitchenItem.objects.filter(name=BERRY).update(version=3)
    go_live()
    assert "almonds" not in grams()
    item = KitchenItem.objects.get(name=BERRY)
    assert list(unpublished_recipes.offered().dishes) == [item.pk]


def test_a_draft_s_recipe_opens_the_editor_and_is_offered_until_it_is_saved(client: Client) -> None:
    update(draft=pine_nuts(drafts.of_folder()))
    item = KitchenItem.objects.get(name=BERRY)
    assert f'href="{LIST}{item.pk}/?unpublished=1"' in client.get(LIST).content.decode()
    page = client.get(f"{LIST}{item.pk}/?unpublished=1").content.decode()
    assert 'value="Pine nuts"' in page
    sent = {
        "version": item.version, "portion": item.portion, "mark": "veg", "allergens_known": "on",
        "ingredient": ["Milk", "Pine nuts"], "grams": ["150", "3"], "unpublished": "1",
    }  # fmt: skip
    assert client.post(f"{LIST}{item.pk}/", sent).status_code == 302
    assert grams() == {"milk": 150, "pine-nuts": 3}
    assert not unpublished_recipes.offered().dishes


def test_a_draft_s_ingredient_is_offered_too(client: Client) -> None:
    update(draft=with_ingredient(drafts.of_folder(), "curd", allergens=["milk", "soy"]))
    curd = Ingredient.objects.get(key="curd")
    address = f"{LIST}ingredients/{curd.pk}/?unpublished=1"
    assert address in client.get(LIST).content.decode()
    assert 'value="soy" id="ingredient-allergens_7" checked' in client.get(address).content.decode()


def test_what_is_offered_can_be_dropped(client: Client) -> None:
    update(draft=with_grams(drafts.of_folder(), BERRY, almonds=5))
    assert "Recipes that waited in the menu" in client.get(LIST).content.decode()
    client.post(f"{LIST}unpublished/drop")
    assert "Recipes that waited in the menu" not in client.get(LIST).content.decode()


def test_the_recipe_of_a_dish_renamed_in_the_draft_does_not_wait() -> None:
    content = drafts.of_folder()
    file = content.file(RECIPES)
    recipe = next(each for each in file["recipes"] if each["name"] == BERRY)
    file["recipes"].append({**recipe, "name": "Berry Shake"})
    update(draft=content.replace(RECIPES, file))
    assert not UnpublishedRecipes.objects.exists()


def test_a_draft_over_a_scheduled_edition_offers_its_own_alone() -> None:
    scheduled = with_grams(drafts.of_folder(), DRY, almonds=1)
    update(scheduled=scheduled, draft=with_grams(scheduled, BERRY, almonds=5))
    rows = {
        row.edition: [each["name"] for each in row.recipes]
        for row in UnpublishedRecipes.objects.all()
    }
    assert rows == {7: [DRY], None: [BERRY]}


def test_going_back_makes_every_row_the_kitchen_s_own() -> None:
    """0.6.0 keeps a row without memory that somebody has saved, whatever the menu's files say."""
    seed()
    KitchenItem.objects.filter(name=BERRY).update(from_menu={"portion": "1 glass"})
    migration.go_back(apps, None)
    for model in (KitchenItem, Ingredient):
        assert set(model.objects.values_list("from_menu", flat=True)) == {None}
        assert not model.objects.filter(version=1).exists()


def test_going_back_gives_the_draft_the_live_recipes_and_what_still_waits() -> None:
    """0.6.0 would else publish the recipes that its draft began with over those of the kitchen."""
    update(draft=pine_nuts(drafts.of_folder()))
    live = with_grams(drafts.of_folder(), DRY, milk=155)
    Edition.objects.create(
        number=1, content=live.to_text(), digest=live.digest, state="live",
        made_at=timezone.now(), starts_at=timezone.now(), live_from=timezone.now(),
    )  # fmt: skip
    migration.go_back(apps, None)
    kitchen = kitchen_of(Content.from_text(MenuDraft.objects.get().content))
    held = {
        name: {part.ingredient.id: part.grams for part in recipe.parts}
        for name in (BERRY, DRY)
        if (recipe := kitchen.recipe(name))
    }
    assert (held[BERRY]["pine-nuts"], held[DRY]["milk"]) == (Decimal(3), Decimal(155))
