"""Lists that somebody keeps under names of their own; nobody else sees, renames or deletes them.

They hold no words that were looked for: those may name a customer, and no erasure would find them here.
"""

import unicodedata
from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from oottam.accounts.administration import AccountError
from oottam.accounts.models import SavedView

MAX_NAME_LENGTH = 40  # characters
MAX_COUNT = 20  # of one person: they stand in a row above the list


def views_of(account: User) -> list[SavedView]:
    """In the order of their names, by one query."""
    kept = SavedView.objects.filter(account=account)
    return sorted(kept, key=lambda view: view.name.casefold())


def keep(*, account: User, name: str, query: str, taken: Collection[str]) -> SavedView:
    """Keep the list of this query string; `taken` are names of lists that everybody has.

    Raises AccountError for a name that is none, or has been given already, and for one list too many.
    """
    with transaction.atomic():
        others = _locked(account)
        if len(others) >= MAX_COUNT:
            raise AccountError(f"You can save at most {MAX_COUNT} lists: delete one first.", "name")
        plain = _plain(name, [*taken, *(view.name for view in others)])
        return SavedView.objects.create(account=account, name=plain, query=query)


def rename(*, account: User, number: int, name: str, taken: Collection[str]) -> SavedView:
    """Call it otherwise; raises AccountError, and SavedView.DoesNotExist for what is not this person's."""
    with transaction.atomic():
        views = _locked(account)
        [view] = [each for each in views if each.pk == number] or [_missing()]
        others = [each.name for each in views if each is not view]
        view.name = _plain(name, [*taken, *others])
        view.save()
    return view


def delete(*, account: User, number: int) -> SavedView:
    """Keep it no longer; raises SavedView.DoesNotExist for what is not this person's."""
    with transaction.atomic():
        view = SavedView.objects.get(account=account, pk=number)
        view.delete()
    return view


def _locked(account: User) -> list[SavedView]:
    """This person's lists, while nobody else changes them: two windows of one person take turns."""
    list(User.objects.select_for_update().filter(pk=account.pk).values_list("pk"))
    return list(SavedView.objects.filter(account=account))


def _missing() -> SavedView:
    raise SavedView.DoesNotExist


def _plain(name: str, taken: Collection[str]) -> str:
    """The name in one line, without characters that nobody sees; raises AccountError."""
    written = unicodedata.normalize("NFC", name)
    seen = "".join(each for each in written if each.isspace() or each.isprintable())
    plain = " ".join(seen.split())
    if not plain:
        raise AccountError("Enter a name.", "name")
    if len(plain) > MAX_NAME_LENGTH:
        raise AccountError(f"A name can have at most {MAX_NAME_LENGTH} characters.", "name")
    if plain.casefold() in {each.casefold() for each in taken}:
        raise AccountError("There is already a list with this name.", "name")
    return plain
