"""The live menu: which edition customers see, what is sold out, and its rendering.

Going live is one UPDATE of a row. Every server reads the state every two seconds (`serving/menu_watcher.py`), renders
it by itself, and swaps; a server whose renderer fails goes on with the former menu.
"""

import os
import secrets
import shutil
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from oottam import catalogue, rendering
from oottam.catalogue import Catalogue, EarlierMenu
from oottam.core.hook import Hook
from oottam.menu.content import Content, write_folder
from oottam.menu.models import Edition, EditionState, Photo, Server, SoldOut
from oottam.menu.signals import edition_live
from oottam.rendering import Rendering

MAX_EARLIER = 20  # editions whose prices are honoured at a time; each takes a megabyte
TODAY = "today"
PHOTOS = "photos"
UNUSED_FOLDER_SECONDS = 2 * 24 * 3600
MAX_SERVER_NAME, MAX_ERROR = 120, 300  # characters
SERVER_FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LiveMenu:
    """The edition's number, 0 for the contract folder, and what is sold out.

    `until` is "today", an ISO date, or "" (until it is taken back), as pages show it; `since` (UTC) is None for dishes
    that come back by themselves, which may be ordered for later days. `facts` is what dishes hold, as the renderer
    reads it (`catalogue/dish_facts.py`).
    """

    edition: int = 0
    until: Mapping[str, str] = field(default_factory=dict)
    since: Mapping[str, datetime | None] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def page_state(self) -> tuple[int, Mapping[str, str], Mapping[str, Any]]:
        """What pages depend on."""
        return self.edition, self.until, self.facts


@Hook
def live_facts(edition: int, now: datetime) -> Mapping[str, Any]:
    """Return what the dishes of the live edition hold, as the renderer reads it."""
    raise NotImplementedError


def read(now: datetime) -> LiveMenu:
    """Read the state, after making a scheduled edition live whose time has come. Seven queries."""
    go_live_if_due(now)
    number = _live_number()
    today = timezone.localdate(now)
    marked = [row for row in SoldOut.objects.all() if row.until is None or row.until >= today]
    return LiveMenu(
        number,
        {row.dish_name: _until(row.until, today) for row in marked},
        {row.dish_name: None if row.until else row.since for row in marked},
        live_facts(number, now),
    )


def _live_number() -> int:
    """Return 0 while the contract folder is live."""
    live = Edition.objects.filter(state=EditionState.LIVE)
    return live.values_list("number", flat=True).first() or 0


def _until(last: date | None, today: date) -> str:
    if last is None:
        return ""
    return TODAY if last == today else last.isoformat()


def go_live_if_due(now: datetime) -> None:
    """Make the scheduled edition live when its time has come; of several servers one does it."""
    due = Edition.objects.filter(state=EditionState.SCHEDULED, starts_at__lte=now)
    number = due.values_list("number", flat=True).first()
    if number is None:
        return
    with transaction.atomic():
        if due.select_for_update().filter(number=number).exists():
            make_live(number, now)


def make_live(number: int, at: datetime) -> None:
    """Replace the live edition, in the caller's transaction; the kitchen gets to know its dishes in the same one."""
    Edition.objects.filter(state=EditionState.LIVE).update(state=EditionState.REPLACED, live_to=at)
    Edition.objects.filter(number=number).update(state=EditionState.LIVE, live_from=at)
    edition_live.send(Edition, number=number, now=at)


def render(live: LiveMenu) -> Rendering | None:
    """Render the live menu and make its pages the current ones; None if they are the build's pages.

    Raises RenderError and ImproperlyConfigured; then the current pages stay.
    """
    folder = contract_folder(live.edition)
    if not rendering.is_needed(
        folder, settings.STOREFRONT, settings.CALL_BASES, live.until, live.facts
    ):
        return None
    return rendering.render(
        folder,
        settings.STOREFRONT,
        settings.VAR,
        settings.CALL_BASES,
        edition=live.edition,
        sold_out=live.until,
        facts=live.facts,
    )


def contract_folder(edition: int) -> Path:
    """Return a contract folder with the edition's files: OOTTAM_CONTRACT for 0."""
    if edition == 0:
        return settings.CONTRACT
    return folder_of(
        Content.from_text(Edition.objects.values_list("content", flat=True).get(number=edition))
    )


def folder_of(content: Content) -> Path:
    """Write the content as a contract folder, once; return it. Folders that are not used for days are removed."""
    root: Path = settings.VAR / "menus"
    folder = root / content.digest[:24]
    try:
        _note_use(folder)  # first, so that no other process removes it
    except FileNotFoundError:
        write_folder(content, folder, _link_photo)
        _note_use(folder)
        oldest = time.time() - UNUSED_FOLDER_SECONDS
        for other in root.iterdir():
            with suppress(FileNotFoundError):  # another process removes it, too
                if other.name not in (PHOTOS, folder.name) and other.stat().st_mtime < oldest:
                    shutil.rmtree(other, ignore_errors=True)
    return folder


def _note_use(folder: Path) -> None:
    now = time.time()
    os.utime(folder, (now, now))


def _link_photo(digest: str, file: Path) -> None:
    """Link the file to the one copy of the photograph that this server has."""
    copy: Path = settings.VAR / "menus" / PHOTOS / digest
    if not copy.is_file():
        copy.parent.mkdir(parents=True, exist_ok=True)
        draft = copy.with_name(f"{digest}.{secrets.token_hex(4)}")
        draft.write_bytes(photo_bytes(digest))
        draft.replace(copy)
    file.hardlink_to(copy)


def photo_bytes(digest: str) -> bytes:
    """Return a photograph's JPEG; raises Photo.DoesNotExist."""
    return bytes(Photo.objects.values_list("image", flat=True).get(digest=digest))


def report(live: LiveMenu, error: str, now: datetime) -> None:
    """Record what this server shows, for the page of editions; forget servers that are gone."""
    Server.objects.update_or_create(
        name=f"{socket.gethostname()}:{settings.PORT}"[:MAX_SERVER_NAME],
        defaults={"edition": live.edition, "error": error[:MAX_ERROR], "seen_at": now},
    )
    Server.objects.filter(seen_at__lt=now - SERVER_FORGOTTEN_AFTER).delete()


def load_catalogue(live: LiveMenu, contract: Path, now: datetime) -> Catalogue:
    """Load the files in `contract`, with what customers may still order by, and what dishes hold."""
    return replace(
        catalogue.load(contract),
        edition=live.edition,
        facts=live.facts,
        sold_out=live.since,
        earlier=_earlier_menus(live.edition, live.since, now),
    )


def refresh_facts(now: datetime) -> None:
    """Have a process that serves no pages know what dishes hold; a query of each table where nothing changed."""
    facts = live_facts(_live_number(), now)
    if facts is not catalogue.current().facts:
        catalogue.use(replace(catalogue.current(), facts=facts))


def _earlier_menus(
    edition: int, sold_out: Mapping[str, datetime | None], now: datetime
) -> Mapping[int, EarlierMenu]:
    """Return the menus that were replaced less than MENU_GRACE_HOURS ago, by edition."""
    grace = timedelta(hours=settings.MENU_GRACE_HOURS)
    replaced = Edition.objects.exclude(number=edition).filter(live_to__gt=now - grace)
    found = {
        each.number: EarlierMenu(
            replace(_catalogue_of(each.number, each.digest), sold_out=sold_out),
            each.live_to + grace,
        )
        for each in replaced.order_by("-live_to").only("number", "digest", "live_to")[:MAX_EARLIER]
        if each.live_to
    }
    first = Edition.objects.filter(live_from__isnull=False).order_by("live_from").first()
    if edition and first and first.live_from and first.live_from > now - grace:
        files = replace(catalogue.load(settings.CONTRACT), sold_out=sold_out)
        found[0] = EarlierMenu(files, first.live_from + grace)
    return found


def load_edition(number: int) -> Catalogue | None:
    """Return an edition's catalogue; None for one that was never live. Blocks: one query, the first time more."""
    published = Edition.objects.filter(number=number, live_from__isnull=False)
    digest = published.values_list("digest", flat=True).first()
    return _catalogue_of(number, digest) if digest else None


@lru_cache(maxsize=MAX_EARLIER)
def _catalogue_of(number: int, _digest: str) -> Catalogue:
    """A restored backup may hold other contents under the same numbers: hence the digest."""
    return replace(catalogue.load(contract_folder(number)), edition=number)
