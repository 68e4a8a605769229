"""The kitchen's decisions for a day: the alternative that is cooked, and substitutes."""

from collections.abc import Collection
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from oottam.audit.log import record
from oottam.core.errors import DomainError
from oottam.kitchen.services import dietary_acceptance
from oottam.kitchen.services.cutoff import lock_and_snapshot
from oottam.plans.models import Alternative, Choice, KitchenItem, Meal, Substitution
from oottam.plans.models.days import EVERY_MEAL
from oottam.workflow.services.editing import NO_ACCEPTED_WARNINGS, AcceptedWarnings

MAX_REASON_LENGTH = 200  # characters


def choose(
    *,
    day: date,
    meal: int,
    item: int,
    chosen: int,
    actor: User,
    now: datetime,
    accepted: AcceptedWarnings = NO_ACCEPTED_WARNINGS,
) -> None:
    """Cook this alternative. Raises DomainError where it is none, or the day has passed.

    Where it clashes with a customer's needs, or may, it has to be `accepted`.
    """
    with transaction.atomic():
        require_not_past(day, meal, now)
        lock_and_snapshot(now)
        option = (
            Alternative.objects.select_related("item", "option")
            .filter(item=item, option=chosen)
            .first()
        )
        if option is None:
            raise DomainError("That is not one of its alternatives.", "chosen")
        before = _chosen(day, meal, item)
        if before == option.option.name:
            return
        check = dietary_acceptance.check_day(day, meal, item, chosen=chosen)
        dietary_acceptance.accept_day(check, day, accepted, actor, now)
        Choice.objects.update_or_create(
            date=day,
            meal=meal,
            item_id=item,
            defaults={"chosen_id": chosen, "by": actor, "at": now},
        )
        record(
            action="kitchen.choose",
            actor=actor,
            at=now,
            day=day,
            data={"meal": meal, "dish": option.item.name, "was": before, "now": option.option.name},
        )


def undo_choice(*, day: date, meal: int, item: int, actor: User, now: datetime) -> None:
    """Delete the choice. Raises DomainError where the day has passed."""
    with transaction.atomic():
        require_not_past(day, meal, now)
        lock_and_snapshot(now)
        queryset = Choice.objects.select_related("item", "chosen").filter(
            date=day, meal=meal, item=item
        )
        choice = queryset.select_for_update(of=("self",)).first()
        if choice is None:
            return
        choice.delete()
        record(
            action="kitchen.unchoose",
            actor=actor,
            at=now,
            day=day,
            data={"meal": meal, "dish": choice.item.name, "was": choice.chosen.name},
        )


def substitute(
    *,
    day: date,
    meal: int,
    item: int,
    instead: int,
    reason: str,
    actor: User,
    now: datetime,
    accepted: AcceptedWarnings = NO_ACCEPTED_WARNINGS,
) -> None:
    """Cook another dish in its place, at a meal or (0) all day.

    Raises DomainError for an unknown dish, one with alternatives, or a past day; and as `choose`.
    """
    with transaction.atomic():
        require_not_past(day, meal, now, meals=(EVERY_MEAL, *Meal.values))
        lock_and_snapshot(now)
        if len(reason) > MAX_REASON_LENGTH:
            raise DomainError(
                f"A reason can have at most {MAX_REASON_LENGTH} characters.", "reason"
            )
        replaced, by = _dish(item, "item"), _dish(instead, "instead")
        if item == instead:
            raise DomainError("A dish cannot replace itself.", "instead")
        if Alternative.objects.filter(item=instead).exists():
            raise DomainError(f"{by.name} has several alternatives: choose one of them.", "instead")
        check = dietary_acceptance.check_day(day, meal, item, instead=instead)
        dietary_acceptance.accept_day(check, day, accepted, actor, now)
        Substitution.objects.update_or_create(
            date=day,
            meal=meal,
            item=replaced,
            defaults={"instead": by, "reason": reason.strip(), "by": actor, "at": now},
        )
        record(
            action="kitchen.substitute",
            actor=actor,
            at=now,
            day=day,
            data={"meal": meal, "dish": replaced.name, "now": by.name},
            reason=reason.strip(),
        )


def undo_substitution(*, day: date, meal: int, item: int, actor: User, now: datetime) -> None:
    """Delete the substitution. Raises DomainError where the day has passed."""
    with transaction.atomic():
        require_not_past(day, meal, now, meals=(EVERY_MEAL, *Meal.values))
        lock_and_snapshot(now)
        queryset = Substitution.objects.select_related("item", "instead").filter(
            date=day, meal=meal, item=item
        )
        substitution = queryset.select_for_update(of=("self",)).first()
        if substitution is None:
            return
        substitution.delete()
        record(
            action="kitchen.unsubstitute",
            actor=actor,
            at=now,
            day=day,
            data={"meal": meal, "dish": substitution.item.name, "was": substitution.instead.name},
        )


def require_not_past(
    day: date, meal: int, now: datetime, *, meals: Collection[int] = Meal.values
) -> None:
    """Raise DomainError for a past day, and for a meal that is not among `meals`."""
    if meal not in meals:
        raise DomainError("There is no such meal.", "meal")
    if day < timezone.localdate(now):
        raise DomainError("That day has passed: its sheet can no longer be changed.")


def _chosen(day: date, meal: int, item: int) -> str | None:
    queryset = Choice.objects.filter(date=day, meal=meal, item=item)
    return queryset.values_list("chosen__name", flat=True).first()


def _dish(item: int, field: str) -> KitchenItem:
    dish = KitchenItem.objects.filter(pk=item).first()
    if dish is None:
        raise DomainError("No such dish.", field)
    return dish
