"""Names on menus that the kitchen cooks as one dish, and names that are parted again."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from oottam import catalogue
from oottam.audit.record import record
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.kitchen.services.cutoff import lock_schedules
from oottam.kitchen.services.dish_editing import UnknownDishError, dish_to_change
from oottam.kitchen.services.recipes import describe
from oottam.plans.domain.dish_names import folded
from oottam.plans.models import (
    Alternative,
    BoxLine,
    Choice,
    CutoffLine,
    KitchenAlias,
    KitchenItem,
    Substitution,
)
from oottam.requests.models import Kind

# Whose orders name dishes by a menu.
_KINDS = {
    "veg": (Kind.VEG,),
    "nonveg": (Kind.NONVEG,),
    "tray": (Kind.TRAY,),
    "combo": (Kind.COMBO, Kind.SUBSCRIPTION),
    "custom": tuple(Kind),
}


def merge(*, item: int, version: int, into: int, actor: User, now: datetime) -> KitchenItem:
    """From here on the other dish is cooked for all its names, in boxes to come and on past sheets; the other dish.

    Raises UnknownDishError, StaleDishError, and DomainError where one of them has alternatives, or they are one.
    """
    with transaction.atomic():
        lock_schedules()
        dish = dish_to_change(item, version)
        kept = KitchenItem.objects.select_for_update().filter(pk=into, merged_into=None).first()
        if kept is None:
            raise DomainError("No such dish. Choose one from the list.", "into")
        if kept == dish:
            raise DomainError("That is this dish itself.", "into")
        if Alternative.objects.filter(item__in=(dish, kept)).exists():
            raise DomainError(
                "A dish with alternatives cannot be merged: merge its alternatives instead.", "into"
            )
        if Alternative.objects.filter(option=dish, item__alternatives__option=kept).exists():
            raise DomainError("Both are alternatives of one dish.", "into")
        if dish.mark and kept.mark and dish.mark != kept.mark:
            raise DomainError("One of them is vegetarian, the other is not.", "into")
        _hand_over(dish, kept)
        KitchenItem.objects.filter(merged_into=dish).update(merged_into=kept)
        dish.merged_into = kept
        dish.version += 1
        dish.save()
        KitchenItem.objects.filter(pk=kept.pk).update(version=F("version") + 1)
        record(
            action="dish.merge",
            actor=actor,
            at=now,
            data={"dish": dish.name, "into": kept.name},
        )
    return kept


def unmerge(*, alias: int, item: int, version: int, actor: User, now: datetime) -> KitchenItem:
    """The name of a menu is a dish of its own again; which.

    Raises UnknownDishError, StaleDishError, and DomainError for the dish's own name.
    """
    with transaction.atomic():
        lock_schedules()
        kept = dish_to_change(item, version)
        found = KitchenAlias.objects.filter(pk=alias, item=kept).first()
        if found is None:
            raise UnknownDishError
        name = name_of(found)
        if folded(name) == kept.key:
            raise DomainError(f"{isolate(kept.name)} is the dish's own name.")
        own = _own_dish(name)
        found.item = own
        found.save()
        BoxLine.objects.filter(
            item=kept,
            ordered_name__iexact=name,
            box_contents__plan__request__kind__in=_KINDS.get(found.source, tuple(Kind)),
        ).update(item=own)
        kept.version += 1
        kept.save()
        record(
            action="dish.part",
            actor=actor,
            at=now,
            data={"dish": own.name, "from": kept.name},
        )
    return own


def name_of(alias: KitchenAlias) -> str:
    """As its menu calls it; the folded name where no menu has it any more."""
    current = catalogue.current()
    menu = current.menus.get(alias.source)
    of_menu = {dish.id: dish.name for dish in menu.dishes} if menu else current.meal_titles
    return of_menu.get(alias.dish, alias.dish)


def _own_dish(name: str) -> KitchenItem:
    own = KitchenItem.objects.select_for_update().filter(key=folded(name)).first()
    if own is None:
        own = KitchenItem.objects.create(key=folded(name), name=name[:200])
        describe(own)
    elif own.merged_into is not None:
        own.merged_into = None
        own.version += 1
        own.save()
    return own


def _hand_over(dish: KitchenItem, kept: KitchenItem) -> None:
    KitchenAlias.objects.filter(item=dish).update(item=kept)
    BoxLine.objects.filter(item=dish).update(item=kept)
    Alternative.objects.filter(option=dish).update(option=kept)
    Choice.objects.filter(chosen=dish).update(chosen=kept)
    Substitution.objects.filter(instead=dish).exclude(item=kept).update(instead=kept)
    for line in CutoffLine.objects.filter(item=dish):
        both = CutoffLine.objects.filter(snapshot=line.snapshot_id, item=kept)
        added = {"quantity": F("quantity") + line.quantity, "boxes": F("boxes") + line.boxes}
        if both.update(**added):
            line.delete()
        else:
            CutoffLine.objects.filter(pk=line.pk).update(item=kept)
