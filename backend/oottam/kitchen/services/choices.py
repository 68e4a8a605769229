"""The kitchen's decisions for a day: the alternative that is cooked, and substitutes."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from oottam.audit.log import record
from oottam.core.days import WHOLE_DAY
from oottam.core.errors import DomainError
from oottam.kitchen.services import dietary_acceptance
from oottam.kitchen.services.cutoff import lock_and_snapshot
from oottam.kitchen.signals import dish_replaced
from oottam.schedule.models import Alternative, Choice, KitchenItem, Meal, Substitution
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
    """Cook this alternative. Raises DomainError if it is not one, or the day has passed.

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
        choices = Choice.objects.filter(date=day, meal=meal, item=item)
        _undo(choices, "chosen", action="kitchen.unchoose", actor=actor, now=now)


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
        require_not_past(day, meal, now, meals=(WHOLE_DAY, *Meal.values))
        lock_and_snapshot(now)
        if len(reason) > MAX_REASON_LENGTH:
            raise DomainError(
                f"A reason can have at most {MAX_REASON_LENGTH} characters.", "reason"
            )
        replaced, by = find_dish(item, "item"), find_dish(instead, "instead")
        if item == instead:
            raise DomainError("A dish cannot replace itself.", "instead")
        if Alternative.objects.filter(item=instead).exists():
            raise DomainError(f"{by.name} has several alternatives: choose one of them.", "instead")
        check = dietary_acceptance.check_day(day, meal, item, instead=instead)
        dietary_acceptance.accept_day(check, day, accepted, actor, now)
        where: dict[str, Any] = {"date": day, "meal": meal, "item": replaced}
        before = Substitution.objects.filter(**where).select_related("instead").first()
        Substitution.objects.update_or_create(
            **where,
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
        dish_replaced.send(
            sender=None, day=day, meal=meal, item=item, ordered=replaced.name,
            was=(before.instead if before else replaced).name, cooked=by.name, actor=actor, now=now,
        )  # fmt: skip


def undo_substitution(*, day: date, meal: int, item: int, actor: User, now: datetime) -> None:
    """Delete the substitution. Raises DomainError where the day has passed."""
    with transaction.atomic():
        require_not_past(day, meal, now, meals=(WHOLE_DAY, *Meal.values))
        substitutions = Substitution.objects.filter(date=day, meal=meal, item=item)
        undone = _undo(
            substitutions, "instead", action="kitchen.unsubstitute", actor=actor, now=now
        )
        if undone:
            dish_replaced.send(
                sender=None, day=day, meal=meal, item=item, ordered=undone.item.name,
                was=undone.instead.name, cooked=undone.item.name, actor=actor, now=now,
            )  # fmt: skip


def _undo(
    decisions: "QuerySet[Any]", cooked: str, *, action: str, actor: User, now: datetime
) -> Any:
    """Delete and return the decision, None if there is none; `cooked` names its dish that was cooked."""
    lock_and_snapshot(now)
    queryset = decisions.select_related("item", cooked)
    decision = queryset.select_for_update(of=("self",)).first()
    if decision is None:
        return None
    decision.delete()
    was = getattr(decision, cooked).name
    data = {"meal": decision.meal, "dish": decision.item.name, "was": was}
    record(action=action, actor=actor, at=now, day=decision.date, data=data)
    return decision


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


def find_dish(item: int, field: str) -> KitchenItem:
    """Return the dish. Raises DomainError with the field where there is none."""
    dish = KitchenItem.objects.filter(pk=item).first()
    if dish is None:
        raise DomainError("No such dish.", field)
    return dish
