"""Personal data are erased nightly after their retention period."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from oottam.api.models import IdempotencyRecord
from oottam.core.personal import months_before
from oottam.maintenance import jobs
from oottam.maintenance.jobs import Housekeeper
from oottam.privacy import retention
from oottam.privacy.retention import PurgeResult, apply_retention
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import AppointmentSlot, EventDetails
from tests.api_client import stored
from tests.conftest import VEG, Send
from tests.endpoint_cases import BODIES
from tests.enquiries.examples import APPOINTMENT, EVENT, NUTRITION, SUBSCRIPTION

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 31, 20, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Any, use_mail: Any) -> None:
    settings.VAR = tmp_path
    settings.CAP_PER_PERSON = 0


def apply(now: datetime = NOW) -> PurgeResult:
    return apply_retention(now, pause=lambda seconds: None)


def sent(
    send: Send,
    path: str,
    *,
    received: datetime,
    status: Status = Status.NEW,
    closed: datetime | None = None,
) -> Request:
    request = stored(send, path, BODIES[path])
    Request.objects.filter(pk=request.pk).update(
        received_at=received, status=status, closed_at=closed
    )
    return Request.objects.get(pk=request.pk)


def is_erased(request: Request) -> bool:
    request.refresh_from_db()
    assert (request.erased_at is None) == (request.customer_name != "(erased)")
    return request.erased_at is not None


@pytest.mark.parametrize(
    ("moment", "months", "earlier"),
    [
        ((2026, 3, 31), 1, (2026, 2, 28)),
        ((2024, 3, 31), 1, (2024, 2, 29)),
        ((2026, 1, 15), 1, (2025, 12, 15)),
        ((2026, 12, 31), 36, (2023, 12, 31)),
        ((2024, 2, 29), 12, (2023, 2, 28)),
    ],
)
def test_months_are_calendar_months(
    moment: tuple[int, int, int], months: int, earlier: tuple[int, int, int]
) -> None:
    assert months_before(datetime(*moment, 5, 6, tzinfo=UTC), months) == datetime(
        *earlier, 5, 6, tzinfo=UTC
    )


@pytest.mark.parametrize("status", [Status.COMPLETED, Status.CANCELLED])
def test_order_is_erased_36_months_after_closing(send: Send, status: Status) -> None:
    long_ago, limit = NOW - 4000 * DAY, months_before(NOW, 36)
    past = sent(send, VEG, received=long_ago, status=status, closed=limit - timedelta(seconds=1))
    kept = sent(send, VEG, received=long_ago, status=status, closed=limit + timedelta(seconds=1))
    still_open = sent(send, VEG, received=long_ago, status=Status.ACTIVE)
    assert apply().erased == 1
    assert [is_erased(each) for each in (past, kept, still_open)] == [True, False, False]
    past.refresh_from_db()
    assert (past.status, past.order.total_paise) == (status, 163800)
    assert apply() == (0, 0)


@pytest.mark.parametrize("path", [SUBSCRIPTION, EVENT, APPOINTMENT, NUTRITION])
def test_enquiry_is_erased_12_months_after_closing_or_receipt(send: Send, path: str) -> None:
    limit, second, long_ago = months_before(NOW, 12), timedelta(seconds=1), NOW - 4000 * DAY
    past = [
        sent(send, path, received=limit - second),
        sent(send, path, received=long_ago, status=Status.COMPLETED, closed=limit - second),
    ]
    kept = [
        sent(send, path, received=limit + second),
        sent(send, path, received=long_ago, status=Status.COMPLETED, closed=limit + second),
    ]
    assert apply().erased == 2
    assert [is_erased(each) for each in (*past, *kept)] == [True, True, False, False]
    assert [each.status for each in past] == [Status.CANCELLED, Status.COMPLETED]


def test_open_enquiry_in_use_is_kept(send: Send) -> None:
    long_ago = NOW - 500 * DAY
    today = timezone.localdate(NOW)
    assert today.day == 1  # in India it is the next day already

    def at(path: str, status: Status = Status.NEW) -> Request:
        return sent(send, path, received=long_ago, status=status)

    followed = at(EVENT)
    Request.objects.filter(pk=followed.pk).update(follow_up_on=today)
    wedding = at(EVENT, Status.CONFIRMED)
    EventDetails.objects.create(request=wedding, date=today)
    visit = at(APPOINTMENT, Status.CONFIRMED)
    AppointmentSlot.objects.create(request=visit, doctor="Dr. A", starts_at=NOW, minutes=20)
    left = [followed, wedding, visit, at(SUBSCRIPTION, Status.CONFIRMED), at(EVENT, Status.ACTIVE)]
    gone = at(EVENT, Status.CONFIRMED)
    over = at(EVENT, Status.CONFIRMED)
    EventDetails.objects.create(request=over, date=today - DAY)
    assert apply().erased == 2
    assert [is_erased(each) for each in (*left, gone, over)] == [False] * 5 + [True] * 2


def test_health_data_are_erased_after_90_days(send: Send) -> None:
    past, second = NOW - 90 * DAY - timedelta(seconds=1), timedelta(seconds=2)
    open_one = sent(send, NUTRITION, received=past)
    closed = sent(send, APPOINTMENT, received=past, status=Status.COMPLETED, closed=NOW)
    kept = [
        sent(send, NUTRITION, received=past + second),
        sent(send, APPOINTMENT, received=past),
        sent(send, VEG, received=past, status=Status.COMPLETED, closed=past + second),
        sent(send, VEG, received=past, status=Status.ACTIVE),
    ]
    order = sent(send, VEG, received=past, status=Status.COMPLETED, closed=past)
    assert apply() == (0, 3)
    for request in (open_one, closed, order):
        request.refresh_from_db()
        assert request.health_erased_at == NOW
        assert request.customer_name == "Asha Raman"
    assert open_one.nutrition.dietary_goal == ""
    assert all(Request.objects.get(pk=each.pk).health_erased_at is None for each in kept)
    assert apply() == (0, 0)


def test_health_data_of_a_reopened_request_are_erased_too(send: Send) -> None:
    """The request was reopened and closed again."""
    past = NOW - 200 * DAY
    order = sent(send, VEG, received=past, status=Status.COMPLETED, closed=past)
    assert apply(NOW - 100 * DAY) == (0, 1)
    Request.objects.filter(pk=order.pk).update(closed_at=NOW - 95 * DAY)
    assert apply() == (0, 1)


def test_zero_periods_disable_retention(send: Send, settings: Any) -> None:
    settings.HEALTH_RETENTION_DAYS = 0
    settings.ENQUIRIES_RETENTION_MONTHS = settings.ORDERS_RETENTION_MONTHS = 0
    for path in BODIES:
        long_ago = NOW - 9000 * DAY
        sent(send, path, received=long_ago, status=Status.COMPLETED, closed=long_ago)
    assert apply() == (0, 0)


def test_request_changed_concurrently_is_left_to_the_next_night(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_ago = NOW - 4000 * DAY
    old = [
        sent(
            send, EVENT, received=long_ago + number * DAY, status=Status.COMPLETED, closed=long_ago
        )
        for number in range(3)
    ]

    def reopened(seconds: float) -> None:
        Request.objects.filter(pk=old[1].pk).update(version=7, status=Status.NEW, closed_at=None)

    assert apply_retention(NOW, pause=reopened).erased == 2
    assert [is_erased(each) for each in old] == [True, False, True]


def test_retention_stops_with_the_server(send: Send) -> None:
    long_ago = NOW - 4000 * DAY
    for _ in range(3):
        sent(send, EVENT, received=long_ago)
    answers = iter([False, True, True, True, True])
    forgotten = apply_retention(NOW, is_over=lambda: next(answers), pause=lambda seconds: None)
    assert forgotten.erased == 1


def test_orphaned_mail_files_are_deleted(send: Send, settings: Any) -> None:
    gone = sent(send, EVENT, received=NOW - 4000 * DAY)
    kept = sent(send, EVENT, received=NOW)
    apply()
    settings.MAIL.folder.mkdir()
    for reference in (gone.reference, kept.reference, "OT-0000000"):
        (settings.MAIL.folder / f"{reference}.shop.eml").write_text("x")
    apply()
    left = sorted(file.name for file in settings.MAIL.folder.iterdir())
    assert left == sorted([f"{kept.reference}.shop.eml", "OT-0000000.shop.eml"])


def test_server_applies_retention_once_a_night(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "FIRST_SECONDS", 10_000.0)
    did: list[datetime] = []
    monkeypatch.setattr(retention, "apply_retention", lambda now, **_: did.append(now))
    keeper = Housekeeper()
    try:
        evening = datetime(2026, 3, 31, 18, 0, tzinfo=UTC)  # 23:30 IST
        for minutes in range(0, 48 * 60, 10):
            keeper.run_purge(evening + timedelta(minutes=minutes))
    finally:
        keeper.close()
    in_india = [f"{timezone.localtime(moment):%d %H:%M}" for moment in did]
    assert in_india == [
        "31 23:30",
        "01 02:00",
        "02 02:00",
    ]  # the first one at start: the server may have been off at night


def test_idempotency_keys_of_erased_requests_are_deleted(send: Send) -> None:
    send(BODIES[EVENT], EVENT, Idempotency_Key="k")
    Request.objects.update(received_at=NOW - 4000 * DAY)
    apply()
    assert not IdempotencyRecord.objects.exists()
    assert Request.objects.get().kind == Kind.EVENT
