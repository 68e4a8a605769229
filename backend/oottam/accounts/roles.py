"""Permissions of staff, and the four roles that grant them.

Both are code, not data: each view declares its permission, and ROLE_PERMISSIONS is the only mapping. An account may
hold several roles.
"""

from enum import StrEnum

from django.contrib.auth.models import AnonymousUser, User
from django.db import models

from oottam.core.fields import CodesOf


class Permission(StrEnum):
    """A permission, each required by several pages."""

    OWN_ACCOUNT = "own-account"
    WORK_REQUESTS = "work-requests"
    SEE_HEALTH = "see-health"
    ADJUST_ANY_PRICE = "adjust-any-price"
    REOPEN = "reopen"
    UNDO_PAYMENT = "undo-payment"
    COOK = "cook"
    DELIVER = "deliver"
    SEE_REVENUE = "see-revenue"
    EXPORT = "export"
    SEE_AUDIT = "see-audit"
    ERASE = "erase"
    MANAGE = "manage"
    EDIT_MENU = "edit-menu"
    PUBLISH_MENU = "publish-menu"


class Role(models.TextChoices):
    OWNER = "owner", "Owner"
    DESK = "desk", "Desk"
    KITCHEN = "kitchen", "Kitchen"
    RIDER = "rider", "Rider"


ROLE_PERMISSIONS: dict[Role, frozenset[Permission]] = {
    Role.OWNER: frozenset(Permission),
    Role.DESK: frozenset(
        {
            Permission.OWN_ACCOUNT,
            Permission.WORK_REQUESTS,
            Permission.SEE_HEALTH,
            Permission.COOK,
            Permission.DELIVER,
            Permission.EDIT_MENU,
        }
    ),
    Role.KITCHEN: frozenset({Permission.OWN_ACCOUNT, Permission.COOK}),
    Role.RIDER: frozenset({Permission.OWN_ACCOUNT, Permission.DELIVER}),
}

_CACHE_ATTRIBUTE = "oottam_roles"

# The largest price adjustment, up or down, that the desk may make without the owner.
ADJUSTMENT_LIMIT_PAISE = 1_000_00


def permissions_of(user: "User | AnonymousUser") -> frozenset[Permission]:
    """Return the account's permissions; none when it is closed."""
    return frozenset().union(*(ROLE_PERMISSIONS[role] for role in roles_of(user)))


def roles_of(user: "User | AnonymousUser") -> list[Role]:
    """Return the account's roles in the order of the enumeration, with one query per user object.

    Empty for an anonymous user and for a closed account.
    """
    if not (user.is_authenticated and user.is_active):
        return []
    held: list[Role] | None = user.__dict__.get(_CACHE_ATTRIBUTE)
    if held is None:
        named = set(user.roles.values_list("role", flat=True))
        held = user.__dict__[_CACHE_ATTRIBUTE] = [role for role in Role if role in named]
    return held


# Released migrations reference this.
role_choices = CodesOf(Role)
