"""A person is given all that is held of them, to read and for programs, and nothing of anybody else."""

import io
import json
import re
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.personal import tables
from oottam.privacy.export import export
from oottam.requests.models import Request
from oottam.workflow.services.editing import UnknownRequestError
from tests.api_client import HOSTILE, stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.endpoint_cases import BODIES
from tests.privacy.people import HEALTH, body, reply, work_on

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)


def files(references: list[str], actor: User | None = None) -> dict[str, bytes]:
    packed = export(references=references, actor=actor, now=NOW)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def exported(references: list[str]) -> Any:
    return json.loads(files(references)["person.json"])


@pytest.fixture
def references(send: Send, settings: Any) -> list[str]:
    """All eight kinds of one person, worked on."""
    settings.CAP_PER_PERSON = 0
    sent = [reply(send(body(path), path, Idempotency_Key="k").content) for path in BODIES]
    priya = User.objects.create_user("priya")
    for request in Request.objects.all():
        work_on(request, priya)
    return sent


def test_every_personal_column_is_in_it(references: list[str]) -> None:
    parts = [part for each in exported(references)["requests"] for part in each["parts"]]
    for table in tables():
        if table.personal:
            rows = [row for part in parts if part["title"] == table.title for row in part["rows"]]
            assert rows, table.title
            assert set(table.personal) <= set(rows[0])
    page = files(references)["person.html"].decode()
    assert HEALTH in page
    assert "Dr. Leela Thomas" in page


def test_colleagues_and_other_people_are_not(send: Send, references: list[str]) -> None:
    stored(send, VEG, veg_body(name="Somebody"))
    text = b"".join(files(references).values()).decode()
    assert "Somebody" not in text
    assert "priya" not in text
    assert '"by"' not in text


def test_each_request_by_its_reference(references: list[str]) -> None:
    assert {each["reference"] for each in exported(references[:2])["requests"]} == set(
        references[:2]
    )
    with pytest.raises(UnknownRequestError):
        export(references=["OT-0000000"], actor=None, now=NOW)


def test_the_page_shows_hostile_words_as_text_and_stands_alone(send: Send) -> None:
    words = "".join(HOSTILE)
    request = stored(send, VEG, veg_body(address=words))
    page = files([request.reference])["person.html"].decode()
    assert "<script" not in page
    assert "&lt;script&gt;alert(&#x27;x&#x27;)" in page
    assert not re.search(
        r"\b(?:src|href)=|url\(|@import", re.sub(r"<dd>.*?</dd>", "", page, flags=re.DOTALL)
    )
    held = exported([request.reference])["requests"][0]["parts"]
    [order] = [part["rows"] for part in held if part["title"] == "Order"]
    assert order[0]["address"] == request.order.address


def test_mails_that_are_files_are_in_it(
    references: list[str], use_mail: Any, settings: Any
) -> None:
    settings.MAIL.folder.mkdir()
    (settings.MAIL.folder / f"{references[0]}.shop.eml").write_bytes(b"From: ...")
    (settings.MAIL.folder / "OT-0000000.shop.eml").write_bytes(b"no")
    found = files(references)
    assert found[f"mails/{references[0]}.shop.eml"] == b"From: ..."
    assert len([name for name in found if name.startswith("mails/")]) == 1


def test_it_is_recorded_that_it_was_taken(references: list[str]) -> None:
    priya = User.objects.get()
    files(references, priya)
    taken = AuditEntry.objects.filter(action="person.export")
    assert {(entry.reference, entry.actor, entry.at) for entry in taken} == {
        (reference, priya, NOW) for reference in references
    }
