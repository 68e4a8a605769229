"""`manage.py staff_account [NAME]` creates a back office account, with the owner's role by default."""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Role
from oottam.audit.log import record

USAGE = (
    "Run it in a terminal, or name the account and send its password to standard input: "
    "manage.py staff_account NAME < FILE"
)


class Command(BaseCommand):
    """Also validates a password from standard input."""

    help = "Create a back office account (create further ones in the back office)"
    requires_system_checks = ()
    stealth_options = ("stdin",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="login name")
        parser.add_argument("--email", default="", help="e-mail address (optional)")
        parser.add_argument(
            "--role",
            action="append",
            choices=Role.values,
            help="role; repeat for several roles (default: owner)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prompt in a terminal; otherwise read the password from the first line of standard input."""
        stdin = options.get("stdin") or sys.stdin
        is_terminal = stdin.isatty()
        name = options["name"] or (input("Name: ").strip() if is_terminal else "")
        if not name:
            raise CommandError(f"No account was created: it has no name. {USAGE}")
        roles = sorted(set(options["role"] or [Role.OWNER]))
        user = User(username=name, email=options["email"])
        try:
            user.full_clean(exclude=["password"])
        except ValidationError as error:
            raise _command_error(error) from None
        password = _prompt_password() if is_terminal else stdin.readline().rstrip("\r\n")
        if not password:
            raise CommandError(f"No account was created: it has no password. {USAGE}")
        try:
            validate_password(password, user)
        except ValidationError as error:
            raise _command_error(error) from None
        user.set_password(password)
        with transaction.atomic():
            user.save()
            for role in roles:
                AccountRole.objects.create(account=user, role=role)
            data = {"account": user.pk, "roles": roles}
            record(action="staff.invite", actor=None, at=timezone.now(), data=data)
        self.stdout.write(f"{name} can now log in at /backoffice/.")


def _prompt_password() -> str:
    password = getpass.getpass("Password: ")
    if getpass.getpass("Password again: ") != password:
        raise CommandError("No account was created: the two passwords are different.")
    return password


def _command_error(error: ValidationError) -> CommandError:
    return CommandError(f"No account was created: {' '.join(error.messages)}")
