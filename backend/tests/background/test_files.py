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

pytestmark = pytest.mark.django_db
CONTENT = [b"a" * 100_000, b"b" * 700_000, b"", b"c"]


@pytest.fixture(autouse=True)
def _nothing_before() -> Iterator[None]:
    files.delete_all()
    yield
    files.delete_all()


def stored(session: str = "one", **given: Any) -> GeneratedFile:
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


def ready(session: str = "one") -> GeneratedFile:
    file = stored(session)
    parts, size = files.write_parts(file.token, CONTENT)
    files.update(file.token, state=State.READY, parts=parts, size=size)
    found = files.find(file.token)
    assert found
    return found


def folder() -> Path:
    made: Path = settings.GENERATED_FILES
    return made


def test_a_file_is_read_as_it_was_written() -> None:
    file = ready()
    assert (file.parts, file.size) == (4, 800_001)
    assert b"".join(files.read_parts(file)) == b"".join(CONTENT)


def test_an_entry_does_not_hold_the_key_of_its_session() -> None:
    assert "one" not in repr(stored("one").session)


def test_a_file_without_one_of_its_parts_is_never_taken_for_whole() -> None:
    file = ready()
    files.delete_parts(file.token, 2)
    with pytest.raises(IncompleteFileError):
        list(files.read_parts(file))


def test_a_file_of_more_parts_than_are_looked_after_is_refused(monkeypatch: Any) -> None:
    monkeypatch.setattr(files, "MAX_PARTS", 2)
    with pytest.raises(IncompleteFileError):
        files.write_parts("token", CONTENT)


def test_a_file_is_gone_after_an_hour() -> None:
    file = ready()
    with time_machine.travel(timezone.now() + timedelta(minutes=59), tick=False):
        assert files.find(file.token)
    with time_machine.travel(timezone.now() + timedelta(minutes=61), tick=False):
        files.purge()
        assert files.find(file.token) is None
        with pytest.raises(IncompleteFileError):
            list(files.read_parts(file))
    assert files.find(file.token) is None  # not hidden, but deleted


def test_a_session_that_ends_takes_its_files_with_it() -> None:
    session = SessionStore()
    session.create()
    mine, other = ready(session.session_key or ""), ready("other")
    session.flush()
    assert files.find(mine.token) is None
    with pytest.raises(IncompleteFileError):
        list(files.read_parts(mine))
    assert files.find(other.token)
    assert b"".join(files.read_parts(other)) == b"".join(CONTENT)


def test_what_was_deleted_is_not_brought_back_by_its_progress() -> None:
    file = stored()
    before = files.generation()
    files.delete_all()
    files.update(file.token, state=State.READY)
    assert files.find(file.token) is None
    assert files.generation() != before


def test_an_unfinished_file_is_deleted_whole() -> None:
    file = stored()
    files.write_parts(file.token, CONTENT)  # as by a process that is killed before it says so
    files.delete(file.token)
    with pytest.raises(IncompleteFileError):
        list(files.read_parts(GeneratedFile(**{**_fields(file), "parts": 4})))


def _fields(file: GeneratedFile) -> dict[str, Any]:
    return {name: getattr(file, name) for name in file.__dataclass_fields__}


@pytest.mark.sqlite_only
def test_files_are_their_owner_s_alone() -> None:
    ready()
    modes = {stat.S_IMODE(each.stat().st_mode) for each in folder().iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE(folder().stat().st_mode) == 0o700


@pytest.mark.sqlite_only
def test_what_a_killed_process_left_half_written_goes_after_an_hour() -> None:
    left = folder() / "tmphalf"
    left.write_bytes(b"half")
    files.purge()
    assert left.exists()
    an_hour_ago = timezone.now().timestamp() - files.KEPT_SECONDS - 1
    os.utime(left, (an_hour_ago, an_hour_ago))
    assert files.purge() == 1
    assert not left.exists()


@pytest.mark.postgresql_only
def test_the_table_is_in_no_backup() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relpersistence FROM pg_class WHERE relname = 'background_cachedpart'"
        )
        assert cursor.fetchone() == ("u",)


@pytest.mark.postgresql_only
def test_what_the_table_does_not_take_is_said() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE background_cachedpart ADD CHECK (length(value) < 1000)")
    with pytest.raises(IncompleteFileError):
        files.write_parts("token", CONTENT)
