"""Lists that somebody keeps under names of their own."""

from functools import partial

import pytest
from django.contrib.auth.models import User

from oottam.accounts import saved_filters
from oottam.accounts.models import SavedInboxFilter
from oottam.core.errors import DomainError
from tests.factories.accounts import make_staff_account
from tests.factories.requests import at_once

pytestmark = pytest.mark.django_db
TAKEN = ("Open", "New")
QUERY = "kind=veg&who=me"


def save_filter(owner: User, name: str = "My veg", query: str = QUERY) -> SavedInboxFilter:
    return saved_filters.save(account=owner, name=name, query=query, reserved=TAKEN)


def names(owner: User) -> list[str]:
    return [view.name for view in saved_filters.list_filters(owner)]


def test_a_list_is_saved_under_a_name(priya: User) -> None:
    made = save_filter(priya, "  My \n veg\u200b ")
    assert (made.account, made.name, made.query) == (priya, "My veg", QUERY)


def test_lists_are_sorted_by_name(priya: User) -> None:
    for name in ("veg", "Apples", "ஊட்டம்", "banana"):
        save_filter(priya, name)
    assert names(priya) == ["Apples", "banana", "veg", "ஊட்டம்"]


REFUSED = [
    ("", "Enter a name."),
    (" \n\t", "Enter a name."),
    ("\u200b\x00", "Enter a name."),
    ("x" * 41, "A name can have at most 40 characters."),
    ("open", "There is already a list with this name."),
    ("MY  VEG", "There is already a list with this name."),
]


@pytest.mark.parametrize(("name", "said"), REFUSED)
def test_a_bad_name_is_refused(priya: User, name: str, said: str) -> None:
    save_filter(priya)
    other = save_filter(priya, "Another")
    for doing in (
        partial(saved_filters.save, query=QUERY),
        partial(saved_filters.rename, number=other.pk),
    ):
        with pytest.raises(DomainError) as refused:
            doing(account=priya, name=name, reserved=TAKEN)
        assert (refused.value.field, str(refused.value)) == ("name", said)
    assert names(priya) == ["Another", "My veg"]


def test_a_list_can_be_renamed_to_another_case(priya: User) -> None:
    made = save_filter(priya)
    saved_filters.rename(account=priya, number=made.pk, name="MY VEG", reserved=TAKEN)
    assert names(priya) == ["MY VEG"]


def test_a_list_is_deleted(priya: User) -> None:
    saved_filters.delete(account=priya, number=save_filter(priya).pk)
    assert names(priya) == []


def test_lists_of_other_accounts_cannot_be_read_or_changed(priya: User) -> None:
    made, mani = save_filter(priya), make_staff_account("mani")
    assert names(mani) == []
    with pytest.raises(SavedInboxFilter.DoesNotExist):
        saved_filters.rename(account=mani, number=made.pk, name="Mine", reserved=TAKEN)
    with pytest.raises(SavedInboxFilter.DoesNotExist):
        saved_filters.delete(account=mani, number=made.pk)
    save_filter(mani)
    assert (names(priya), names(mani)) == (["My veg"], ["My veg"])


def test_the_number_of_lists_is_limited(priya: User) -> None:
    for number in range(saved_filters.MAX_COUNT):
        save_filter(priya, f"List {number}")
    with pytest.raises(DomainError, match="at most 20 lists"):
        save_filter(priya, "One more")
    assert len(names(priya)) == saved_filters.MAX_COUNT


@pytest.mark.django_db(transaction=True)
def test_concurrent_saves_use_a_name_once(priya: User) -> None:
    for number in range(10):
        given = at_once(*[partial(save_filter, priya, f"List {number}")] * 2)
        assert sorted(type(each).__name__ for each in given) == ["SavedInboxFilter", "type"]
        assert DomainError in given
