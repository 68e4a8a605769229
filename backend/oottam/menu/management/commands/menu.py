"""`manage.py menu export FOLDER` and `menu import FOLDER`: the menu that staff keep, as a contract folder for git."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from oottam import catalogue
from oottam.catalogue.pictures import check_pictures
from oottam.core.errors import DomainError
from oottam.menu import drafts, editions, live, photos
from oottam.menu.content import read_folder, write_folder


def _write_photo(digest: str, file: Path) -> None:
    file.write_bytes(live.photo_bytes(digest))


class Command(BaseCommand):
    help = "Export the menu as a contract folder, or import one as the draft"

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        export = commands.add_parser("export", help="write a version, the live one by default")
        export.add_argument("folder", type=Path, help="a folder that does not exist yet")
        export.add_argument("--edition", type=int, help="the number of another version")
        export.add_argument("--draft", action="store_true", help="what is not live yet instead")
        load = commands.add_parser("import", help="make a contract folder the draft")
        load.add_argument("folder", type=Path)
        load.add_argument("--publish", action="store_true", help="publish it at once")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["folder"].expanduser().resolve()
        try:
            if options["command"] == "export":
                self._export(folder, options["edition"], draft=options["draft"])
            else:
                self._import(folder, publish=options["publish"])
        except DomainError as error:
            raise CommandError(str(error)) from error

    def _export(self, folder: Path, edition: int | None, *, draft: bool) -> None:
        if folder.exists():
            raise CommandError(f"{folder} is there already. Name a folder that does not exist yet.")
        view = drafts.load()
        number = view.live_number if edition is None else edition
        content = view.content if draft else editions.content_of(number)
        if draft or number == view.live_number:
            content = editions.with_recipes(content)
        write_folder(content, folder, _write_photo)
        what = "What is not live yet" if draft else f"Version {number}"
        self.stdout.write(f"{what} is in {folder}.")

    def _import(self, folder: Path, *, publish: bool) -> None:
        try:
            catalogue.load(folder)
            check_pictures(folder)
        except ImproperlyConfigured as error:
            raise CommandError(f"Nothing was imported. {error}") from error
        content, now = read_folder(folder, photos.add_file), timezone.now()
        with drafts.edit(f"Imported {folder.name}", actor=None, now=now) as draft:
            draft.content = content
        if not publish:
            self.stdout.write(
                "The folder is the draft now. Compare and publish it in the back office."
            )
            return
        edition = editions.publish(
            revision=draft.revision,
            note=f"Imported {folder.name}",
            starts_at=None,
            actor=None,
            now=now,
        )
        self.stdout.write(f"Version {edition.number} is live; servers show it within seconds.")
