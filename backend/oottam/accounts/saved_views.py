"""Saved lists of requests, private to their account.

They hold no search words: those may name a customer, and an erasure would not find them here.
"""

import unicodedata
from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from oottam.accounts.administration import AccountError
from oottam.accounts.models import SavedView

MAX_NAME_LENGTH = 40  # characters
MAX_COUNT = 20  # per account: they form one row above the list


def list_views(account: User) -> list[SavedView]:
    """List the account's saved views by name, in one query."""
    views = SavedView.objects.filter(account=account)
    return sorted(views, key=lambda view: view.name.casefold())


def save(*, account: User, name: str, query: str, reserved: Collection[str]) -> SavedView:
    """Save the query string under a name; `reserved` are the names of the built-in lists.

    Raises AccountError for an empty, too long or duplicate name, and above MAX_COUNT.
    """
    with transaction.atomic():
        others = _locked(account)
        if len(others) >= MAX_COUNT:
            raise AccountError(f"You can save at most {MAX_COUNT} lists: delete one first.", "name")
        plain = _clean_name(name, [*reserved, *(view.name for view in others)])
        return SavedView.objects.create(account=account, name=plain, query=query)


def rename(*, account: User, number: int, name: str, reserved: Collection[str]) -> SavedView:
    """Rename a list; raises AccountError, and SavedView.DoesNotExist for another account's."""
    with transaction.atomic():
        views = _locked(account)
        [view] = [each for each in views if each.pk == number] or [_raise_unknown()]
        others = [each.name for each in views if each is not view]
        view.name = _clean_name(name, [*reserved, *others])
        view.save()
    return view


def delete(*, account: User, number: int) -> SavedView:
    """Delete a list; raises SavedView.DoesNotExist for another account's."""
    with transaction.atomic():
        view = SavedView.objects.get(account=account, pk=number)
        view.delete()
    return view


def _locked(account: User) -> list[SavedView]:
    """Return the account's lists and lock the account, so that concurrent changes are serialized."""
    list(User.objects.select_for_update().filter(pk=account.pk).values_list("pk"))
    return list(SavedView.objects.filter(account=account))


def _raise_unknown() -> SavedView:
    raise SavedView.DoesNotExist


def _clean_name(name: str, reserved: Collection[str]) -> str:
    """Normalize a name to one line of printable characters; raises AccountError."""
    written = unicodedata.normalize("NFC", name)
    seen = "".join(each for each in written if each.isspace() or each.isprintable())
    plain = " ".join(seen.split())
    if not plain:
        raise AccountError("Enter a name.", "name")
    if len(plain) > MAX_NAME_LENGTH:
        raise AccountError(f"A name can have at most {MAX_NAME_LENGTH} characters.", "name")
    if plain.casefold() in {each.casefold() for each in reserved}:
        raise AccountError("There is already a list with this name.", "name")
    return plain
