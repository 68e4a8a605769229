"""Changes of the draft, each checked against the revision that its form was made from."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
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


@dataclass(slots=True)
class OpenDraft:
    """The draft within an edit: its content is set, or what `file` returns is changed in place."""

    content: Content
    revision: int
    sentence: str
    files: dict[str, Any] = field(default_factory=dict)

    def file(self, name: str) -> Any:
        """Return a file's value, which is stored as it is at the end of the edit."""
        return self.files.setdefault(name, self.content.file(name))


class DraftChangedError(DomainError):
    """Another person has changed the draft since the form was made; `changes` says what."""

    def __init__(self, changes: Sequence[Change]) -> None:
        who = ", ".join(dict.fromkeys(change.by for change in changes)) or "Somebody"
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
        [_change(change) for change in draft.changes],
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


def in_editions(view: DraftView, find: Callable[[Content], Any]) -> list[Any]:
    """Return what `find` finds in each edition, oldest first, and in the contract folder before them."""
    editions = Edition.objects.order_by("number").values_list("number", "digest")
    return [
        find(of_folder()),
        *(_in_edition(find, number, digest) for number, digest in editions),
        find(view.base),
    ]


@lru_cache(maxsize=1000)
def _in_edition(find: Callable[[Content], Any], number: int, _digest: str) -> Any:
    return find(Content.from_text(Edition.objects.get(number=number).content))


@lru_cache(maxsize=1)
def _read(folder: Path, _files: tuple[tuple[Path, int, int], ...]) -> Content:
    return read_folder(folder, photos.add_file)


@contextmanager
def edit(
    sentence: str = "",
    *,
    actor: User | None,
    now: datetime,
    revision: int | None = None,
    data: dict[str, Any] | None = None,
) -> Iterator[OpenDraft]:
    """Lock the draft for one edit; `sentence` says what it did in the draft's history.

    `revision` is that of the form; None where the edit itself compares what it replaces. Raises DraftChangedError.
    """
    with transaction.atomic():
        MenuDraft.objects.get_or_create(id=MenuDraft.ONLY)
        draft = MenuDraft.objects.select_for_update().get()
        if revision is not None:
            _require_revision(draft, revision)
        before = Content.from_text(draft.content) if draft.content else newest()
        opened = OpenDraft(before, draft.revision, sentence)
        yield opened
        after = opened.content
        for name, value in opened.files.items():
            after = after.replace(name, value)
        if after.to_text() == before.to_text():
            return
        draft.content = after.to_text()
        _note(draft, opened.sentence, actor, now)
        draft.save()
        opened.revision = draft.revision
        change = {**(data or {}), "change": opened.sentence}
        record(action="menu.edit", actor=actor, at=now, data=change)


def _require_revision(draft: MenuDraft, revision: int) -> None:
    if revision != draft.revision:
        raise DraftChangedError(
            [change for change in map(_change, draft.changes) if change.revision > revision]
        )


def discard(*, revision: int, actor: User, now: datetime) -> None:
    """Drop what is not published. Raises DraftChangedError."""
    with transaction.atomic():
        draft = MenuDraft.objects.select_for_update().filter(id=MenuDraft.ONLY).first()
        if draft is None or not draft.content:
            return
        _require_revision(draft, revision)
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
