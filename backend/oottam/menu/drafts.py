"""Changes of the draft, each checked against the revision that its form was made from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.log import record
from oottam.core.errors import DomainError
from oottam.menu import photos
from oottam.menu.content import Content, read_folder
from oottam.menu.models import Edition, EditionState, MenuDraft

MAX_CHANGES = 50
MAX_SENTENCE_LENGTH = 300  # characters


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the draft, as `MenuDraft.changes` stores it."""

    revision: int
    by: str
    at: datetime
    sentence: str


@dataclass(frozen=True, slots=True)
class DraftView:
    """The draft's content, or the newest edition's without one; `base` is the live content."""

    content: Content
    revision: int
    is_changed: bool
    changes: Sequence[Change]
    base: Content
    live_number: int


class DraftChangedError(DomainError):
    """Another person has changed the draft since the form was made; `changes` says what."""

    def __init__(self, changes: Sequence[Change]) -> None:
        who = ", ".join(dict.fromkeys(each.by for each in changes)) or "Somebody"
        super().__init__(f"{who} changed the menu in the meantime. Look at it, then save again.")
        self.changes = changes


def load() -> DraftView:
    """Return the draft. Three queries at most."""
    draft = MenuDraft.objects.first() or MenuDraft()
    live = Edition.objects.filter(state=EditionState.LIVE).first()
    base = Content.from_text(live.content) if live else of_folder()
    content = Content.from_text(draft.content) if draft.content else newest()
    return DraftView(
        content,
        draft.revision,
        content.menu != base.menu,
        [_change(each) for each in draft.changes],
        base,
        live.number if live else 0,
    )


def newest() -> Content:
    """Return what a new draft begins with: the scheduled edition, the live one, or the contract folder."""
    editions = Edition.objects.filter(state__in=(EditionState.SCHEDULED, EditionState.LIVE))
    edition = editions.order_by("-number").first()
    return Content.from_text(edition.content) if edition else of_folder()


def of_folder() -> Content:
    """Return the contract folder's content; stores its photographs. Read again when a file of it has changed."""
    folder: Path = settings.CONTRACT
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return _read(
        folder, tuple((file, file.stat().st_mtime_ns, file.stat().st_size) for file in files)
    )


@lru_cache(maxsize=1)
def _read(folder: Path, _files: tuple[tuple[Path, int, int], ...]) -> Content:
    return read_folder(folder, photos.add_file)


def change(
    apply: Callable[[Content], Content],
    *,
    sentence: str,
    revision: int | None,
    actor: User | None,
    now: datetime,
    data: dict[str, Any] | None = None,
) -> int:
    """Apply a change to the draft; return its new revision.

    `revision` is that of the form; None where the change itself compares what it replaces. Raises DraftChangedError,
    and what `apply` raises.
    """
    with transaction.atomic():
        MenuDraft.objects.get_or_create(id=MenuDraft.ONLY)
        draft = MenuDraft.objects.select_for_update().get()
        if revision is not None and revision != draft.revision:
            raise DraftChangedError(
                [each for each in map(_change, draft.changes) if each.revision > revision]
            )
        before = Content.from_text(draft.content) if draft.content else newest()
        after = apply(before)
        if after.to_text() == before.to_text():
            return draft.revision
        draft.content = after.to_text()
        _note(draft, sentence, actor, now)
        draft.save()
        record(action="menu.edit", actor=actor, at=now, data={**(data or {}), "change": sentence})
    return draft.revision


def discard(*, revision: int, actor: User, now: datetime) -> None:
    """Drop what is not published. Raises DraftChangedError."""
    with transaction.atomic():
        draft = MenuDraft.objects.select_for_update().filter(id=MenuDraft.ONLY).first()
        if draft is None or not draft.content:
            return
        if revision != draft.revision:
            raise DraftChangedError(
                [each for each in map(_change, draft.changes) if each.revision > revision]
            )
        clear(draft, "Dropped the changes", actor, now)
        record(action="menu.discard", actor=actor, at=now)


def clear(draft: MenuDraft, sentence: str, actor: User | None, now: datetime) -> None:
    """Empty the draft, in the caller's transaction, so that forms made before are stale."""
    draft.content = ""
    _note(draft, sentence, actor, now)
    draft.save()


def _note(draft: MenuDraft, sentence: str, actor: User | None, now: datetime) -> None:
    draft.revision += 1
    draft.edited_by, draft.edited_at = actor, now
    entry = {
        "revision": draft.revision,
        "by": actor.get_username() if actor else "",
        "at": now.isoformat(),
        "sentence": sentence[:MAX_SENTENCE_LENGTH],
    }
    draft.changes = [*draft.changes, entry][-MAX_CHANGES:]


def _change(stored: dict[str, Any]) -> Change:
    at = datetime.fromisoformat(stored["at"])
    return Change(stored["revision"], stored["by"], at, stored["sentence"])
