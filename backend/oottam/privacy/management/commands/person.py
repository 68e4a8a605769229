"""`manage.py person export|erase WHO` exports or erases a person's data."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import pluralize
from django.utils import timezone

from oottam.core import private_files
from oottam.core.errors import DomainError
from oottam.privacy.erasure import erase
from oottam.privacy.export import export
from oottam.privacy.lookup import count_rows, find_requests
from oottam.requests.models import Request

NOT_FOUND = "No data is held about that person: no request has this phone number, e-mail address or reference."


class Command(BaseCommand):
    """Lists the data first, and asks for confirmation before erasing."""

    help = "Export or erase a person's data, by phone number, e-mail address or reference"
    stealth_options = ("stdin",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("do", choices=("export", "erase"))
        parser.add_argument("who", help="a phone number, an e-mail address or a reference")
        parser.add_argument("--file", type=Path, help="new file to export to")
        parser.add_argument("--yes", action="store_true", help="erase without asking")
        parser.add_argument(
            "--cancel", action="store_true", help="also cancel and erase open requests"
        )
        parser.add_argument(
            "--reason", default="The person asked for it.", help="for the audit log"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        requests = find_requests(options["who"])
        if not requests:
            raise CommandError(NOT_FOUND)
        for request in requests:
            self.stdout.write(_line(request))
        for row in count_rows(requests):
            self.stdout.write(f"  {row.title}: {row.rows}")
        if options["do"] == "export":
            self._export(requests, options["file"])
        else:
            self._erase(requests, options)

    def _export(self, requests: list[Request], file: Path | None) -> None:
        now = timezone.now()
        target = file or Path(f"person-{now:%Y%m%dT%H%M%SZ}.zip")
        if target.exists():
            raise CommandError(f"{target} already exists. Choose another file.")
        archive = export(
            references=[request.reference for request in requests], actor=None, now=now
        )
        try:
            with os.fdopen(private_files.create(target), "wb") as output:
                output.write(archive)
        except OSError as error:
            raise CommandError(f"Not exported. {error}") from error
        self.stdout.write(f"{target} holds all their data. Give it only to that person.")

    def _erase(self, requests: list[Request], options: dict[str, Any]) -> None:
        stdin = options.get("stdin") or sys.stdin
        if not options["yes"]:
            if not stdin.isatty():
                raise CommandError("Nothing was erased: add --yes, or run it in a terminal.")
            if input("It cannot be undone. Type yes to erase all of it: ").strip() != "yes":
                raise CommandError("Nothing was erased.")
        try:
            erase(
                references=[request.reference for request in requests],
                actor=None,
                now=timezone.now(),
                reason=options["reason"],
                cancel=options["cancel"],
            )
        except DomainError as error:
            raise CommandError(f"Nothing was erased. {error} (--cancel does that.)") from error
        except OSError as error:
            raise CommandError(f"Not all of it was erased. {error}") from error
        self.stdout.write(
            f"Erased: {len(requests)} request{pluralize(len(requests))}. Older backups still hold "
            "the data until you delete them; if you restore one, the data is erased again."
        )


def _line(request: Request) -> str:
    state = "erased" if request.erased_at else request.get_status_display().lower()
    return (
        f"{request.reference} {request.get_kind_display()}, "
        f"{timezone.localtime(request.received_at):%d %b %Y}, {state}"
    )
