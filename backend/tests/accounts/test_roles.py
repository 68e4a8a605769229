"""What each role may do, in words that nobody changes by accident."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Permission, Role, permissions_of, roles_of
from tests.factories.accounts import make_staff_account

pytestmark = pytest.mark.django_db
DESK = {"own-account", "work-requests", "see-health", "cook", "deliver", "edit-menu"}
TABLE: dict[str, set[str]] = {
    "owner": {
        "own-account",
        "work-requests",
        "see-health",
        "adjust-any-price",
        "reopen",
        "undo-payment",
        "cook",
        "deliver",
        "see-revenue",
        "export",
        "see-audit",
        "erase",
        "manage",
        "edit-menu",
        "publish-menu",
    },
    "desk": DESK,
    "kitchen": {"own-account", "cook"},
    "rider": {"own-account", "deliver"},
}


def read_again(user: User) -> User:
    """As the next request finds the account."""
    return User.objects.get(pk=user.pk)


def test_the_table_covers_every_role_and_permission() -> None:
    assert list(TABLE) == Role.values
    assert set().union(*TABLE.values()) == {permission.value for permission in Permission}


@pytest.mark.parametrize("role", TABLE)
def test_a_role_grants_exactly_the_permissions_of_its_row(role: str) -> None:
    assert permissions_of(make_staff_account("priya", Role(role))) == TABLE[role]


def test_several_roles_grant_the_union_of_their_permissions() -> None:
    both = make_staff_account("mani", Role.RIDER, Role.KITCHEN)
    assert permissions_of(both) == {"own-account", "cook", "deliver"}
    assert roles_of(both) == [Role.KITCHEN, Role.RIDER]


def test_an_account_without_a_role_has_no_permission() -> None:
    assert permissions_of(User.objects.create_user("new")) == frozenset()


def test_a_superuser_without_a_role_has_no_permission() -> None:
    assert permissions_of(User.objects.create_superuser("root")) == frozenset()


@pytest.mark.parametrize("role", TABLE)
def test_a_closed_account_has_no_permission(role: str, django_assert_num_queries: Any) -> None:
    closed = make_staff_account("priya", Role(role))
    User.objects.update(is_active=False)
    with django_assert_num_queries(1):  # the account itself
        assert permissions_of(read_again(closed)) == frozenset()


def test_an_anonymous_user_has_no_permission() -> None:
    assert permissions_of(AnonymousUser()) == frozenset()


def test_roles_are_queried_once_per_user_object(django_assert_num_queries: Any) -> None:
    user = make_staff_account("mani", Role.RIDER, Role.KITCHEN)
    with django_assert_num_queries(1):
        for _ in range(3):
            permissions_of(user)


def test_an_unknown_stored_role_is_ignored() -> None:
    user = make_staff_account("mani", Role.RIDER)
    AccountRole.objects.create(account=user, role="florist")
    assert permissions_of(user) == TABLE["rider"]


def test_a_removed_role_is_gone_with_the_next_request() -> None:
    user = make_staff_account("mani", Role.DESK)
    assert permissions_of(user) == DESK
    AccountRole.objects.all().delete()
    assert permissions_of(read_again(user)) == frozenset()
