"""Stores generated files for an hour, for the session that requested them.

The storage is the Django cache `made`: files of mode 0600 in OOTTAM_VAR/made, or on PostgreSQL an unlogged table that
all servers share. A file has an entry with its state, and its bytes in parts.
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

RETENTION_SECONDS: int = settings.GENERATED_FILES_SECONDS
PART_BYTES = 256 * 1024
MAX_PARTS = 1000
_GENERATION = "generation"  # key of a value that changes when all files are deleted
_TOKEN = re.compile(r"[\w-]{22}", re.ASCII)  # unlike the cache's other keys
_lock = threading.Lock()


class State(StrEnum):
    """The state of a file."""

    WAITING = "waiting"
    RUNNING = "running"
    READY = "ready"
    REFUSED = "refused"  # nothing to generate; the reason is in `message`
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class GeneratedFile:
    """A file's entry, with the job's arguments for a retry. Times are Unix timestamps."""

    job: str
    arguments: dict[str, Any]
    session: str  # the hash of the session's key
    title: str  # heading of the progress page
    name: str
    media_type: str
    back: str  # URL of the requesting page
    is_inline: bool = False  # displayed by the browser instead of saved
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    state: State = State.WAITING
    attempts: int = 0
    done: int = 0
    total: int = 0  # 0 if unknown
    parts: int = 0
    size: int = 0  # bytes
    message: str = ""
    touched_at: float = 0  # updated by the server that has queued it


class IncompleteFileError(Exception):
    """A part is missing or could not be stored."""


def store(file: GeneratedFile) -> None:
    """Store a new entry. Raises OSError on a full disk, IncompleteFileError if the table rejects it."""
    with _lock:
        _cache().set(_session_key(file.session), (*_tokens(file.session), file.token))
    _cache().set(file.token, replace(file, touched_at=time.time()))
    if not _cache().has_key(file.token):
        raise IncompleteFileError


def update(token: str, **changes: Any) -> None:
    """Change an existing entry and its `touched_at`; a deleted one is not restored."""
    with _lock:
        file = find(token)
        if file is not None:
            _cache().set(token, replace(file, touched_at=time.time(), **changes))


def find(token: str) -> GeneratedFile | None:
    """Return the entry; None if expired or deleted."""
    match: GeneratedFile | None = _cache().get(token) if _TOKEN.fullmatch(token) else None
    return match


def session_hash(key: str | None) -> str:
    """Hash a session key, so that entries contain no usable key."""
    return hashlib.sha256((key or "").encode()).hexdigest()


def write_parts(token: str, content: Iterable[bytes]) -> tuple[int, int]:
    """Store a file's bytes; return the numbers of parts and bytes. Raises the same errors as `store`."""
    parts = size = 0
    for part in _split(content):
        if parts == MAX_PARTS:
            raise IncompleteFileError
        _cache().set(_part_key(token, parts), part)
        parts, size = parts + 1, size + len(part)
    if not _has_all_parts(token, parts):  # Django's database cache hides its errors
        raise IncompleteFileError
    return parts, size


def is_complete(file: GeneratedFile) -> bool:
    """Whether all parts of a ready file exist; parts may have expired, also by a changed clock."""
    return _has_all_parts(file.token, file.parts)


def read_parts(file: GeneratedFile) -> Iterator[bytes]:
    """Yield the parts of a ready file. Raises IncompleteFileError."""
    for number in range(file.parts):
        part: bytes | None = _cache().get(_part_key(file.token, number))
        if part is None:
            raise IncompleteFileError
        yield part


def delete(token: str) -> None:
    """Delete a file's entry and parts."""
    with _lock:
        file = find(token)
        _cache().delete(token)
        if file:
            remaining = (each for each in _tokens(file.session) if each != token)
            with suppress(OSError):  # on a full disk the token stays in the list, harmlessly
                _cache().set(_session_key(file.session), tuple(remaining))
    delete_parts(token, file.parts if file and file.state == State.READY else MAX_PARTS)


def delete_parts(token: str, parts: int = MAX_PARTS) -> None:
    """Delete a file's bytes, also those of an unfinished file."""
    _cache().delete_many([_part_key(token, number) for number in range(parts)])


def delete_of_session(key: str) -> None:
    """Delete a session's files."""
    session = session_hash(key)
    for token in _tokens(session):
        delete(token)
    _cache().delete(_session_key(session))


def delete_all() -> None:
    """Delete all files: they may contain data that was just erased."""
    _cache().clear()
    _cache().set(_GENERATION, secrets.token_urlsafe(16))


def generation() -> str:
    """Return a value that changes with `delete_all`: files from an earlier one may contain erased data."""
    value: str = _cache().get(_GENERATION, "")
    return value


def purge() -> int:
    """Delete expired and unfinished files; return the number of files or rows."""
    if settings.IS_SHARED:
        return CachedPart.objects.filter(expires__lt=timezone.now()).delete()[0]
    folder: Path = settings.GENERATED_FILES
    expiry = time.time() - RETENTION_SECONDS
    expired = [file for file in folder.glob("*") if _modified_at(file) < expiry]
    for file in expired:
        file.unlink(missing_ok=True)
    return len(expired)


def _has_all_parts(token: str, parts: int) -> bool:
    return all(_cache().has_key(_part_key(token, number)) for number in range(parts))


def _modified_at(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return time.time()


def _split(content: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes in parts of PART_BYTES."""
    buffer = bytearray()
    for piece in content:
        buffer += piece
        while len(buffer) >= PART_BYTES:
            yield bytes(buffer[:PART_BYTES])
            del buffer[:PART_BYTES]
    if buffer:
        yield bytes(buffer)


def _cache() -> BaseCache:
    return caches["made"]


def _part_key(token: str, number: int) -> str:
    return f"{token}.{number}"


def _tokens(session: str) -> tuple[str, ...]:
    """Return the tokens of a session's files."""
    tokens: tuple[str, ...] = _cache().get(_session_key(session), ())
    return tokens


def _session_key(session: str) -> str:
    return f"session.{session}"
