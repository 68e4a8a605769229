"""Whether the shop has said that its recipes are right: the shipped ones are a sample, and a folder may change later."""

import hashlib
import logging
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.log import record
from oottam.catalogue.folder import KITCHEN, own_names
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import ScheduleState

logger = logging.getLogger(__name__)


def is_checked() -> bool:
    """Return whether somebody has checked them since the shop's folder changed."""
    return ScheduleState.objects.exclude(recipes_checked_at=None).exists()


def note(*, actor: User, now: datetime) -> None:
    """Note that they are right."""
    with transaction.atomic():
        lock_schedules()
        ScheduleState.objects.update(recipes_checked_at=now)
        record(action="recipes.check", actor=actor, at=now)


def read_folder() -> None:
    """Ask for another check where the shop's own kitchen files are others than at the last start; one query.

    The kitchen's rows stay as they are: files fill only what nobody has saved.
    """
    digest = _digest()
    stored = ScheduleState.objects.values_list("recipes_folder", flat=True).first()
    if stored == digest or (stored is None and not digest):
        return
    with transaction.atomic():
        lock_schedules()
        changed = ScheduleState.objects.exclude(recipes_folder__in=("", digest))
        if changed.update(recipes_checked_at=None):
            logger.warning(
                "The recipes in %s have changed. Dishes that somebody has saved keep theirs: compare them under "
                "Kitchen > Dishes, then tap Recipes checked.",
                settings.CONTRACT,
            )
        ScheduleState.objects.update(recipes_folder=digest)


def _digest() -> str:
    """A digest of the shop's own kitchen files; "" without any."""
    own = [settings.CONTRACT / name for name in own_names(settings.CONTRACT) if name in KITCHEN]
    return hashlib.sha256(b"".join(file.read_bytes() for file in own)).hexdigest() if own else ""
