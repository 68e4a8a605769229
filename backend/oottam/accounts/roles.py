"""What staff may do: a dozen permissions, and the four roles that hold them.

Both are code, not data: a page that asks for a permission says so beside its view, and a role is read
in one place. An account may hold several roles.
"""

from enum import StrEnum

from django.contrib.auth.models import AnonymousUser, User
from django.db import models

from oottam.core.fields import CodesOf


class Permission(StrEnum):
    """One thing that not everybody may do. Few on purpose: each is asked for by several pages."""

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


class Role(models.TextChoices):
    """What somebody is here for."""

    OWNER = "owner", "Owner"
    DESK = "desk", "Desk"
    KITCHEN = "kitchen", "Kitchen"
    RIDER = "rider", "Rider"


HELD: dict[Role, frozenset[Permission]] = {
    Role.OWNER: frozenset(Permission),
    Role.DESK: frozenset(
        {
            Permission.OWN_ACCOUNT,
            Permission.WORK_REQUESTS,
            Permission.SEE_HEALTH,
            Permission.COOK,
            Permission.DELIVER,
        }
    ),
    Role.KITCHEN: frozenset({Permission.OWN_ACCOUNT, Permission.COOK}),
    Role.RIDER: frozenset({Permission.OWN_ACCOUNT, Permission.DELIVER}),
}

_REMEMBERED = "oottam_roles"

# What the desk may take off or add to a price without the owner, in paise.
ADJUSTMENT_LIMIT_PAISE = 1_000_00


def permissions_of(user: "User | AnonymousUser") -> frozenset[Permission]:
    """What this account may do; nothing when it is closed."""
    return frozenset().union(*(HELD[role] for role in roles_of(user)))


def roles_of(user: "User | AnonymousUser") -> list[Role]:
    """The roles of an account, in the order of the enumeration; asks the database once per user object.

    It is empty when nobody is logged in, and when the account is closed.
    """
    if not (user.is_authenticated and user.is_active):
        return []
    held: list[Role] | None = user.__dict__.get(_REMEMBERED)
    if held is None:
        named = set(user.roles.values_list("role", flat=True))
        held = user.__dict__[_REMEMBERED] = [role for role in Role if role in named]
    return held


# Released migrations name these.
role_choices = CodesOf(Role)
