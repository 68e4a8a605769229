"""Generated files: in a folder on SQLite, in an unlogged table on PostgreSQL."""

import os
import stat
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.utils import timezone

from oottam.background import files
from oottam.background.files import GeneratedFile, IncompleteFileError, State
from oottam.background.models import CachedPart

pytestmark = pytest.mark.django_db
CONTENT = [b"a" * 100_000, b"b" * 700_000, b"", b"c"]


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    files.delete_all()
    yield
    files.delete_all()


def store_file(session: str = "one", **given: Any) -> GeneratedFile:
    file = GeneratedFile(
        job="labels",
        arguments={},
        session=files.session_hash(session),
        title="Labels",
        name="labels.pdf",
        media_type="application/pdf",
        back="/backoffice/",
        **given,
    )
    files.store(file)
    return file


def store_ready_file(session: str = "one") -> GeneratedFile:
    file = store_file(session)
    parts, size = files.write_parts(file.token, CONTENT)
    files.update(file.token, state=State.READY, parts=parts, size=size)
    found = files.find(file.token)
    assert found
    return found


def folder() -> Path:
    made: Path = settings.GENERATED_FILES
    return made


def test_file_is_read_as_written() -> None:
    file = store_ready_file()
    assert (file.parts, file.size) == (4, 800_001)
    assert b"".join(files.read_parts(file)) == b"".join(CONTENT)


def test_entry_does_not_contain_the_session_key() -> None:
    assert "one" not in repr(store_file("one").session)


def test_file_with_a_missing_part_is_incomplete() -> None:
    file = store_ready_file()
    files.delete_parts(file.token, 2)
    with pytest.raises(IncompleteFileError):
        list(files.read_parts(file))


def test_file_with_too_many_parts_is_rejected(monkeypatch: Any) -> None:
    monkeypatch.setattr(files, "MAX_PARTS", 2)
    with pytest.raises(IncompleteFileError):
        files.write_parts("token", CONTENT)


def test_file_expires_after_an_hour() -> None:
    file = store_ready_file()
    with time_machine.travel(timezone.now() + timedelta(minutes=59), tick=False):
        assert files.find(file.token)
    with time_machine.travel(timezone.now() + timedelta(minutes=61), tick=False):
        files.purge()
        assert files.find(file.token) is None
        with pytest.raises(IncompleteFileError):
            list(files.read_parts(file))
    assert files.find(file.token) is None  # not hidden, but deleted


def test_files_are_deleted_with_their_session() -> None:
    session = SessionStore()
    session.create()
    mine, other = store_ready_file(session.session_key or ""), store_ready_file("other")
    session.flush()
    assert files.find(mine.token) is None
    with pytest.raises(IncompleteFileError):
        list(files.read_parts(mine))
    assert files.find(other.token)
    assert b"".join(files.read_parts(other)) == b"".join(CONTENT)


def test_progress_does_not_restore_a_deleted_file() -> None:
    file = store_file()
    before = files.generation()
    files.delete_all()
    files.update(file.token, state=State.READY)
    assert files.find(file.token) is None
    assert files.generation() != before


def test_all_parts_of_an_unfinished_file_are_deleted() -> None:
    file = store_file()
    files.write_parts(file.token, CONTENT)  # as by a process that is killed before it says so
    files.delete(file.token)
    with pytest.raises(IncompleteFileError):
        list(files.read_parts(GeneratedFile(**{**_fields(file), "parts": 4})))


def _fields(file: GeneratedFile) -> dict[str, Any]:
    return {name: getattr(file, name) for name in file.__dataclass_fields__}


@pytest.mark.sqlite_only
def test_files_are_restricted_to_their_owner() -> None:
    store_ready_file()
    modes = {stat.S_IMODE(each.stat().st_mode) for each in folder().iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE(folder().stat().st_mode) == 0o700


@pytest.mark.sqlite_only
def test_unfinished_files_of_a_killed_process_are_purged_after_an_hour() -> None:
    left = folder() / "tmphalf"
    left.write_bytes(b"half")
    files.purge()
    assert left.exists()
    an_hour_ago = timezone.now().timestamp() - files.RETENTION_SECONDS - 1
    os.utime(left, (an_hour_ago, an_hour_ago))
    assert files.purge() == 1
    assert not left.exists()


@pytest.mark.postgresql_only
def test_purge_counts_the_expired_rows() -> None:
    CachedPart.objects.all().delete()
    now = timezone.now()
    for key, minutes in (("old", -1), ("older", -2), ("new", 1)):
        CachedPart.objects.create(cache_key=key, value="", expires=now + timedelta(minutes=minutes))
    assert files.purge() == 2
    assert [part.cache_key for part in CachedPart.objects.all()] == ["new"]


@pytest.mark.postgresql_only
def test_table_is_in_no_backup() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relpersistence FROM pg_class WHERE relname = 'background_cachedpart'"
        )
        assert cursor.fetchone() == ("u",)


@pytest.mark.postgresql_only
def test_rejected_row_raises_incomplete_file_error() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE background_cachedpart ADD CHECK (length(value) < 1000)")
    with pytest.raises(IncompleteFileError):
        files.write_parts("token", CONTENT)
