"""Generated files: each is kept for an hour, for the session that asked for it.

They lie in the Django cache `made`: files of mode 0600 in OOTTAM_VAR/made, or on PostgreSQL an unlogged table, so that
any server can hand them out. An entry says how far a file is; its bytes lie beside it in parts.
"""

import hashlib
import re
import secrets
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import BaseCache, caches
from django.utils import timezone

from oottam.background.models import CachedPart

KEPT_SECONDS: int = settings.GENERATED_FILES_SECONDS
PART_BYTES = 256 * 1024
MAX_PARTS = 1000
_GENERATION = "generation"  # the key of a value that changes whenever all of them are deleted
_TOKEN = re.compile(r"[\w-]{22}", re.ASCII)  # other keys of the cache are none
_lock = threading.Lock()


class State(StrEnum):
    """How far a file is."""

    WAITING = "waiting"
    RUNNING = "running"
    READY = "ready"
    REFUSED = "refused"  # there is nothing to make; `message` says why
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class GeneratedFile:
    """A file that a job makes, and what is needed to make it again. Times are seconds since 1970."""

    job: str
    arguments: dict[str, Any]
    session: str  # the hash of the session's key
    title: str  # what is being made, in a heading
    name: str
    media_type: str
    back: str  # the page that asked for it
    is_inline: bool = False  # shown by the browser, not saved
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    state: State = State.WAITING
    attempts: int = 0
    done: int = 0
    total: int = 0  # 0 while nobody knows
    parts: int = 0
    size: int = 0  # bytes
    message: str = ""
    touched_at: float = 0  # by the server that has it in its queue


class IncompleteFileError(Exception):
    """A part of it is not there any more, or could not be stored."""


def store(file: GeneratedFile) -> None:
    """Keep a new entry. Raises OSError when the disk is full, IncompleteFileError when the table takes no more."""
    with _lock:
        _cache().set(_index(file.session), (*_tokens(file.session), file.token))
    _cache().set(file.token, replace(file, touched_at=time.time()))
    if not _cache().has_key(file.token):
        raise IncompleteFileError


def update(token: str, **changes: Any) -> None:
    """Change an entry and say that it is attended to; one that was deleted meanwhile stays so."""
    with _lock:
        file = find(token)
        if file is not None:
            _cache().set(token, replace(file, touched_at=time.time(), **changes))


def find(token: str) -> GeneratedFile | None:
    """The entry, while it is kept."""
    found: GeneratedFile | None = _cache().get(token) if _TOKEN.fullmatch(token) else None
    return found


def session_hash(key: str | None) -> str:
    """A session as entries name it: whoever reads them cannot use it to log in."""
    return hashlib.sha256((key or "").encode()).hexdigest()


def write_parts(token: str, content: Iterable[bytes]) -> tuple[int, int]:
    """Store the bytes of a file; how many parts and bytes. Raises OSError and IncompleteFileError, as `store`."""
    parts = size = 0
    for part in _cut(content):
        if parts == MAX_PARTS:
            raise IncompleteFileError
        _cache().set(_part(token, parts), part)
        parts, size = parts + 1, size + len(part)
    if not _is_whole(token, parts):  # the table's cache keeps its errors to itself
        raise IncompleteFileError
    return parts, size


def is_whole(file: GeneratedFile) -> bool:
    """Whether a file that is ready can be handed out; a clock that was set may have ended its hour, or half of it."""
    return _is_whole(file.token, file.parts)


def read_parts(file: GeneratedFile) -> Iterator[bytes]:
    """The bytes of a file that is ready; raises IncompleteFileError."""
    for number in range(file.parts):
        part: bytes | None = _cache().get(_part(file.token, number))
        if part is None:
            raise IncompleteFileError
        yield part


def delete(token: str) -> None:
    """Delete a file."""
    with _lock:
        file = find(token)
        _cache().delete(token)
        if file:
            left = (each for each in _tokens(file.session) if each != token)
            with suppress(OSError):  # on a full disk it stays in the list, which does no harm
                _cache().set(_index(file.session), tuple(left))
    delete_parts(token, file.parts if file and file.state == State.READY else MAX_PARTS)


def delete_parts(token: str, parts: int = MAX_PARTS) -> None:
    """Delete the bytes of a file, of which there may be some when it was not finished."""
    _cache().delete_many([_part(token, number) for number in range(parts)])


def delete_of_session(key: str) -> None:
    """Delete what was made for a session."""
    session = session_hash(key)
    for token in _tokens(session):
        delete(token)
    _cache().delete(_index(session))


def delete_all() -> None:
    """Delete every file: one of them may hold what has just been erased."""
    _cache().clear()
    _cache().set(_GENERATION, secrets.token_urlsafe(16))


def generation() -> str:
    """Changes whenever all files are deleted: what was read under another one may hold what is erased by now."""
    found: str = _cache().get(_GENERATION, "")
    return found


def purge() -> int:
    """Delete what is past its hour, and what a killed process left half written; how many files or rows."""
    if settings.IS_SHARED:
        return CachedPart.objects.filter(expires__lt=timezone.now()).delete()[0]
    folder: Path = settings.GENERATED_FILES
    oldest = time.time() - KEPT_SECONDS
    past = [file for file in folder.glob("*") if _written_at(file) < oldest]
    for file in past:
        file.unlink(missing_ok=True)
    return len(past)


def _is_whole(token: str, parts: int) -> bool:
    return all(_cache().has_key(_part(token, number)) for number in range(parts))


def _written_at(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return time.time()


def _cut(content: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in parts of one length."""
    held = bytearray()
    for piece in content:
        held += piece
        while len(held) >= PART_BYTES:
            yield bytes(held[:PART_BYTES])
            del held[:PART_BYTES]
    if held:
        yield bytes(held)


def _cache() -> BaseCache:
    return caches["made"]


def _part(token: str, number: int) -> str:
    return f"{token}.{number}"


def _tokens(session: str) -> tuple[str, ...]:
    """The files of a session."""
    found: tuple[str, ...] = _cache().get(_index(session), ())
    return found


def _index(session: str) -> str:
    return f"session.{session}"
