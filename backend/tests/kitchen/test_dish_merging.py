"""Equal dishes of different menus are cooked as one, and parted again where they are not equal."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.kitchen.services.dish_editing import StaleDishError, UnknownDishError
from oottam.kitchen.services.dish_merging import merge, unmerge
from oottam.kitchen.services.dishes import find_or_create_item, follow_merges
from oottam.plans.models import BoxLine, CutoffLine, KitchenAlias, KitchenItem
from oottam.requests.models import Kind
from tests.factories.accounts import make_cook
from tests.factories.kitchen import (
    BEFORE,
    EGGS_OR_SPROUTS,
    SUNDAY_EVENING,
    Boxes,
    make_dish,
    make_eggs_or_sprouts,
    portions,
    sheet,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def meena() -> User:
    return make_cook()


def merged(name: str, into: str, by: User, **more: Any) -> KitchenItem:
    item = KitchenItem.objects.get(key=name.casefold())
    told = {"version": item.version, "actor": by, "now": BEFORE, **more}
    return merge(item=item.pk, into=KitchenItem.objects.get(key=into.casefold()).pk, **told)


def parted(alias: str, by: User) -> KitchenItem:
    found = KitchenAlias.objects.select_related("item").get(dish=alias)
    item = found.item
    return unmerge(alias=found.pk, item=item.pk, version=item.version, actor=by, now=BEFORE)


def ordered(boxes: Boxes, name: str, kind: str, number: int = 1) -> None:
    boxes.add([name], kind=kind, number=number)
    KitchenAlias.objects.get_or_create(
        source=kind, dish=name.casefold(), defaults={"item": find_or_create_item(name)}
    )


def test_both_names_are_one_total_and_labels_keep_what_was_ordered(meena: User) -> None:
    boxes = Boxes()
    ordered(boxes, "Idly", Kind.TRAY, 2)
    ordered(boxes, "Idli", Kind.VEG)
    merged("Idly", "Idli", meena)
    assert portions(sheet()) == {"Idli": 3}
    assert set(BoxLine.objects.values_list("ordered_name", flat=True)) == {"Idly", "Idli"}
    entry = AuditEntry.objects.get(action="dish.merge")
    assert (entry.actor, entry.data) == (meena, {"dish": "Idly", "into": "Idli"})


def test_what_is_ordered_by_its_name_later_is_the_merged_dish(meena: User) -> None:
    idly, idli = make_dish("Idly"), make_dish("Idli")
    merged("Idly", "Idli", meena)
    assert find_or_create_item("IDLY") == idli
    assert follow_merges([idly.pk, idli.pk]) == {idly.pk: idli.pk, idli.pk: idli.pk}
    make_dish("Rava Idli")
    merged("Idli", "Rava Idli", meena)
    assert find_or_create_item("Idly").name == find_or_create_item("Idli").name == "Rava Idli"


def test_what_the_kitchen_was_told_is_told_of_the_merged_dish(meena: User) -> None:
    boxes = Boxes()
    ordered(boxes, "Idly", Kind.TRAY, 2)
    ordered(boxes, "Idli", Kind.VEG)
    ordered(boxes, "Dosai", Kind.VEG)
    make_dish("Dosa")
    take_due_snapshots(SUNDAY_EVENING)
    merged("Idly", "Idli", meena)
    merged("Dosai", "Dosa", meena)
    lines = CutoffLine.objects.order_by("item__name").values_list("item__name", "quantity", "boxes")
    assert list(lines) == [("Dosa", 1, 1), ("Idli", 3, 3)]
    assert sheet().differences == ()


def test_an_alternative_that_is_merged_is_the_other_one(meena: User) -> None:
    make_eggs_or_sprouts()
    make_dish("Eggs", "nonveg")
    merged("Boiled Eggs", "Eggs", meena)
    options = find_or_create_item(EGGS_OR_SPROUTS).alternatives.values_list(
        "option__name", flat=True
    )
    assert list(options) == ["Eggs", "Sprouts Salad"]


@pytest.mark.parametrize(
    ("name", "into", "sentence"),
    [
        ("Rice", "Rice", "That is this dish itself."),
        (EGGS_OR_SPROUTS, "Rice", "A dish with alternatives cannot be merged"),
        ("Rice", EGGS_OR_SPROUTS, "A dish with alternatives cannot be merged"),
        ("Boiled Eggs", "Sprouts Salad", "Both are alternatives of one dish."),
        ("Rice", "Boiled Eggs", "One of them is vegetarian, the other is not."),
    ],
)
def test_what_is_not_the_same_is_not_merged(
    meena: User, name: str, into: str, sentence: str
) -> None:
    make_eggs_or_sprouts()
    make_dish("Rice")
    with pytest.raises(DomainError, match=sentence):
        merged(name, into, meena)
    assert not KitchenItem.objects.exclude(merged_into=None).exists()


def test_what_was_merged_already_is_not_merged_again(meena: User) -> None:
    for name in ("Idly", "Idli", "Dosa"):
        make_dish(name)
    merged("Idly", "Idli", meena)
    with pytest.raises(UnknownDishError):
        merged("Idly", "Dosa", meena)
    with pytest.raises(DomainError, match="No such dish"):
        merged("Dosa", "Idly", meena)


def test_who_saw_an_older_dish_merges_nothing(meena: User) -> None:
    make_dish("Idly")
    make_dish("Idli")
    with pytest.raises(StaleDishError):
        merged("Idly", "Idli", meena, version=9)


def test_parted_each_name_is_counted_for_itself_again(meena: User) -> None:
    boxes = Boxes()
    ordered(boxes, "Idly", Kind.TRAY, 2)
    ordered(boxes, "Idli", Kind.VEG)
    idly = find_or_create_item("Idly")
    merged("Idly", "Idli", meena)
    assert parted("idly", meena) == idly
    assert portions(sheet()) == {"Idli": 1, "Idly": 2}
    assert find_or_create_item("Idly") == idly


def test_a_name_that_never_was_a_dish_becomes_one(meena: User) -> None:
    boxes = Boxes()
    ordered(boxes, "Idli", Kind.VEG)
    KitchenAlias.objects.create(source="tray", dish="mini idli", item=find_or_create_item("Idli"))
    assert parted("mini idli", meena).name == "mini idli"
    assert portions(sheet()) == {"Idli": 1}


def test_only_boxes_of_that_menu_are_parted(meena: User) -> None:
    """Another menu calls a dish of its own so, which stays merged."""
    boxes = Boxes()
    make_dish("Idli")
    ordered(boxes, "Idly", Kind.TRAY)
    ordered(boxes, "Idly", Kind.VEG)
    merged("Idly", "Idli", meena)
    alias = KitchenAlias.objects.get(dish="idly", source="tray")
    kept = find_or_create_item("Idli")
    unmerge(alias=alias.pk, item=kept.pk, version=kept.version, actor=meena, now=BEFORE)
    assert portions(sheet()) == {"Idli": 1, "Idly": 1}


def test_a_dish_is_not_parted_from_its_own_name(meena: User) -> None:
    item = make_dish("Idli")
    KitchenAlias.objects.create(source="tray", dish="idli", item=item)
    with pytest.raises(DomainError, match="Idli is the dish's own name"):
        parted("idli", meena)
