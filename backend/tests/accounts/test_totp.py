"""Codes of the second factor: right at their moment, once, and in no other way."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from oottam.accounts import totp
from oottam.accounts.models import RecoveryCode, SecondFactor
from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from tests.accounts.phone import shows, with_second_factor
from tests.backoffice.users import account

pytestmark = pytest.mark.django_db
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def priya() -> User:
    return account("priya")


def take(account: User, typed: str) -> bool:
    return totp.take(account=account, typed=typed, now=timezone.now())


def switch_on(account: User) -> tuple[str, list[str]]:
    key = totp.new_key()
    codes = totp.switch_on(
        account=account, key=key, typed=shows(key), session=None, now=timezone.now()
    )
    return key, codes


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    """Its appendix B, the last six of eight digits."""
    key = b"12345678901234567890".hex()
    assert totp.code(key, seconds // 30) == code


def test_an_app_reads_name_shop_and_key() -> None:
    key = b"12345678901234567890".hex()
    assert totp.address(key, "priya & co", "Oottam") == (
        "otpauth://totp/Oottam%3Apriya%20%26%20co"
        "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Oottam"
    )


def test_every_key_is_another_one_of_160_bits() -> None:
    keys = {totp.new_key() for _ in range(50)}
    assert ({len(bytes.fromhex(key)) for key in keys}, len(keys)) == ({20}, 50)


@pytest.mark.parametrize(
    ("steps", "is_taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_a_phone_s_clock_may_be_off_by_half_a_minute(
    priya: User, steps: int, is_taken: bool
) -> None:
    key = with_second_factor(priya)
    assert take(priya, shows(key, steps=steps)) is is_taken


def test_a_code_is_taken_as_people_type_it(priya: User) -> None:
    key = with_second_factor(priya)
    code = shows(key)
    assert take(priya, f" {code[:3]} {code[3:]}\n")


@pytest.mark.parametrize("typed", ["", "0", "12345", "٣٣٣٣٣٣", "\0" * 6, "x" * 100_000, "\ud800"])
def test_what_is_no_code_is_wrong(priya: User, typed: str) -> None:
    with_second_factor(priya)
    assert take(priya, typed) is False


def test_a_code_is_taken_once(priya: User, clock: Any) -> None:
    key = with_second_factor(priya)
    first = shows(key)
    assert [take(priya, first), take(priya, first)] == [True, False]
    clock.shift(timedelta(seconds=30))
    assert [take(priya, first), take(priya, shows(key))] == [False, True]


def test_an_older_code_than_one_that_was_taken_is_wrong(priya: User) -> None:
    key = with_second_factor(priya)
    assert [take(priya, shows(key, steps=1)), take(priya, shows(key))] == [True, False]


def test_the_code_that_switched_it_on_is_used_up(priya: User) -> None:
    key, _ = switch_on(priya)
    assert take(priya, shows(key)) is False


def test_a_wrong_code_switches_nothing_on(priya: User) -> None:
    key = totp.new_key()
    with pytest.raises(totp.WrongCodeError):
        totp.switch_on(account=priya, key=key, typed=shows(key, steps=5), session=None, now=NOON)
    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()


def test_ten_recovery_codes_open_once_each(priya: User) -> None:
    _, codes = switch_on(priya)
    assert len(set(codes)) == 10
    assert [take(priya, code) for code in codes] == [True] * 10
    assert [take(priya, code) for code in codes] == [False] * 10
    assert not RecoveryCode.objects.exists()


def test_a_recovery_code_is_taken_as_people_type_it(priya: User) -> None:
    _, codes = switch_on(priya)
    assert take(priya, f" {codes[0].replace('-', ' ').upper()} ")


def test_recovery_codes_are_kept_as_digests(priya: User) -> None:
    _, codes = switch_on(priya)
    kept = " ".join(RecoveryCode.objects.values_list("digest", flat=True))
    assert [code for code in codes if code in kept or code.replace("-", "") in kept] == []
    assert {len(code.replace("-", "")) for code in codes} == {16}


def test_one_s_recovery_codes_open_nobody_else_s_account(priya: User) -> None:
    _, codes = switch_on(priya)
    ravi = account("ravi")
    switch_on(ravi)
    assert take(ravi, codes[0]) is False


def test_new_recovery_codes_take_the_place_of_the_old_ones(priya: User) -> None:
    _, old = switch_on(priya)
    new = totp.renew_codes(account=priya, now=NOON)
    assert [take(priya, old[0]), take(priya, new[0])] == [False, True]
    assert RecoveryCode.objects.count() == 9


def test_switched_off_it_takes_no_code_of_any_kind(priya: User) -> None:
    key, codes = switch_on(priya)
    totp.switch_off(account=priya, actor=priya, session=None, now=NOON)
    assert [take(priya, shows(key, steps=1)), take(priya, codes[0])] == [False, False]
    assert not RecoveryCode.objects.exists()


def test_every_change_is_recorded(priya: User) -> None:
    _, codes = switch_on(priya)
    take(priya, codes[0])
    totp.renew_codes(account=priya, now=NOON)
    totp.switch_off(account=priya, actor=priya, session=None, now=NOON)
    found = list(AuditEntry.objects.order_by("pk").values_list("action", "actor", "data"))
    of_priya = (priya.pk, {"account": priya.pk})
    assert found == [
        ("staff.second-factor-on", *of_priya),
        ("staff.recovery-code", *of_priya),
        ("staff.recovery-codes", *of_priya),
        ("staff.second-factor-off", *of_priya),
    ]


@pytest.mark.parametrize(
    ("policy", "forced"),
    [("off", []), ("owners", ["owner"]), ("all", ["owner", "desk", "kitchen", "rider"])],
)
def test_a_setting_says_who_must_have_one(settings: Any, policy: str, forced: list[str]) -> None:
    settings.SECOND_FACTOR = policy
    people = [account(role, role) for role in Role]
    assert [each.username for each in people if totp.is_forced(each)] == forced


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("which", ["app", "recovery"])
def test_of_one_code_typed_in_many_places_at_once_one_is_taken(which: str) -> None:
    priya = account("priya")
    key = with_second_factor(priya)
    code = shows(key) if which == "app" else totp.renew_codes(account=priya, now=NOON)[0]

    def attempt(_: int) -> bool:
        try:
            return take(priya, code)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(attempt, range(6))) == [False] * 5 + [True]
