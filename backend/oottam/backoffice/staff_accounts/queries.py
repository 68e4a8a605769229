"""Finds accounts with what the owner's pages show of them, by as many queries for three as for one."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from oottam.accounts.models import AccountLink, SecondFactor
from oottam.accounts.roles import Role


def all_accounts(now: datetime) -> list[User]:
    """Open ones first, by name."""
    return list(_shown(now).order_by("-is_active", "username"))


def account(number: int, now: datetime) -> User | None:
    """One of them."""
    return _shown(now).filter(pk=number).first()


def role_labels(account: User) -> list[str]:
    """What somebody is here for, in the order of the enumeration."""
    held = {each.role for each in account.roles.all()}
    return [role.label for role in Role if role in held]


def _shown(now: datetime) -> "QuerySet[User]":
    """With roles, links that open something, and whether there is a second factor."""
    valid = AccountLink.objects.filter(expires_at__gt=now).order_by("purpose")
    return User.objects.annotate(
        has_second_factor=Exists(SecondFactor.objects.filter(account=OuterRef("pk")))
    ).prefetch_related("roles", Prefetch("links", valid, to_attr="open_links"))
