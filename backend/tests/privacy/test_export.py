"""An export has all data of a person, as page and as JSON, and no data of others."""

import io
import json
import re
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import NotFoundError
from oottam.core.personal import tables
from oottam.privacy.export import export
from oottam.requests.models import Request
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
    """References of all eight kinds of one person, with desk entries."""
    settings.CAP_PER_PERSON = 0
    sent = [reply(send(body(path), path, Idempotency_Key="k").content) for path in BODIES]
    priya = User.objects.create_user("priya")
    for request in Request.objects.all():
        work_on(request, priya)
    return sent


def test_export_has_every_personal_column(references: list[str]) -> None:
    parts = [part for each in exported(references)["requests"] for part in each["parts"]]
    for table in tables():
        if table.personal:
            rows = [row for part in parts if part["title"] == table.title for row in part["rows"]]
            assert rows, table.title
            assert set(table.personal) <= set(rows[0])
    page = files(references)["person.html"].decode()
    assert HEALTH in page
    assert "Dr. Leela Thomas" in page


def test_export_omits_staff_and_other_people(send: Send, references: list[str]) -> None:
    stored(send, VEG, veg_body(name="Somebody"))
    text = b"".join(files(references).values()).decode()
    assert "Somebody" not in text
    assert "priya" not in text
    assert '"by"' not in text


def test_export_lists_requests_by_reference(references: list[str]) -> None:
    assert {each["reference"] for each in exported(references[:2])["requests"]} == set(
        references[:2]
    )
    with pytest.raises(NotFoundError):
        export(references=["OT-0000000"], actor=None, now=NOW)


def test_page_escapes_hostile_input_and_loads_nothing(send: Send) -> None:
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


def test_export_has_mail_files(references: list[str], use_mail: Any, settings: Any) -> None:
    settings.MAIL.folder.mkdir()
    (settings.MAIL.folder / f"{references[0]}.shop.eml").write_bytes(b"From: ...")
    (settings.MAIL.folder / "OT-0000000.shop.eml").write_bytes(b"no")
    found = files(references)
    assert found[f"mails/{references[0]}.shop.eml"] == b"From: ..."
    assert len([name for name in found if name.startswith("mails/")]) == 1


def test_export_is_in_the_audit_log(references: list[str]) -> None:
    priya = User.objects.get()
    files(references, priya)
    taken = AuditEntry.objects.filter(action="person.export")
    assert {(entry.reference, entry.actor, entry.at) for entry in taken} == {
        (reference, priya, NOW) for reference in references
    }
