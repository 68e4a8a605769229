"""Saved inbox filters ("lists" on screens), private to their account.

They hold no search words: those may name a customer, and an erasure would not find them here.
"""

import unicodedata
from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from oottam.accounts.models import SavedInboxFilter
from oottam.core.errors import DomainError

MAX_NAME_LENGTH = 40  # characters
MAX_COUNT = 20  # per account: they form one row above the list


def list_filters(account: User) -> list[SavedInboxFilter]:
    """List the account's saved filters by name, in one query."""
    filters = SavedInboxFilter.objects.filter(account=account)
    return sorted(filters, key=lambda saved: saved.name.casefold())


def save(*, account: User, name: str, query: str, reserved: Collection[str]) -> SavedInboxFilter:
    """Save the query string under a name; `reserved` are the names of the built-in filters.

    Raises DomainError for an empty, too long or duplicate name, and above MAX_COUNT.
    """
    with transaction.atomic():
        others = _locked(account)
        if len(others) >= MAX_COUNT:
            raise DomainError(f"You can save at most {MAX_COUNT} lists: delete one first.", "name")
        plain = _clean_name(name, [*reserved, *(other.name for other in others)])
        return SavedInboxFilter.objects.create(account=account, name=plain, query=query)


def rename(*, account: User, number: int, name: str, reserved: Collection[str]) -> SavedInboxFilter:
    """Rename a filter; raises DomainError, and SavedInboxFilter.DoesNotExist for another account's."""
    with transaction.atomic():
        filters = {saved.pk: saved for saved in _locked(account)}
        if number not in filters:
            raise SavedInboxFilter.DoesNotExist
        saved = filters.pop(number)
        saved.name = _clean_name(name, [*reserved, *(other.name for other in filters.values())])
        saved.save()
    return saved


def delete(*, account: User, number: int) -> SavedInboxFilter:
    """Delete a filter; raises SavedInboxFilter.DoesNotExist for another account's."""
    with transaction.atomic():
        saved = SavedInboxFilter.objects.get(account=account, pk=number)
        saved.delete()
    return saved


def _locked(account: User) -> list[SavedInboxFilter]:
    """Return the account's filters and lock the account, so that concurrent changes are serialized."""
    list(User.objects.select_for_update().filter(pk=account.pk).values_list("pk"))
    return list(SavedInboxFilter.objects.filter(account=account))


def _clean_name(name: str, reserved: Collection[str]) -> str:
    """Normalize a name to one line of printable characters; raises DomainError."""
    normalized = unicodedata.normalize("NFC", name)
    printable = "".join(char for char in normalized if char.isspace() or char.isprintable())
    plain = " ".join(printable.split())
    if not plain:
        raise DomainError("Enter a name.", "name")
    if len(plain) > MAX_NAME_LENGTH:
        raise DomainError(f"A name can have at most {MAX_NAME_LENGTH} characters.", "name")
    if plain.casefold() in {other.casefold() for other in reserved}:
        raise DomainError("There is already a list with this name.", "name")
    return plain
