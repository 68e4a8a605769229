"""Merging dishes that the kitchen cooks as one, and separating a name again."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from oottam import catalogue
from oottam.audit.log import record
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.core.names import name_key
from oottam.kitchen.services.dish_editing import lock_dish
from oottam.kitchen.services.dishes import find_items, find_or_create_item
from oottam.kitchen.services.seeded_rows import seed_dish
from oottam.requests.models import Kind
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import (
    Alternative,
    BoxLine,
    Choice,
    CutoffLine,
    KitchenAlias,
    KitchenItem,
    Substitution,
)

# Kinds of requests that order from a menu.
_KINDS = {
    "veg": (Kind.VEG,),
    "nonveg": (Kind.NONVEG,),
    "tray": (Kind.TRAY,),
    "combo": (Kind.COMBO, Kind.SUBSCRIPTION),
    "custom": tuple(Kind),
}


def merge(*, item: int, version: int, into: int, actor: User, now: datetime) -> KitchenItem:
    """Cook the dish `into` for all names of this one, on past sheets too; return it.

    Raises KitchenItem.DoesNotExist, StaleRecordError, and DomainError for dishes with alternatives, or the same dish.
    """
    with transaction.atomic():
        lock_schedules()
        dish = lock_dish(item, version)
        target = KitchenItem.objects.select_for_update().filter(pk=into, merged_into=None).first()
        if target is None:
            raise DomainError("No such dish. Choose one from the list.", "into")
        if target == dish:
            raise DomainError("That is this dish itself.", "into")
        if Alternative.objects.filter(item__in=(dish, target)).exists():
            raise DomainError(
                "A dish with alternatives cannot be merged: merge its alternatives instead.", "into"
            )
        if Alternative.objects.filter(option=dish, item__alternatives__option=target).exists():
            raise DomainError("Both are alternatives of one dish.", "into")
        if dish.mark and target.mark and dish.mark != target.mark:
            raise DomainError("One of them is vegetarian, the other is not.", "into")
        _repoint(dish, target)
        KitchenItem.objects.filter(merged_into=dish).update(merged_into=target)
        dish.merged_into = target
        dish.version += 1
        dish.save()
        KitchenItem.objects.filter(pk=target.pk).update(version=F("version") + 1)
        record(
            action="dish.merge",
            actor=actor,
            at=now,
            data={"dish": dish.name, "into": target.name},
        )
    return target


def unmerge(*, alias: int, item: int, version: int, actor: User, now: datetime) -> KitchenItem:
    """Separate a menu's name as a new dish; return it.

    Raises KitchenItem.DoesNotExist, StaleRecordError, and DomainError for the dish's own name.
    """
    with transaction.atomic():
        lock_schedules()
        target = lock_dish(item, version)
        alias_row = KitchenAlias.objects.filter(pk=alias, item=target).first()
        if alias_row is None:
            raise KitchenItem.DoesNotExist
        name = name_of(alias_row)
        if name_key(name) == target.key:
            raise DomainError(f"{isolate(target.name)} is the dish's own name.")
        own_dish = _own_dish(name)
        alias_row.item = own_dish
        alias_row.save()
        BoxLine.objects.filter(
            item=target,
            ordered_name__iexact=name,
            box_contents__plan__request__kind__in=_KINDS.get(alias_row.source, tuple(Kind)),
        ).update(item=own_dish)
        target.version += 1
        target.save()
        record(
            action="dish.part",
            actor=actor,
            at=now,
            data={"dish": own_dish.name, "from": target.name},
        )
    return own_dish


def name_dish(name: str, same: str, *, actor: User, now: datetime) -> KitchenItem:
    """Return the dish of that name, a new one where there is none.

    With the name of another dish of the weekly menu, `same`, the name is one more of that dish.
    """
    with transaction.atomic():
        lock_schedules()
        known = find_items([OrderedDish("combo", same)]) if same else {}
        for number in known.values():
            dish = KitchenItem.objects.get(pk=number)
            _, is_new = KitchenAlias.objects.get_or_create(
                source="combo", dish=name_key(name), defaults={"item": dish}
            )
            if is_new:
                record(
                    action="dish.name", actor=actor, at=now, data={"dish": dish.name, "name": name}
                )
            return dish
        return find_or_create_item(name)


def name_of(alias: KitchenAlias) -> str:
    """Return the name on its menu, or the stored key where no menu has it."""
    current = catalogue.current()
    menu = current.menus.get(alias.source)
    of_menu = {dish.id: dish.name for dish in menu.dishes} if menu else current.meal_titles
    return of_menu.get(alias.dish, alias.dish)


def _own_dish(name: str) -> KitchenItem:
    own_dish = KitchenItem.objects.select_for_update().filter(key=name_key(name)).first()
    if own_dish is None:
        own_dish = KitchenItem.objects.create(key=name_key(name), name=name[:200])
        seed_dish(own_dish)
    elif own_dish.merged_into is not None:
        own_dish.merged_into = None
        own_dish.version += 1
        own_dish.save()
    return own_dish


def _repoint(dish: KitchenItem, target: KitchenItem) -> None:
    KitchenAlias.objects.filter(item=dish).update(item=target)
    BoxLine.objects.filter(item=dish).update(item=target)
    Alternative.objects.filter(option=dish).update(option=target)
    Choice.objects.filter(chosen=dish).update(chosen=target)
    Substitution.objects.filter(instead=dish).exclude(item=target).update(instead=target)
    for line in CutoffLine.objects.filter(item=dish):
        both = CutoffLine.objects.filter(snapshot=line.snapshot_id, item=target)
        added = {"quantity": F("quantity") + line.quantity, "boxes": F("boxes") + line.boxes}
        if both.update(**added):
            line.delete()
        else:
            CutoffLine.objects.filter(pk=line.pk).update(item=target)
