"""What the menu's dishes hold by the kitchen's rows: allergens at once, figures as they were published."""

from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from oottam.core.errors import DomainError
from oottam.kitchen.services import dish_facts
from oottam.kitchen.services.dish_editing import DishValues, save_dish
from oottam.kitchen.services.dish_facts import amounts_on, ingredients_to_read, live_facts
from oottam.kitchen.services.ingredients import IngredientValues, save_ingredient
from oottam.kitchen.services.recipe_seeding import seed
from oottam.menu import live
from oottam.menu.models import Edition
from oottam.schedule.models import Ingredient, ItemIngredient, KitchenItem
from tests.factories.accounts import make_cook
from tests.factories.menu import edit_price, fake_renderer, publish, shipped_facts

pytestmark = pytest.mark.django_db
BERRY = "Berry Smoothie"
IDLI = "Idli / Podi Idli"


@pytest.fixture(autouse=True)
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    staff = settings.STOREFRONT / "staff"
    fake_renderer(tmp_path, monkeypatch, settings)
    (settings.STOREFRONT / "staff").symlink_to(staff)
    monkeypatch.setattr(dish_facts, "_last", None)


def facts(name: str = BERRY) -> Any:
    number = Edition.objects.filter(state="live").values_list("number", flat=True).first()
    return live_facts(number or 0, timezone.now())["dishes"][name]


def row(key: str) -> Ingredient:
    return Ingredient.objects.get(key=key)


def save(name: str = BERRY, first: Any = None, **changed: Any) -> None:
    item = KitchenItem.objects.get(name=name)
    known: dict[str, Any] = {
        "portion": item.portion,
        "mark": item.mark,
        "allergens_known": item.allergens_known,
        "grams": dict(item.amounts.values_list("ingredient", "grams")),
        "station": item.station or "",
    }
    values = DishValues(**{**known, **changed})
    save_dish(
        item=item.pk,
        version=item.version,
        values=values,
        first=first,
        actor=None,
        now=timezone.now(),
    )


def with_peanuts() -> dict[int, Decimal]:
    item = KitchenItem.objects.get(name=BERRY)
    known: dict[int, Decimal] = dict(item.amounts.values_list("ingredient", "grams"))
    return {**known, row("peanuts").pk: Decimal(30)}


def save_values(key: str, **changed: Any) -> None:
    stored = row(key)
    names = IngredientValues.__dataclass_fields__
    values = IngredientValues(**{**{name: getattr(stored, name) for name in names}, **changed})
    save_ingredient(
        number=stored.pk, version=stored.version, values=values, actor=None, now=timezone.now()
    )


def test_a_kitchen_that_is_as_shipped_says_what_the_build_says() -> None:
    assert live.read(timezone.now()).facts == shipped_facts()
    seed()
    assert live.read(timezone.now()).facts == shipped_facts()


def test_a_dish_that_gains_peanuts_has_them_at_once() -> None:
    seed()
    edit_price(BERRY, 300)
    publish()
    before = facts()
    save(grams=with_peanuts())
    assert "peanut" not in before["allergens"]
    assert facts()["allergens"] == ["milk", "peanut", "soy"]
    assert facts()["figures"] == before["figures"]  # as they were published


def test_a_dish_that_loses_peanuts_tomorrow_has_them_until_then() -> None:
    seed()
    save(grams=with_peanuts())
    tomorrow = timezone.localdate() + timedelta(days=1)
    without = {key: grams for key, grams in with_peanuts().items() if key != row("peanuts").pk}
    save(grams=without, first=tomorrow)
    assert "peanut" in facts()["allergens"]
    assert facts()["figures"] != shipped_facts()["dishes"][BERRY]["figures"]
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert "peanut" not in facts()["allergens"]
        assert facts()["figures"] == shipped_facts()["dishes"][BERRY]["figures"]


def test_more_of_an_ingredient_tomorrow_is_not_told_today() -> None:
    seed()
    before = facts()["figures"]
    save(grams=with_peanuts(), first=timezone.localdate() + timedelta(days=1))
    assert facts()["figures"] == before


def test_alternatives_have_facts_of_their_own() -> None:
    seed()
    assert facts("Podi Idli")["allergens"] is not None
    assert [facts("Idli")["figures"], facts("Podi Idli")["figures"]] == [
        [each] for each in facts(IDLI)["figures"]
    ]


def test_figures_of_files_follow_the_recipes() -> None:
    seed()
    before = facts()["figures"]
    save(grams=with_peanuts())
    [[kcal, protein, *_]], [[kcal_before, protein_before, *_]] = facts()["figures"], before
    assert (kcal - kcal_before, protein - protein_before) == (160, 7)


def test_changed_figures_can_be_published_without_another_change() -> None:
    seed()
    edit_price(BERRY, 300)
    publish()
    with pytest.raises(DomainError, match="Nothing has changed"):
        publish()
    save(grams=with_peanuts())
    publish()
    figures = Edition.objects.get(state="live").figures
    assert figures is not None
    assert figures[BERRY]["figures"] == facts()["figures"]
    with pytest.raises(DomainError, match="Nothing has changed"):
        publish()


def test_alternatives_have_figures_of_their_own_and_their_allergens_together() -> None:
    seed()
    assert len(facts(IDLI)["figures"]) == 2
    save("Podi Idli", grams=with_peanuts())
    assert "peanut" in facts(IDLI)["allergens"]


def test_an_incomplete_recipe_says_nothing() -> None:
    seed()
    save(allergens_known=False)
    assert (facts()["figures"], facts()["allergens"]) == ([None], None)


def test_an_ingredient_without_values_leaves_its_dishes_without_figures_but_with_allergens() -> (
    None
):
    seed()
    save_values("strawberries", protein=None, carbohydrate=None, fat=None, fibre=None)
    assert facts()["figures"] == [None]
    assert facts()["allergens"] == ["milk", "soy"]


def test_allergens_are_not_known_while_an_ingredient_was_not_compared_with_the_list() -> None:
    seed()
    Ingredient.objects.filter(key="strawberries").update(allergen_list=1, version=7)
    assert facts()["allergens"] is None
    save_values("strawberries")
    assert facts()["allergens"] == ["milk", "soy"]


def test_what_is_strained_off_does_not_count() -> None:
    seed()
    [[kcal, *_]] = facts("Almond Milk")["figures"]
    save("Almond Milk")  # as a whole
    [[whole, *_]] = facts("Almond Milk")["figures"]
    assert (kcal, whole) == (110, 185)


def test_ingredients_of_earlier_releases_are_filled_where_they_are_the_same() -> None:
    seed()
    Ingredient.objects.filter(key="almonds").update(
        allergens=["peanut", "tree-nut"], allergen_list=1, source=None, protein=None
    )
    Ingredient.objects.filter(key="milk").update(
        allergens=["milk", "soy"], allergen_list=1, source=None, protein=None, version=3
    )
    seed()
    almonds, milk = row("almonds"), row("milk")
    assert (almonds.allergens, almonds.allergen_list, bool(almonds.protein)) == (
        ["tree-nut"],
        2,
        True,
    )
    # Somebody has saved it: its allergens are theirs, and wait for a look.
    assert (milk.allergens, milk.allergen_list, bool(milk.protein)) == (["milk", "soy"], 1, True)


def test_values_that_were_emptied_stay_empty() -> None:
    seed()
    save_values("almonds", protein=None, carbohydrate=None, fat=None, fibre=None, source="")
    seed()
    assert row("almonds").protein is None


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"protein": Decimal(-1)}, "protein"),
        ({"protein": Decimal(90)}, "protein"),  # together with fat more than 100 g
        ({"fat": None}, "fat"),
        ({"source": ""}, "source"),
        ({"edible": Decimal("1.1")}, "edible"),
        ({"edible": Decimal(0)}, "edible"),
        ({"edible": Decimal("0.015")}, "edible"),  # 1.5 typed as a percentage
        ({"fibre": None}, "fibre"),
        ({"packet_kcal": 2000}, "packet_kcal"),
    ],
)
def test_values_out_of_bounds_are_refused_at_their_field(changed: Any, field: str) -> None:
    seed()
    with pytest.raises(DomainError) as refused:
        save_values("almonds", **changed)
    assert refused.value.field == field


def test_a_packet_may_leave_out_fibre() -> None:
    seed()
    save_values("almonds", fibre=None, source=" Packet ", source_code="H001", confidence="doubtful")
    stored = row("almonds")
    assert (stored.source, stored.source_code, stored.confidence) == ("packet", "", "matched")
    assert row("almonds").values_as_of == timezone.localdate()
    assert ItemIngredient.objects.filter(ingredient=row("almonds")).exists()


def test_labels_say_what_the_day_s_recipe_holds() -> None:
    seed()
    item, today = KitchenItem.objects.get(name=BERRY).pk, timezone.localdate()
    tomorrow = today + timedelta(days=1)
    save(grams=with_peanuts(), first=tomorrow)
    assert amounts_on(today, {item}) == {item: "about 235 kcal, 13 g protein"}
    assert amounts_on(tomorrow, {item}) == {item: "395 kcal, 20 g protein"}
    save(grams=with_peanuts(), allergens_known=False)
    assert amounts_on(tomorrow, {item}) == {}


def test_ingredients_without_values_are_counted_by_the_dishes_they_would_complete() -> None:
    seed()
    assert ingredients_to_read().without_values == {}
    save_values("strawberries", protein=None, carbohydrate=None, fat=None, fibre=None)
    found, strawberries = ingredients_to_read(), row("strawberries").pk
    assert set(found.without_values) == {strawberries}
    assert found.completes == found.without_values[strawberries] > 0


def test_a_packet_that_was_read_leaves_the_list_of_labels_to_read() -> None:
    seed()
    before = ingredients_to_read().doubtful
    number = max(before, key=lambda each: before[each])
    Ingredient.objects.filter(pk=number).update(confidence="matched")
    after = ingredients_to_read().doubtful
    assert before[number] >= 10
    assert number not in after


def test_a_dish_s_page_says_what_is_not_live_yet() -> None:
    seed()
    meena, item = Client(), KitchenItem.objects.get(name=BERRY)
    meena.force_login(make_cook())
    address = f"/backoffice/kitchen/items/{item.pk}/"
    assert "Pages follow within seconds." in meena.get(address).content.decode()
    edit_price(BERRY, 300)
    publish()
    page = meena.get(address).content.decode()
    assert "Pages say so" in page
    assert "Not live yet" not in page
    assert "Pages follow within seconds" not in page
    save(grams=with_peanuts())
    page = meena.get(address).content.decode()
    assert (
        "Not live yet: pages say about 235 kcal, 13 g protein until the menu is published" in page
    )
