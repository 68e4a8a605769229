"""`manage.py staff_account [NAME]` makes an account for the back office, an owner's unless roles are named."""

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

HOW = (
    "Run it in a terminal, or name the account and send its password to standard input: "
    "manage.py staff_account NAME < FILE"
)


class Command(BaseCommand):
    """The password passes the validators, however it is given."""

    help = "Create a back office account (create further ones in the back office)"
    requires_system_checks = ()
    stealth_options = ("stdin",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose it is."""
        parser.add_argument("name", nargs="?", default="", help="login name")
        parser.add_argument("--email", default="", help="e-mail address (optional)")
        parser.add_argument(
            "--role",
            action="append",
            choices=Role.values,
            help="role; repeat for several roles (default: owner)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask in a terminal for what is missing; otherwise the first line is the password."""
        stdin = options.get("stdin") or sys.stdin
        asks = stdin.isatty()
        name = options["name"] or (input("Name: ").strip() if asks else "")
        if not name:
            raise CommandError(f"No account was created: it has no name. {HOW}")
        roles = sorted(set(options["role"] or [Role.OWNER]))
        user = User(username=name, email=options["email"])
        _check(user)
        password = _asked() if asks else stdin.readline().rstrip("\r\n")
        if not password:
            raise CommandError(f"No account was created: it has no password. {HOW}")
        try:
            validate_password(password, user)
        except ValidationError as error:
            raise _refused(error) from None
        user.set_password(password)
        with transaction.atomic():
            user.save()
            for role in roles:
                AccountRole.objects.create(account=user, role=role)
            data = {"account": user.pk, "roles": roles}
            record(action="staff.invite", actor=None, at=timezone.now(), data=data)
        self.stdout.write(f"{name} can now log in at /backoffice/.")


def _asked() -> str:
    password = getpass.getpass("Password: ")
    if getpass.getpass("Password again: ") != password:
        raise CommandError("No account was created: the two passwords are different.")
    return password


def _check(user: User) -> None:
    """A name that can be one and is not taken yet, an e-mail address that is one or none."""
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise _refused(error) from None


def _refused(error: ValidationError) -> CommandError:
    return CommandError(f"No account was created: {' '.join(error.messages)}")
