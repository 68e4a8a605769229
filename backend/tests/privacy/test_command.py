"""`manage.py person` lists the data and asks before it erases."""

import zipfile
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from oottam.audit.models import AuditEntry
from oottam.requests.models import Request, Status
from tests.api_client import stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send

pytestmark = pytest.mark.django_db


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAR = tmp_path
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def closed(send: Send) -> Request:
    """A completed order, the only request of its customer."""
    request = stored(send, VEG, veg_body())
    Request.objects.update(status=Status.COMPLETED, closed_at=request.received_at)
    return request


def person(*args: str, stdin: StringIO | None = None) -> str:
    out = StringIO()
    call_command("person", *args, stdout=out, stdin=stdin or StringIO())
    return out.getvalue()


def command_error(*args: str, stdin: StringIO | None = None) -> str:
    with pytest.raises(CommandError) as stopped:
        person(*args, stdin=stdin)
    assert not Request.objects.exclude(erased_at=None).exists()
    return str(stopped.value)


def test_requests_are_listed_without_names(closed: Request) -> None:
    said = person("erase", "98400 12345", "--yes")
    first, *rest = said.splitlines()
    assert first.startswith(f"{closed.reference} Veg meal, ")
    assert first.endswith(", completed")
    assert rest[:3] == ["  Request: 1", "  Order: 1", "  Mails: 2"]
    assert rest[-1].startswith("Erased: 1 request.")
    assert "Asha" not in said
    assert Request.objects.get().customer_name == "(erased)"


def test_erase_asks_in_a_terminal(closed: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answers = iter(["", "y", "no"])

    def answer(sentence: str) -> str:
        asked.append(sentence)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    for _ in range(3):
        assert command_error("erase", closed.reference, stdin=Terminal()) == "Nothing was erased."
    assert asked == ["It cannot be undone. Type yes to erase all of it: "] * 3
    monkeypatch.setattr("builtins.input", lambda _: " yes ")
    assert "Erased: 1 request." in person("erase", closed.reference, stdin=Terminal())


def test_erase_requires_yes_without_a_terminal(closed: Request) -> None:
    assert "add --yes" in command_error("erase", closed.reference)


def test_open_requests_are_erased_only_with_cancel(send: Send) -> None:
    open_one = stored(send, VEG, veg_body())
    said = command_error("erase", "asha@example.com", "--yes")
    assert f"{open_one.reference} (new)" in said
    assert said.endswith("(--cancel does that.)")
    person("erase", "asha@example.com", "--yes", "--cancel", "--reason", "moved away")
    assert Request.objects.get().status == Status.CANCELLED
    assert AuditEntry.objects.get(action="person.erase").reason == "moved away"


@pytest.mark.parametrize("do", ["export", "erase"])
def test_unknown_person_is_reported(closed: Request, do: str) -> None:
    assert command_error(do, "nobody@example.com", "--yes").startswith(
        "No data is held about that person"
    )


def test_export_is_one_new_private_file(closed: Request, tmp_path: Path) -> None:
    person("export", closed.reference)
    [file] = tmp_path.glob("person-*.zip")
    assert file.stat().st_mode & 0o777 == 0o600
    assert "person.json" in zipfile.ZipFile(file).namelist()
    assert AuditEntry.objects.get(action="person.export").actor is None
    assert "already exists" in command_error("export", closed.reference, "--file", str(file))
    missing = tmp_path / "no" / "folder.zip"
    assert command_error("export", closed.reference, "--file", str(missing)).startswith(
        "Not exported."
    )
