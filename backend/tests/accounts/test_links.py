"""Links for an account work once, for 72 hours, and cannot be read a second time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from oottam.accounts import administration, links
from oottam.accounts.models import AccountLink, Purpose, SecondFactor
from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from tests.accounts.phone import with_second_factor
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = pytest.mark.django_db
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")
GOOD = "idli with gunpowder"


@pytest.fixture
def owner() -> User:
    return make_staff_account("priya")


@pytest.fixture
def mani() -> User:
    return make_staff_account("mani", Role.KITCHEN)


def make(mani: User, owner: User, purpose: Purpose = Purpose.INVITATION) -> str:
    return links.create(account=mani, purpose=purpose, actor=owner, now=NOON)


def use(token: str, now: datetime = NOON, password: str = GOOD) -> User:
    return links.use_for_password(token=token, password=password, confirmation=password, now=now)


def leads_nowhere(do: Callable[[], Any]) -> bool:
    try:
        do()
    except links.LinkExpiredError:
        return True
    return False


def test_a_link_sets_the_password_and_ends_sessions(mani: User, owner: User) -> None:
    browser = logged_in(mani)
    used = use(make(mani, owner))
    mani.refresh_from_db()
    assert (used, mani.check_password(GOOD)) == (mani, True)
    assert browser.get("/backoffice/account/").status_code == 302
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", "actor"))
    assert actions == [("staff.link", owner.pk), ("staff.password", mani.pk)]


def test_a_link_works_once(mani: User, owner: User) -> None:
    token = make(mani, owner)
    use(token)
    assert leads_nowhere(lambda: use(token))
    assert leads_nowhere(lambda: links.find(token, NOON))


def test_opening_a_link_does_not_use_it_up(mani: User, owner: User) -> None:
    token = make(mani, owner)
    for _ in range(3):
        assert links.find(token, NOON).account == mani
    assert use(token) == mani


def test_a_weak_password_does_not_use_a_link_up(mani: User, owner: User) -> None:
    token = make(mani, owner)
    with pytest.raises(DomainError):
        use(token, password="12345678")
    assert use(token) == mani


def test_a_link_works_for_72_hours(mani: User, owner: User) -> None:
    token = make(mani, owner)
    late = NOON + timedelta(hours=72)
    assert leads_nowhere(lambda: use(token, late))
    assert use(token, late - timedelta(seconds=1)) == mani


def test_a_new_link_replaces_the_earlier_one(mani: User, owner: User) -> None:
    first, second = make(mani, owner), make(mani, owner)
    assert leads_nowhere(lambda: use(first))
    assert use(second) == mani


def test_setting_a_password_invalidates_other_password_links(mani: User, owner: User) -> None:
    invitation, password = make(mani, owner), make(mani, owner, Purpose.PASSWORD)
    use(password)
    assert leads_nowhere(lambda: use(invitation))


@pytest.mark.parametrize("token", ["", "x", "x" * 100_000, "\0", "\ud800", "’"])
def test_an_unknown_token_raises(mani: User, owner: User, token: str) -> None:
    make(mani, owner)
    assert leads_nowhere(lambda: links.find(token, NOON))


def test_only_the_digest_of_a_link_is_stored(mani: User, owner: User) -> None:
    token = make(mani, owner)
    kept = AccountLink.objects.get()
    assert token not in " ".join(str(value) for value in vars(kept).values())
    assert token not in str(AuditEntry.objects.values_list())
    assert len(token) == 43  # 256 bits


def test_links_are_unique() -> None:
    owner = make_staff_account("priya")
    assert len({make(owner, owner) for _ in range(20)}) == 20


def test_a_closed_account_gets_no_link(mani: User, owner: User) -> None:
    administration.close_account(account=mani, actor=owner, now=NOON)
    with pytest.raises(DomainError):
        make(mani, owner)


def test_revoked_links_raise(mani: User, owner: User) -> None:
    token = make(mani, owner)
    links.revoke(account=mani, actor=owner, now=NOON)
    links.revoke(account=mani, actor=owner, now=NOON)
    assert leads_nowhere(lambda: use(token))
    assert AuditEntry.objects.filter(action="staff.withdraw").count() == 1


def test_a_password_link_does_not_remove_the_second_factor(mani: User, owner: User) -> None:
    with_second_factor(mani)
    token = make(mani, owner, Purpose.PASSWORD)
    assert leads_nowhere(lambda: links.use_for_second_factor(token=token, now=NOON))
    use(token)
    assert SecondFactor.objects.exists()


def test_a_second_factor_link_sets_no_password(mani: User, owner: User) -> None:
    with_second_factor(mani)
    token = make(mani, owner, Purpose.SECOND_FACTOR)
    assert leads_nowhere(lambda: use(token))
    assert links.use_for_second_factor(token=token, now=NOON) == mani
    assert not SecondFactor.objects.exists()
    assert leads_nowhere(lambda: links.use_for_second_factor(token=token, now=NOON))


def test_expired_links_are_purged(mani: User, owner: User) -> None:
    make(mani, owner)
    assert links.purge(NOON + timedelta(hours=71)) == 0
    assert links.purge(NOON + timedelta(hours=72)) == 1


@pytest.mark.django_db(transaction=True)
def test_a_link_used_concurrently_works_once() -> None:
    owner, mani = make_staff_account("priya"), make_staff_account("mani", Role.KITCHEN)
    token = make(mani, owner)

    def attempt(number: int) -> bool:
        try:
            use(token, password=f"{GOOD} {number}")
        except links.LinkExpiredError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(attempt, range(4))) == [False, False, False, True]
