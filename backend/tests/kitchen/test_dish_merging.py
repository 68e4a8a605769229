"""Equal dishes of different menus are merged into one kitchen item, and unmerged."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, StaleRecordError
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.kitchen.services.dish_merging import merge, unmerge
from oottam.kitchen.services.dishes import find_or_create_item, follow_merges
from oottam.requests.models import Kind
from oottam.schedule.models import BoxLine, CutoffLine, KitchenAlias, KitchenItem
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


def merge_dishes(name: str, into: str, by: User, **more: Any) -> KitchenItem:
    item = KitchenItem.objects.get(key=name.casefold())
    arguments = {"version": item.version, "actor": by, "now": BEFORE, **more}
    return merge(item=item.pk, into=KitchenItem.objects.get(key=into.casefold()).pk, **arguments)


def unmerge_dish(alias: str, by: User) -> KitchenItem:
    found = KitchenAlias.objects.select_related("item").get(dish=alias)
    item = found.item
    return unmerge(alias=found.pk, item=item.pk, version=item.version, actor=by, now=BEFORE)


def order_dish(boxes: Boxes, name: str, kind: str, number: int = 1) -> None:
    boxes.add([name], kind=kind, number=number)
    KitchenAlias.objects.get_or_create(
        source=kind, dish=name.casefold(), defaults={"item": find_or_create_item(name)}
    )


def test_merged_dishes_are_one_total_and_labels_show_the_ordered_name(meena: User) -> None:
    boxes = Boxes()
    order_dish(boxes, "Idly", Kind.TRAY, 2)
    order_dish(boxes, "Idli", Kind.VEG)
    merge_dishes("Idly", "Idli", meena)
    assert portions(sheet()) == {"Idli": 3}
    assert set(BoxLine.objects.values_list("ordered_name", flat=True)) == {"Idly", "Idli"}
    entry = AuditEntry.objects.get(action="dish.merge")
    assert (entry.actor, entry.data) == (meena, {"dish": "Idly", "into": "Idli"})


def test_later_orders_of_a_merged_name_use_the_target(meena: User) -> None:
    idly, idli = make_dish("Idly"), make_dish("Idli")
    merge_dishes("Idly", "Idli", meena)
    assert find_or_create_item("IDLY") == idli
    assert follow_merges([idly.pk, idli.pk]) == {idly.pk: idli.pk, idli.pk: idli.pk}
    make_dish("Rava Idli")
    merge_dishes("Idli", "Rava Idli", meena)
    assert find_or_create_item("Idly").name == find_or_create_item("Idli").name == "Rava Idli"


def test_merging_updates_cut_off_snapshots(meena: User) -> None:
    boxes = Boxes()
    order_dish(boxes, "Idly", Kind.TRAY, 2)
    order_dish(boxes, "Idli", Kind.VEG)
    order_dish(boxes, "Dosai", Kind.VEG)
    make_dish("Dosa")
    take_due_snapshots(SUNDAY_EVENING)
    merge_dishes("Idly", "Idli", meena)
    merge_dishes("Dosai", "Dosa", meena)
    lines = CutoffLine.objects.order_by("item__name").values_list("item__name", "quantity", "boxes")
    assert list(lines) == [("Dosa", 1, 1), ("Idli", 3, 3)]
    assert sheet().differences == ()


def test_merging_replaces_the_dish_in_alternatives(meena: User) -> None:
    make_eggs_or_sprouts()
    make_dish("Eggs", "nonveg")
    merge_dishes("Boiled Eggs", "Eggs", meena)
    options = find_or_create_item(EGGS_OR_SPROUTS).alternatives.values_list(
        "option__name", flat=True
    )
    assert list(options) == ["Eggs", "Sprouts Salad"]


@pytest.mark.parametrize(
    ("name", "into", "message"),
    [
        ("Rice", "Rice", "That is this dish itself."),
        (EGGS_OR_SPROUTS, "Rice", "A dish with alternatives cannot be merged"),
        ("Rice", EGGS_OR_SPROUTS, "A dish with alternatives cannot be merged"),
        ("Boiled Eggs", "Sprouts Salad", "Both are alternatives of one dish."),
        ("Rice", "Boiled Eggs", "One of them is vegetarian, the other is not."),
    ],
)
def test_invalid_merge_is_rejected(meena: User, name: str, into: str, message: str) -> None:
    make_eggs_or_sprouts()
    make_dish("Rice")
    with pytest.raises(DomainError, match=message):
        merge_dishes(name, into, meena)
    assert not KitchenItem.objects.exclude(merged_into=None).exists()


def test_merged_dish_cannot_be_merged_again(meena: User) -> None:
    for name in ("Idly", "Idli", "Dosa"):
        make_dish(name)
    merge_dishes("Idly", "Idli", meena)
    with pytest.raises(KitchenItem.DoesNotExist):
        merge_dishes("Idly", "Dosa", meena)
    with pytest.raises(DomainError, match="No such dish"):
        merge_dishes("Dosa", "Idly", meena)


def test_stale_merge_is_rejected(meena: User) -> None:
    make_dish("Idly")
    make_dish("Idli")
    with pytest.raises(StaleRecordError):
        merge_dishes("Idly", "Idli", meena, version=9)


def test_unmerged_dishes_are_counted_separately(meena: User) -> None:
    boxes = Boxes()
    order_dish(boxes, "Idly", Kind.TRAY, 2)
    order_dish(boxes, "Idli", Kind.VEG)
    idly = find_or_create_item("Idly")
    merge_dishes("Idly", "Idli", meena)
    assert unmerge_dish("idly", meena) == idly
    assert portions(sheet()) == {"Idli": 1, "Idly": 2}
    assert find_or_create_item("Idly") == idly


def test_unmerging_an_alias_creates_its_dish(meena: User) -> None:
    boxes = Boxes()
    order_dish(boxes, "Idli", Kind.VEG)
    KitchenAlias.objects.create(source="tray", dish="mini idli", item=find_or_create_item("Idli"))
    assert unmerge_dish("mini idli", meena).name == "mini idli"
    assert portions(sheet()) == {"Idli": 1}


def test_unmerge_affects_only_boxes_of_its_menu(meena: User) -> None:
    """Another menu's dish of the same name stays merged."""
    boxes = Boxes()
    make_dish("Idli")
    order_dish(boxes, "Idly", Kind.TRAY)
    order_dish(boxes, "Idly", Kind.VEG)
    merge_dishes("Idly", "Idli", meena)
    alias = KitchenAlias.objects.get(dish="idly", source="tray")
    idli = find_or_create_item("Idli")
    unmerge(alias=alias.pk, item=idli.pk, version=idli.version, actor=meena, now=BEFORE)
    assert portions(sheet()) == {"Idli": 1, "Idly": 1}


def test_dish_cannot_be_unmerged_from_its_own_name(meena: User) -> None:
    item = make_dish("Idli")
    KitchenAlias.objects.create(source="tray", dish="idli", item=item)
    with pytest.raises(DomainError, match="Idli is the dish's own name"):
        unmerge_dish("idli", meena)
