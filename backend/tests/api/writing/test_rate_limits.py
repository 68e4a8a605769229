"""Rate limits: frequent senders are flagged; addresses are rejected at their cap, customers never."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.utils import timezone

from oottam.api.endpoints import Customer
from oottam.api.models import RateLimitEntry
from oottam.api.writing import rate_limits
from oottam.core.db.bulk_insert import Row, insert
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from tests.bodies import veg_body
from tests.conftest import VEG
from tests.enquiries import examples as enquiries
from tests.http_client import caller

pytestmark = pytest.mark.django_db
HERE = "203.0.113.9"
DEFAULT_CAP = settings.CAP_PER_PERSON
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")


@pytest.fixture(autouse=True)
def _small_limits(settings: Any) -> None:
    settings.FLAG_PER_ADDRESS, settings.CAP_PER_ADDRESS = 4, 6
    settings.FLAG_PER_PERSON, settings.CAP_PER_PERSON = 2, 3


def post(body: Any, address: str = "127.0.0.1", path: str = VEG, **headers: str) -> Any:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    kind = {"Content-Type": "application/json"}
    return caller().request("POST", path, raw, {**kind, **named}, address)


def somebody(number: int, **overrides: Any) -> dict[str, Any]:
    """An order of another person each."""
    person = {"phone": f"98400 {number:05}", "email": f"a{number}@example.com"}
    return veg_body(**{**person, **overrides})


def save(row: Row) -> None:
    with connection.cursor() as cursor:
        insert(cursor, [row])


def flags() -> list[str]:
    """Of every stored request, oldest first, those that tell of its sender."""
    stored = Request.objects.order_by("received_at", "phone")  # the clock may stand still
    return [
        ",".join(row.flag for row in request.flags.filter(flag__startswith="many"))
        for request in stored
    ]


def mails(recipient: str) -> list[str]:
    """What became of each request's mail to one recipient, oldest first."""
    entries = OutboxEntry.objects.filter(recipient=recipient).order_by("pk")
    return list(entries.values_list("state", flat=True))


def refusal(response: Any) -> tuple[int, str, str, Any]:
    body = json.loads(response.content)
    assert body["status"] == "error"
    return response.status_code, response["Retry-After"], body["message"], body["errors"]


def test_phone_number_is_flagged_in_every_spelling_and_never_rejected() -> None:
    """Anybody can type somebody else's."""
    spellings = [
        "98400 12345",
        "+91-(0)98400-12345",
        "tel:09840012345",
        "９８４００\u200b１２３４５",
        "98400_12345 ext. 7",
    ]
    answers = [post(somebody(i, phone=phone)) for i, phone in enumerate(spellings)]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert flags() == ["", "", *["many-from-phone"] * 3]
    assert mails("customer") == ["waiting"] * 5


def test_mailbox_at_its_cap_is_flagged_and_gets_no_acknowledgements() -> None:
    """Nor refused: the shop hears of every one."""
    spellings = [
        "victim@gmail.com",
        "Victim@Gmail.com",
        "vic.tim@gmail.com",
        "victim+1@gmail.com",
        "v.ictim+2@googlemail.com",
    ]
    answers = [post(somebody(i, email=email)) for i, email in enumerate(spellings)]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert flags() == ["", "", *["many-from-email"] * 3]
    assert mails("customer") == [*["waiting"] * 3, *["withheld"] * 2]
    assert mails("shop") == ["waiting"] * 5
    assert post(somebody(9, email="victim@example.com")).status_code == 200
    assert mails("customer")[-1] == "waiting"


def test_default_cap_is_ten_acknowledgements_per_mailbox(
    settings: Any,
) -> None:
    settings.CAP_PER_PERSON = DEFAULT_CAP
    for i in range(60):
        assert post(somebody(i, email=f"victim+{i}@gmail.com")).status_code == 200
    assert (mails("customer").count("waiting"), mails("shop").count("waiting")) == (10, 60)


def test_mailbox_at_its_cap_is_flagged_without_a_flag_limit(settings: Any) -> None:
    settings.FLAG_PER_PERSON, settings.CAP_PER_PERSON = 0, 1
    for i in range(2):
        post(somebody(i, email="asha@example.com"))
    assert flags() == ["", "many-from-email"]


def test_mailbox_gets_acknowledgements_again_after_an_hour() -> None:
    for minutes, expected in ((0, "waiting"), (20, "waiting"), (40, "waiting"), (59, "withheld")):
        with time_machine.travel(NOON + timedelta(minutes=minutes), tick=False):
            post(veg_body())
        assert mails("customer")[-1] == expected
    with time_machine.travel(NOON + timedelta(minutes=81), tick=False):
        post(veg_body())
    assert mails("customer")[-1] == "waiting"


def test_address_is_flagged_first_and_rejected_at_its_cap() -> None:
    with time_machine.travel(NOON, tick=False):
        answers = [post(somebody(i), HERE) for i in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429]
    assert flags() == [""] * 4 + ["many-from-address"] * 2
    message = (
        "Too many requests came from your internet connection in the last hour. "
        "Please try again in 60 minutes."
    )
    assert refusal(answers[6]) == (429, "3600", message, [])
    assert post(somebody(8), "203.0.113.10").status_code == 200


def test_ipv6_addresses_of_one_64_are_one_sender() -> None:
    answers = [post(somebody(i), f"2001:db8:1:2::{i:x}").status_code for i in range(7)]
    assert answers == [200] * 6 + [429]
    assert post(somebody(8), "2001:db8:1:3::1").status_code == 200


def test_local_address_is_not_counted() -> None:
    assert {post(somebody(i), "127.0.0.1").status_code for i in range(8)} == {200}
    assert set(flags()) == {""}


def test_request_is_accepted_after_the_retry_time(settings: Any) -> None:
    settings.CAP_PER_ADDRESS = 3
    for minutes in (0, 10, 20):
        with time_machine.travel(NOON + timedelta(minutes=minutes), tick=False):
            assert post(veg_body(), HERE).status_code == 200
    with time_machine.travel(NOON + timedelta(minutes=45), tick=False):
        wait = int(refusal(post(veg_body(), HERE))[1])
    assert wait == 15 * 60
    with time_machine.travel(NOON + timedelta(minutes=45, seconds=wait - 1), tick=False):
        status, seconds, message, _ = refusal(post(veg_body(), HERE))
        assert (status, seconds) == (429, "1")
        assert message.endswith(" Please try again in a minute.")
    with time_machine.travel(NOON + timedelta(minutes=45, seconds=wait), tick=False):
        assert post(veg_body(), HERE).status_code == 200


def test_retry_time_depends_on_the_latest_requests_within_the_cap(settings: Any) -> None:
    """There may be more than the cap: it was lowered, or several processes took one each."""
    settings.CAP_PER_ADDRESS = 0
    for minutes in (0, 10, 20, 30, 40):
        with time_machine.travel(NOON + timedelta(minutes=minutes), tick=False):
            assert post(veg_body(), HERE).status_code == 200
    settings.CAP_PER_ADDRESS = 3
    with time_machine.travel(NOON + timedelta(minutes=45), tick=False):
        assert refusal(post(veg_body(), HERE))[1] == str(35 * 60)


def test_retry_is_neither_counted_nor_rejected(settings: Any) -> None:
    settings.CAP_PER_ADDRESS = 3

    def sent(key: str) -> Any:
        return post(veg_body(), HERE, Idempotency_Key=key)

    first = sent("k-1")
    assert {sent("k-1").content for _ in range(9)} == {first.content}
    assert RateLimitEntry.objects.count() == 1
    for key in ("k-2", "k-3"):
        assert sent(key).status_code == 200
    assert sent("k-4").status_code == 429
    assert sent("k-1").content == first.content


def test_rejected_request_is_not_counted() -> None:
    for _ in range(9):
        assert post(veg_body(date=5)).status_code == 422
    assert post(veg_body()).status_code == 200
    assert flags() == [""]


def test_all_kinds_of_requests_are_counted_together() -> None:
    for _ in range(3):
        assert post(veg_body()).status_code == 200
    event = enquiries.event_body(phone=veg_body()["phone"], email="other@example.com")
    assert post(event, path=enquiries.EVENT).status_code == 200
    assert flags() == ["", "", "many-from-phone,many-from-email", "many-from-phone"]


def test_requests_of_other_processes_are_counted() -> None:
    person = Customer(name="Asha Raman", phone="98400 12345", email="other@example.com")
    for _ in range(6):
        save(rate_limits.entry(HERE, person, timezone.now(), "44"))
    assert post(veg_body(), HERE).status_code == 429
    assert post(veg_body()).status_code == 200
    assert flags() == ["many-from-phone"]


def test_limit_of_0_is_unlimited(settings: Any) -> None:
    settings.FLAG_PER_PERSON = settings.CAP_PER_PERSON = 0
    assert {post(veg_body()).status_code for _ in range(5)} == {200}
    assert set(flags()) == {""}


def test_flags_work_without_caps(settings: Any) -> None:
    settings.CAP_PER_PERSON = settings.CAP_PER_ADDRESS = 0
    for i in range(5):
        assert post(somebody(i, email="asha@example.com"), HERE).status_code == 200
    assert flags() == ["", "", *["many-from-email"] * 2, "many-from-email,many-from-address"]


def test_digests_depend_on_the_secret_key(settings: Any) -> None:
    customer = Customer(name="Asha Raman", phone="98400 12345", email="asha@example.com")
    row, again = (rate_limits.entry(HERE, customer, NOON, "44") for _ in range(2))
    settings.SECRET_KEY = "another shop's" * 5
    elsewhere = rate_limits.entry(HERE, customer, NOON, "44")
    for column in ("address", "phone", "email"):
        digest = row.values[column]
        assert -(2**63) <= digest < 2**63
        assert digest == again.values[column] != elsewhere.values[column]
    assert [field.attname for field in RateLimitEntry._meta.concrete_fields] == [
        "id",
        "at",
        "address",
        "phone",
        "email",
    ]


def test_entries_are_deleted_after_an_hour() -> None:
    customer = Customer(name="Asha Raman", phone="98400 12345", email="asha@example.com")
    for minutes in (-5 * 60, -61, -59, 0, 59, 5 * 60):  # a clock that was wrong, too
        save(rate_limits.entry(HERE, customer, NOON + timedelta(minutes=minutes), "44"))
    assert rate_limits.purge(NOON) == 3
    kept = [
        datetime.fromtimestamp(row.at, NOON.tzinfo) - NOON for row in RateLimitEntry.objects.all()
    ]
    assert sorted(kept) == [timedelta(minutes=minutes) for minutes in (-59, 0, 59)]
