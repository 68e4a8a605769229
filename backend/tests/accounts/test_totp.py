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
from tests.factories.accounts import make_staff_account

pytestmark = pytest.mark.django_db
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def take(account: User, typed: str) -> bool:
    return totp.verify(account=account, typed=typed, now=timezone.now())


def switch_on(account: User) -> tuple[str, list[str]]:
    key = totp.new_key()
    codes = totp.enable(
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
def test_codes_match_the_vectors_of_rfc_6238(seconds: int, code: str) -> None:
    """Its appendix B, the last six of eight digits."""
    key = b"12345678901234567890".hex()
    assert totp.code_at(key, seconds // 30) == code


def test_the_provisioning_uri_holds_name_shop_and_key() -> None:
    key = b"12345678901234567890".hex()
    assert totp.provisioning_uri(key, "priya & co", "Oottam") == (
        "otpauth://totp/Oottam%3Apriya%20%26%20co"
        "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Oottam"
    )


def test_keys_are_random_with_160_bits() -> None:
    keys = {totp.new_key() for _ in range(50)}
    assert ({len(bytes.fromhex(key)) for key in keys}, len(keys)) == ({20}, 50)


@pytest.mark.parametrize(
    ("steps", "is_taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_a_code_of_a_neighbouring_step_is_accepted(priya: User, steps: int, is_taken: bool) -> None:
    key = with_second_factor(priya)
    assert take(priya, shows(key, steps=steps)) is is_taken


def test_a_code_with_spaces_is_accepted(priya: User) -> None:
    key = with_second_factor(priya)
    code = shows(key)
    assert take(priya, f" {code[:3]} {code[3:]}\n")


@pytest.mark.parametrize("typed", ["", "0", "12345", "٣٣٣٣٣٣", "\0" * 6, "x" * 100_000, "\ud800"])
def test_text_that_is_not_a_code_is_rejected(priya: User, typed: str) -> None:
    with_second_factor(priya)
    assert take(priya, typed) is False


def test_a_code_is_accepted_once(priya: User, clock: Any) -> None:
    key = with_second_factor(priya)
    first = shows(key)
    assert [take(priya, first), take(priya, first)] == [True, False]
    clock.shift(timedelta(seconds=30))
    assert [take(priya, first), take(priya, shows(key))] == [False, True]


def test_a_code_older_than_the_last_one_is_rejected(priya: User) -> None:
    key = with_second_factor(priya)
    assert [take(priya, shows(key, steps=1)), take(priya, shows(key))] == [True, False]


def test_the_code_that_enabled_it_is_not_accepted_again(priya: User) -> None:
    key, _ = switch_on(priya)
    assert take(priya, shows(key)) is False


def test_a_wrong_code_does_not_enable_the_second_factor(priya: User) -> None:
    key = totp.new_key()
    with pytest.raises(totp.WrongCodeError):
        totp.enable(account=priya, key=key, typed=shows(key, steps=5), session=None, now=NOON)
    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()


def test_ten_recovery_codes_are_accepted_once_each(priya: User) -> None:
    _, codes = switch_on(priya)
    assert len(set(codes)) == 10
    assert [take(priya, code) for code in codes] == [True] * 10
    assert [take(priya, code) for code in codes] == [False] * 10
    assert not RecoveryCode.objects.exists()


def test_a_recovery_code_is_accepted_in_any_spelling(priya: User) -> None:
    _, codes = switch_on(priya)
    assert take(priya, f" {codes[0].replace('-', ' ').upper()} ")


def test_recovery_codes_are_stored_as_digests(priya: User) -> None:
    _, codes = switch_on(priya)
    kept = " ".join(RecoveryCode.objects.values_list("digest", flat=True))
    assert [code for code in codes if code in kept or code.replace("-", "") in kept] == []
    assert {len(code.replace("-", "")) for code in codes} == {16}


def test_recovery_codes_of_another_account_are_rejected(priya: User) -> None:
    _, codes = switch_on(priya)
    ravi = make_staff_account("ravi")
    switch_on(ravi)
    assert take(ravi, codes[0]) is False


def test_new_recovery_codes_replace_the_old_ones(priya: User) -> None:
    _, old = switch_on(priya)
    new = totp.renew_recovery_codes(account=priya, now=NOON)
    assert [take(priya, old[0]), take(priya, new[0])] == [False, True]
    assert RecoveryCode.objects.count() == 9


def test_a_disabled_second_factor_accepts_no_code(priya: User) -> None:
    key, codes = switch_on(priya)
    totp.disable(account=priya, actor=priya, session=None, now=NOON)
    assert [take(priya, shows(key, steps=1)), take(priya, codes[0])] == [False, False]
    assert not RecoveryCode.objects.exists()


def test_every_change_writes_an_audit_entry(priya: User) -> None:
    _, codes = switch_on(priya)
    take(priya, codes[0])
    totp.renew_recovery_codes(account=priya, now=NOON)
    totp.disable(account=priya, actor=priya, session=None, now=NOON)
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
def test_a_setting_decides_who_needs_a_second_factor(
    settings: Any, policy: str, forced: list[str]
) -> None:
    settings.SECOND_FACTOR = policy
    people = [make_staff_account(role, role) for role in Role]
    assert [each.username for each in people if totp.is_required(each)] == forced


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("which", ["app", "recovery"])
def test_a_code_used_concurrently_is_accepted_once(which: str) -> None:
    priya = make_staff_account("priya")
    key = with_second_factor(priya)
    code = shows(key) if which == "app" else totp.renew_recovery_codes(account=priya, now=NOON)[0]

    def attempt(_: int) -> bool:
        try:
            return take(priya, code)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(attempt, range(6))) == [False] * 5 + [True]
