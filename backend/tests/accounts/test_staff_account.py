"""Accounts are made with passwords that pass the validators, however they are given."""

import getpass
import os
import subprocess
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from oottam.audit.models import AuditEntry

pytestmark = pytest.mark.django_db
GOOD = "idli with gunpowder"
CHECKOUT = Path(__file__).parents[3]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def make(*args: str, sent: str = "", stdin: StringIO | None = None) -> str:
    out = StringIO()
    call_command("staff_account", *args, stdin=stdin or StringIO(sent), stdout=out)
    return out.getvalue()


def refusal(*args: str, **kwargs: Any) -> str:
    with pytest.raises(CommandError) as stopped:
        make(*args, **kwargs)
    assert not User.objects.exclude(username="taken").exists()
    return str(stopped.value)


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, name: str, *passwords: str) -> StringIO:
    typed = iter(passwords)
    monkeypatch.setattr("builtins.input", lambda _: name)
    monkeypatch.setattr(getpass, "getpass", lambda _: next(typed))
    return Terminal()


@pytest.mark.parametrize("sent", [GOOD, f"{GOOD}\n", f"{GOOD}\r\nmore\n"])
def test_the_first_line_of_standard_input_is_the_password(sent: str) -> None:
    assert make("priya", "--email", "p@example.com", sent=sent) == (
        "priya can now log in at /backoffice/.\n"
    )
    user = User.objects.get()
    assert (user.username, user.email) == ("priya", "p@example.com")
    assert user.check_password(GOOD)


@pytest.mark.parametrize(
    ("named", "roles"),
    [
        ([], ["owner"]),
        (["--role", "desk"], ["desk"]),
        (["--role=rider", "--role=kitchen", "--role=rider"], ["kitchen", "rider"]),
        (["--role=desk", "--role=owner"], ["desk", "owner"]),
    ],
)
def test_an_account_is_an_owner_unless_roles_are_given(named: list[str], roles: list[str]) -> None:
    make("priya", *named, sent=GOOD)
    user = User.objects.get()
    assert sorted(user.roles.values_list("role", flat=True)) == roles
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor) == ("staff.invite", None)
    assert entry.data == {"account": user.pk, "roles": roles}


def test_an_unknown_role_is_rejected() -> None:
    assert "invalid choice: 'chef'" in refusal("priya", "--role", "chef", sent=GOOD)


def test_the_command_prompts_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    make(stdin=at_a_terminal(monkeypatch, " priya ", GOOD, GOOD))
    assert User.objects.get(username="priya").check_password(GOOD)


def test_different_passwords_create_no_account(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch, "priya", GOOD, GOOD + "!")
    assert refusal(stdin=terminal) == "No account was created: the two passwords are different."


WEAK = {
    "12345678": "This password is too common. This password is entirely numeric.",
    "7391": "This password is too short. It must contain at least 8 characters. This password is entirely numeric.",
    "priya.raman": "The password is too similar to the username.",
}


@pytest.mark.parametrize("password", WEAK)
def test_a_weak_password_creates_no_account(monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    sentence = f"No account was created: {WEAK[password]}"
    assert refusal("priya.raman", sent=password) == sentence
    terminal = at_a_terminal(monkeypatch, "priya.raman", password, password)
    assert refusal(stdin=terminal) == sentence


@pytest.mark.parametrize(("args", "lacks"), [((), "name"), (("priya",), "password")])
def test_missing_input_gives_one_sentence_with_the_usage(args: tuple[str, ...], lacks: str) -> None:
    assert refusal(*args) == (
        f"No account was created: it has no {lacks}. Run it in a terminal, or name the account and "
        "send its password to standard input: manage.py staff_account NAME < FILE"
    )


def test_a_duplicate_or_invalid_name_creates_no_account() -> None:
    User.objects.create_user("taken")
    assert refusal("taken", sent=GOOD) == (
        "No account was created: A user with that username already exists."
    )
    assert refusal("a b", sent=GOOD).startswith("No account was created: Enter a valid username.")
    assert refusal("priya", "--email", "nobody", sent=GOOD) == (
        "No account was created: Enter a valid email address."
    )


@pytest.mark.parametrize(
    "args", [[], ["--noinput", "--username", "priya", "--email", "a@b.example"]]
)
def test_createsuperuser_creates_no_account(args: list[str], tmp_path: Path) -> None:
    """It asks no validator when it asks nobody."""
    done = subprocess.run(
        ["python", "backend/manage.py", "createsuperuser", *args],
        cwd=CHECKOUT,
        env={**os.environ, "OOTTAM_VAR": str(tmp_path), "DJANGO_SUPERUSER_PASSWORD": "12345678"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "CommandError: Create accounts with: manage.py staff_account NAME"
    )


@pytest.mark.slow
def test_make_staff_without_input_fails_with_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        ["make", "--silent", "staff"],
        cwd=CHECKOUT,
        env={**os.environ, "OOTTAM_VAR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    sentences = [line for line in done.stderr.splitlines() if "make" not in line[:5]]
    assert len(sentences) == 1
    assert sentences[0].startswith(
        "CommandError: No account was created: it has no name. Run it in"
    )
