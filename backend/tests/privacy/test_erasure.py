"""Erasure empties all personal data and nothing else."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import models

from oottam.api.models import IdempotencyRecord
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, NotFoundError, StaleError
from oottam.core.personal import tables
from oottam.outbox import queue
from oottam.outbox.models import OutboxEntry
from oottam.outbox.worker import send_due
from oottam.privacy import erasure, erasure_log
from oottam.privacy.erasure import erase, erase_health, reapply_erasures
from oottam.requests.identity import requests_with_token, token_of
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.models import ActionType
from oottam.serving import worker
from oottam.statuspage import queries
from oottam.workflow.models import AppointmentSlot, Credit, RetainedAmount
from tests.api_client import columns
from tests.conftest import VEG, Send
from tests.endpoint_cases import BODIES, KINDS
from tests.privacy.people import HEALTH, WORDS, body, reply, work_on

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
EMPTY: tuple[Any, ...] = ("", None, 0, [], {}, "(erased)")
OURS = [table.model for table in tables()]


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path, use_mail: Any) -> None:
    settings.VAR = tmp_path
    settings.CAP_PER_PERSON = 0


@pytest.fixture
def open_requests(send: Send, priya: User) -> list[Request]:
    """Open requests of all eight kinds of one person, with desk entries."""
    references = [
        reply(send(body(path), path, Idempotency_Key="key-zenobia").content) for path in BODIES
    ]
    found = list(Request.objects.filter(reference__in=references).order_by("received_at", "pk"))
    for request in found:
        work_on(request, priya)
    return found


def run(requests: list[Request], actor: User | None = None, **more: Any) -> None:
    given: dict[str, Any] = {"reason": "she asked for it", "now": NOW, "cancel": True, **more}
    erase(references=[each.reference for each in requests], actor=actor, **given)


def text(model: type[models.Model]) -> str:
    """All values of a table as text."""
    return "\n".join(str(columns(row)) for row in model._default_manager.all()).lower()


def remaining_words() -> list[tuple[str, str]]:
    held = {model._meta.label: text(model) for model in OURS}
    return [
        (label, word) for label, all_of_it in held.items() for word in WORDS if word in all_of_it
    ]


def test_personal_columns_of_all_kinds_are_emptied(
    open_requests: list[Request], priya: User
) -> None:
    filled = {
        (table.model, name)
        for table in tables()
        for name in table.personal
        for row in table.model._default_manager.all()
        if getattr(row, name) not in EMPTY
    }
    assert filled == {(table.model, name) for table in tables() for name in table.personal}
    assert remaining_words()
    run(open_requests, priya)
    assert remaining_words() == []
    left = [
        (table.model, name, getattr(row, name))
        for table in tables()
        for name in table.personal
        for row in table.model._default_manager.exclude(pk__in=new_entries(table.model))
        if getattr(row, name) not in (*EMPTY, erasure.NOT_SENT)
    ]
    assert left == []
    assert not IdempotencyRecord.objects.exists()


def new_entries(model: type[models.Model]) -> list[int]:
    """Rows created by the erasure itself."""
    if model is not AuditEntry:
        return []
    return list(AuditEntry.objects.filter(action="person.erase").values_list("pk", flat=True))


_FOLLOW = (
    AuditEntry,
    Credit,
    RetainedAmount,
)  # cancelling a paid request creates a credit


def test_amounts_dates_and_dishes_are_kept(open_requests: list[Request], priya: User) -> None:
    skipped = {"version", "status", "closed_at", "erased_at", "health_erased_at", "state"}

    def plain() -> dict[str, Any]:
        return {
            table.title: [
                {name: getattr(row, name) for name in table.plain.split() if name not in skipped}
                for row in table.model._default_manager.order_by("pk")
                if getattr(row, "action", "") != ActionType.CANCEL  # created by the erasure
            ]
            for table in tables()
            if table.belongs and not table.is_deleted and table.model not in _FOLLOW
        }

    before = plain()
    assert all(before[title] for title in ("Order", "Dishes", "Combos", "Payments", "Agreed times"))
    run(open_requests, priya)
    assert plain() == before


def test_actor_and_reason_are_in_the_audit_log(open_requests: list[Request], priya: User) -> None:
    run(open_requests[:1], priya)
    [entry] = AuditEntry.objects.filter(action="person.erase")
    assert (entry.actor, entry.reference, entry.at) == (priya, open_requests[0].reference, NOW)
    assert (entry.reason, entry.data) == ("she asked for it", {})
    erased = Request.objects.get(pk=open_requests[0].pk)
    assert (erased.erased_at, erased.status, erased.closed_at) == (NOW, Status.CANCELLED, NOW)


@pytest.mark.parametrize("status", [Status.NEW, Status.CONFIRMED, Status.ACTIVE])
def test_open_request_is_erased_only_with_cancel(
    open_requests: list[Request], status: Status
) -> None:
    Request.objects.exclude(pk=open_requests[1].pk).update(status=Status.COMPLETED, closed_at=NOW)
    Request.objects.filter(pk=open_requests[1].pk).update(status=status)
    with pytest.raises(DomainError, match=open_requests[1].reference) as refused:
        run(open_requests, cancel=False)
    assert refused.value.field == "cancel"
    assert not Request.objects.exclude(erased_at=None).exists()  # including closed ones
    assert list(erasure_log.read()) == []
    run(open_requests)
    assert list(Request.objects.filter(status=Status.CANCELLED)) == [open_requests[1]]


def test_appointment_slot_is_released(open_requests: list[Request]) -> None:
    run(open_requests)
    assert AppointmentSlot.objects.get().state == "cancelled"


def test_closed_request_keeps_its_status(open_requests: list[Request]) -> None:
    Request.objects.update(status=Status.COMPLETED, closed_at=NOW)
    run(open_requests, cancel=False)
    assert set(Request.objects.values_list("status", flat=True)) == {Status.COMPLETED}


def test_second_erasure_erases_later_data(open_requests: list[Request], priya: User) -> None:
    run(open_requests)
    Request.objects.filter(pk=open_requests[0].pk).update(customer_name="Zenobia again")
    later = NOW.replace(year=2027)
    run(open_requests, now=later)
    assert remaining_words() == []
    assert set(Request.objects.values_list("erased_at", flat=True)) == {NOW}


def test_reason_and_known_reference_are_required(open_requests: list[Request]) -> None:
    with pytest.raises(DomainError) as refused:
        run(open_requests, reason="  ")
    assert refused.value.field == "reason"
    with pytest.raises(NotFoundError):
        erase(references=["OT-0000000"], actor=None, now=NOW, reason="x")


def test_changed_request_is_not_erased(open_requests: list[Request]) -> None:
    seen = Request.objects.get(pk=open_requests[0].pk).version
    run(open_requests[:1], versions={open_requests[0].reference: seen})
    with pytest.raises(StaleError):
        run(open_requests[:1], versions={open_requests[0].reference: seen})


def test_waiting_mails_are_not_sent(open_requests: list[Request]) -> None:
    assert OutboxEntry.objects.filter(state="waiting").exists()
    run(open_requests)
    left = set(OutboxEntry.objects.values_list("recipient", "state", "last_error"))
    assert left == {("shop", "failed", erasure.NOT_SENT), ("customer", "failed", "")}


def test_mails_of_erased_requests_cannot_be_resent(
    open_requests: list[Request], clock: Any
) -> None:
    run(open_requests)
    queue.resend(OutboxEntry.objects.all(), clock())
    while send_due(clock, clock):
        pass
    left = set(OutboxEntry.objects.values_list("state", "last_error"))
    assert left == {
        ("failed", "This request no longer exists."),
        ("failed", "It was withdrawn, or its text has been erased."),
    }


def test_status_page_is_gone(open_requests: list[Request]) -> None:
    def is_shown(request: Request) -> bool:
        return queries.load_status(requests_with_token(token_of(request.pk))) is not None

    assert [is_shown(each) for each in open_requests] == [True] * 8
    run(open_requests)
    assert [is_shown(each) for each in open_requests] == [False] * 8


def test_only_its_mail_files_are_deleted(open_requests: list[Request], settings: Any) -> None:
    folder: Path = settings.MAIL.folder
    folder.mkdir()
    kept = folder / "OT-0000000.shop.eml"
    own = [
        folder / f"{open_requests[0].reference}.{rest}"
        for rest in ("shop.eml", "customer.2.eml", "shop.eml.12")
    ]
    for file in (kept, *own):
        file.write_text("From: ...")
    run(open_requests)
    assert list(folder.iterdir()) == [kept]


def test_other_peoples_data_are_kept(send: Send, open_requests: list[Request]) -> None:
    other = reply(send(BODIES[VEG], VEG, Idempotency_Key="another").content)
    before = columns(Request.objects.get(reference=other))
    run(open_requests)
    assert columns(Request.objects.get(reference=other)) == before
    assert IdempotencyRecord.objects.get().request.reference == other
    assert OutboxEntry.objects.filter(reference=other, state="waiting").count() == 2


def test_erasure_is_logged_before_it_is_committed(
    open_requests: list[Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut between the two the next start repeats the erasure."""

    def full(*_: Any) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(erasure_log, "append", full)
    with pytest.raises(OSError, match="No space"):
        run(open_requests[:1])
    assert Request.objects.get(pk=open_requests[0].pk).customer_name != "(erased)"


def test_erasure_log_is_private_and_has_no_personal_data(
    open_requests: list[Request],
) -> None:
    run(open_requests)
    assert erasure_log.log_path().stat().st_mode & 0o777 == 0o600
    assert list(erasure_log.read()) == [each.pk for each in open_requests]
    assert not [word for word in WORDS if word in erasure_log.log_path().read_text().lower()]


def test_incomplete_line_in_the_erasure_log_is_skipped(open_requests: list[Request]) -> None:
    erasure_log.append(open_requests[0].pk, NOW)
    with erasure_log.log_path().open("a") as file:
        file.write("\x00\n\n0198-nonsense 2026\n0198ab")
    erasure_log.append(open_requests[1].pk, NOW)
    assert list(erasure_log.read()) == [open_requests[0].pk, open_requests[1].pk]


def test_restored_requests_are_erased_again(open_requests: list[Request], priya: User) -> None:
    for request in open_requests[1:]:
        erasure_log.append(request.pk, NOW)
    assert reapply_erasures(NOW) == 7
    assert Request.objects.get(pk=open_requests[0].pk).erased_at is None
    entries = AuditEntry.objects.filter(action="person.erase")
    assert {(entry.actor, entry.reason) for entry in entries} == {(None, erasure.RESTORED)}
    assert reapply_erasures(NOW) == 0
    assert entries.count() == 7


def test_starting_server_erases_restored_requests_again(open_requests: list[Request]) -> None:
    erasure_log.append(open_requests[0].pk, NOW)
    worker._require_migrated_database()
    assert Request.objects.get(pk=open_requests[0].pk).erased_at


def test_migrate_erases_restored_requests_again(open_requests: list[Request], capsys: Any) -> None:
    erasure_log.append(open_requests[0].pk, NOW)
    call_command("migrate")
    assert "Erased again after the restore: 1 requests." in capsys.readouterr().out
    assert Request.objects.get(pk=open_requests[0].pk).erased_at


def test_erase_health_empties_only_health_columns(open_requests: list[Request]) -> None:
    nutrition = next(each for each in open_requests if each.kind == Kind.NUTRITION)
    erase_health(reference=nutrition.reference, now=NOW)
    found = Request.objects.get(pk=nutrition.pk)
    assert (found.customer_name, found.body, found.health_erased_at) == ("Zenobia", "", NOW)
    assert columns(found.nutrition, "request_id") == {
        "age": 0, "dietary_goal": "", "allergies": "", "preferred_foods": "",
    }  # fmt: skip
    assert (found.fulfilment.allergens, found.fulfilment.kitchen_note) == (None, "")
    assert found.fulfilment.address
    assert found.notes.get().text == ""
    told = AuditEntry.objects.filter(reference=nutrition.reference)
    assert HEALTH not in str([(entry.data, entry.reason) for entry in told])
    assert told.filter(action="person.forget-health").count() == 1


def test_health_data_of_an_order_are_its_allergies(open_requests: list[Request]) -> None:
    order = next(each for each in open_requests if each.kind == Kind.VEG)
    erase_health(reference=order.reference, now=NOW)
    found = Request.objects.get(pk=order.pk)
    assert (found.fulfilment.allergens, found.fulfilment.kitchen_note) == (None, "")
    assert found.body
    assert found.notes.get().text
    assert KINDS[VEG] == found.kind
