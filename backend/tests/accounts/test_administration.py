"""What an owner does with accounts; there is always an owner who can log in."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from oottam.accounts import administration, links
from oottam.accounts.models import AccountLink, AccountRole, OpenSession, Purpose
from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.requests import refusal

pytestmark = pytest.mark.django_db
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")
PASSWORD = "pass of a test"


def person(name: str, *roles: Role) -> User:
    made = make_staff_account(name, *roles)
    made.set_password(PASSWORD)
    made.save()
    return made


@pytest.fixture
def owner() -> User:
    return person("priya", Role.OWNER)


@pytest.fixture
def desk() -> User:
    return person("ravi", Role.DESK)


def roles_of(account: User) -> list[str]:
    return sorted(AccountRole.objects.filter(account=account).values_list("role", flat=True))


def change(account: User, actor: User, roles: list[Role], seen: list[str] | None = None) -> None:
    seen = roles_of(account) if seen is None else seen
    administration.change_roles(account=account, seen=seen, roles=roles, actor=actor, now=NOON)


def recorded() -> list[tuple[str, int | None, Any]]:
    return [
        (entry.action, entry.actor_id, entry.data) for entry in AuditEntry.objects.order_by("pk")
    ]


def make(owner: User, **given: Any) -> User:
    asked: dict[str, Any] = {"name": "mani", "email": "", "roles": [Role.KITCHEN], **given}
    return administration.create_account(**asked, actor=owner, now=NOON)


def test_a_new_account_has_no_usable_password(owner: User) -> None:
    made = make(owner, name=" mani ", email="m@example.com", roles=[Role.RIDER, Role.KITCHEN])
    made.refresh_from_db()
    assert (made.username, made.email, roles_of(made)) == (
        "mani",
        "m@example.com",
        ["kitchen", "rider"],
    )
    assert not made.has_usable_password()
    data = {"account": made.pk, "roles": ["kitchen", "rider"]}
    assert recorded() == [("staff.invite", owner.pk, data)]


@pytest.mark.parametrize(
    ("given", "field", "sentence"),
    [
        ({"name": "priya"}, "name", "A user with that username already exists."),
        ({"name": ""}, "name", "This field cannot be blank."),
        ({"name": "m" * 151}, "name", "Ensure this value has at most 150 characters (it has 151)."),
        ({"email": "nobody"}, "email", "Enter a valid email address."),
        ({"roles": []}, "roles", "Choose at least one role."),
    ],
)
def test_an_error_of_a_new_account_names_its_field(
    owner: User, given: dict[str, Any], field: str, sentence: str
) -> None:
    assert refusal(lambda: make(owner, **given)) == (field, sentence)
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["a b", "mani\n", "mani\0", "<b>mani</b>", "ma/ni"])
def test_a_name_allows_letters_digits_and_few_signs(owner: User, name: str) -> None:
    if name.strip() == "mani":
        assert make(owner, name=name).username == "mani"
    else:
        assert refusal(lambda: make(owner, name=name))[0] == "name"


def test_changed_roles_end_sessions_and_are_recorded(owner: User, desk: User) -> None:
    browser = logged_in(desk)
    change(desk, owner, [Role.DESK, Role.RIDER])
    assert roles_of(desk) == ["desk", "rider"]
    assert browser.get("/backoffice/account/").status_code == 302
    assert recorded() == [
        (
            "staff.roles",
            owner.pk,
            {"account": desk.pk, "roles": {"was": ["desk"], "now": ["desk", "rider"]}},
        )
    ]


def test_unchanged_roles_end_no_session(owner: User, desk: User) -> None:
    logged_in(desk)
    change(desk, owner, [Role.DESK])
    assert OpenSession.objects.count() == 1
    assert recorded() == []


def test_changing_roles_from_a_stale_form_raises(owner: User, desk: User) -> None:
    field, sentence = refusal(lambda: change(desk, owner, [Role.OWNER], seen=["rider"]))
    assert (field, sentence) == (
        "",
        "Someone else has changed these roles. Check them again.",
    )
    assert roles_of(desk) == ["desk"]


def test_an_account_needs_a_role(owner: User, desk: User) -> None:
    assert refusal(lambda: change(desk, owner, []))[0] == "roles"


LAST = ("", "This is the last owner. Make someone else an owner first.")


def test_the_last_owner_keeps_the_role(owner: User, desk: User) -> None:
    assert refusal(lambda: change(owner, owner, [Role.DESK])) == LAST
    assert (
        refusal(lambda: administration.close_account(account=owner, actor=owner, now=NOON)) == LAST
    )
    owner.refresh_from_db()
    assert (roles_of(owner), owner.is_active, recorded()) == (["owner"], True, [])


def test_a_closed_or_passwordless_owner_does_not_count_as_an_owner(owner: User) -> None:
    closed = person("ravi", Role.OWNER)
    administration.close_account(account=closed, actor=owner, now=NOON)
    make(owner, roles=[Role.OWNER])
    assert refusal(lambda: change(owner, owner, [Role.DESK])) == LAST


def test_an_owner_beside_another_one_may_be_closed(owner: User) -> None:
    other = person("ravi", Role.OWNER)
    administration.close_account(account=owner, actor=owner, now=NOON)
    assert (
        refusal(lambda: administration.close_account(account=other, actor=other, now=NOON)) == LAST
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("closes", [True, False])
def test_two_owners_who_close_each_other_concurrently_leave_one(closes: bool) -> None:
    two = [person("priya", Role.OWNER), person("ravi", Role.OWNER)]

    def send_away(number: int) -> bool:
        whom, actor = two[number], two[1 - number]
        try:
            if closes:
                administration.close_account(account=whom, actor=actor, now=NOON)
            else:
                change(whom, actor, [Role.DESK], seen=["owner"])
        except DomainError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(send_away, range(2))) == [False, True]


def test_closing_an_account_ends_its_sessions_and_deletes_its_links(
    owner: User, desk: User
) -> None:
    browser = logged_in(desk)
    links.create(account=desk, purpose=Purpose.PASSWORD, actor=owner, now=NOON)
    administration.close_account(account=desk, actor=owner, now=NOON)
    assert browser.get("/backoffice/account/").status_code == 302
    assert not AccountLink.objects.exists()
    assert not OpenSession.objects.exists()
    administration.reopen_account(account=desk, actor=owner, now=NOON)
    assert browser.get("/backoffice/account/").status_code == 302  # that session is over
    assert [action for action, *_ in recorded()] == ["staff.link", "staff.close", "staff.open"]


def test_closing_twice_is_recorded_once(owner: User, desk: User) -> None:
    for _ in range(2):
        administration.close_account(account=desk, actor=owner, now=NOON)
    for _ in range(2):
        administration.reopen_account(account=desk, actor=owner, now=NOON)
    assert [action for action, *_ in recorded()] == ["staff.close", "staff.open"]


def test_ended_sessions_are_counted(owner: User, desk: User) -> None:
    browsers = [logged_in(desk) for _ in range(3)]
    here = browsers[0].session.session_key
    ended = administration.end_sessions(account=desk, actor=desk, session=here, now=NOON)
    assert ended == 2
    statuses = [browser.get("/backoffice/account/").status_code for browser in browsers]
    assert statuses == [200, 302, 302]
    assert recorded() == [("staff.end-sessions", desk.pk, {"account": desk.pk, "sessions": 2})]


@pytest.mark.parametrize(
    ("password", "again", "field"),
    [
        ("12345678", "12345678", "password"),
        ("ravi", "ravi", "password"),
        ("idli with gunpowder", "idli with sambar", "again"),
    ],
)
def test_a_password_is_validated_and_confirmed(
    desk: User, password: str, again: str, field: str
) -> None:
    found, _ = refusal(
        lambda: administration.set_password(
            account=desk, password=password, confirmation=again, session=None, now=NOON
        )
    )
    desk.refresh_from_db()
    assert (found, desk.check_password(PASSWORD), recorded()) == (field, True, [])
