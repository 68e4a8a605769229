"""Dishes that are sold out: a list beside the live edition, rendered into its pages by every server within seconds."""

from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from oottam import catalogue
from oottam.audit.log import record
from oottam.core.errors import DomainError
from oottam.menu.models import SoldOut


def mark(*, dish_name: str, until: date | None, actor: User, now: datetime) -> None:
    """Mark a dish of the live menus as sold out until this day (IST, included), or until it is taken back.

    Marking it again changes the day. Raises DomainError for an unknown dish or a day that has passed.
    """
    if not any(dish_name in menu.by_name for menu in catalogue.current().menus.values()):
        raise DomainError(f"{dish_name} is not on the live menu.")
    if until is not None and until < timezone.localdate(now):
        raise DomainError("This day has passed.", "until")
    with transaction.atomic():
        row, is_new = SoldOut.objects.get_or_create(
            dish_name=dish_name, defaults={"until": until, "since": now, "marked_by": actor}
        )
        is_over = not is_new and row.until is not None and row.until < timezone.localdate(now)
        if not is_new:
            row.until, row.marked_by = until, actor
            row.since = now if is_over else row.since
            row.save()
        data = {"dish": dish_name, "until": until.isoformat() if until else ""}
        record(action="menu.sold-out", actor=actor, at=now, data=data)


def remove(*, dish_name: str, actor: User, now: datetime) -> bool:
    """Remove a dish from the list; returns False when it was not on it."""
    with transaction.atomic():
        deleted, _ = SoldOut.objects.filter(dish_name=dish_name).delete()
        if deleted:
            record(action="menu.available", actor=actor, at=now, data={"dish": dish_name})
    return bool(deleted)
