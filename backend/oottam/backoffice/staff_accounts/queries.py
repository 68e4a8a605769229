"""The queries of accounts; their number does not grow with the accounts."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from oottam.accounts.models import AccountLink, SecondFactor
from oottam.accounts.roles import Role


def all_accounts(now: datetime) -> list[User]:
    """Return open accounts first, by name."""
    return list(_with_related(now).order_by("-is_active", "username"))


def account(number: int, now: datetime) -> User | None:
    return _with_related(now).filter(pk=number).first()


def role_labels(account: User) -> list[str]:
    """Return the account's roles, in the order of Role."""
    roles = {each.role for each in account.roles.all()}
    return [role.label for role in Role if role in roles]


def _with_related(now: datetime) -> "QuerySet[User]":
    """With roles, valid links, and whether there is a second factor."""
    valid = AccountLink.objects.filter(expires_at__gt=now).order_by("purpose")
    return User.objects.annotate(
        has_second_factor=Exists(SecondFactor.objects.filter(account=OuterRef("pk")))
    ).prefetch_related("roles", Prefetch("links", valid, to_attr="open_links"))
