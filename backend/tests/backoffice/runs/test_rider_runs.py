"""A rider's own stops of the day, and taps queued without network, which count once."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from oottam.audit.models import AuditEntry
from oottam.backoffice.runs.outcome_views import UNREADABLE
from oottam.delivery.models import (
    CashHandover,
    DeliveryOutcome,
    FormerRider,
    Run,
    RunAssignment,
    RunServing,
)
from oottam.delivery.services import ordering, routes
from oottam.delivery.services.riders import assign
from oottam.requests.models import Request
from oottam.schedule.models import MealPlan, Serving, ServingState
from oottam.workflow.models import FulfilmentDetails, Payment
from tests.backoffice.request.request_page import text
from tests.factories.accounts import logged_in, make_rider
from tests.factories.deliveries import LUNCH, NOON, DeliveryPlans, make_route, make_run, serving
from tests.factories.kitchen import MONDAY

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]


@pytest.fixture
def ravis_run(delivery_plans: DeliveryPlans, priya: User, ravi: User) -> Run:
    return make_run(make_route("Beach", "600090", actor=priya), ravi, actor=priya)


@pytest.fixture
def phone(ravi: User) -> Client:
    return logged_in(ravi)


def address(ravis_run: Run, what: str = "") -> str:
    return f"/backoffice/runs/{ravis_run.pk}/{what}"


def send(client: Client, ravis_run: Run, *taps: Any) -> list[dict[str, str]]:
    """Return the server's results for taps."""
    answer = client.post(
        address(ravis_run, "taps"), json.dumps(list(taps)), content_type="application/json"
    )
    assert answer.status_code == 200
    found: list[dict[str, str]] = answer.json()["taps"]
    return found


def delivered(plan: MealPlan, key: str, **more: Any) -> dict[str, Any]:
    """Return a tap as a phone stores it."""
    at = "2026-12-07T10:55:00+05:30"
    return {"key": key, "serving": serving(plan).pk, "outcome": "delivered", "at": at, **more}


@pytest.mark.both_databases
def test_a_rider_is_redirected_to_today_s_runs(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    delivery_plans.add("Asha")
    answer = phone.get("/backoffice/runs/", follow=True)
    assert answer.redirect_chain == [("/backoffice/runs/mine/", 302)]
    assert "1 of 1 stop to go, 1 box" in answer.content.decode()


def test_the_next_stop_comes_first(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    asha = delivery_plans.add("Asha")
    delivery_plans.add("Bala")
    assert '<h2 id="next">Asha</h2>' in phone.get(address(ravis_run)).content.decode()
    send(phone, ravis_run, delivered(asha, "a"))
    assert '<h2 id="next">Bala</h2>' in phone.get(address(ravis_run)).content.decode()


def test_stops_of_other_routes_are_not_shown(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client, priya: User
) -> None:
    make_route("Fort", "600001", actor=priya)
    delivery_plans.add("Asha")
    delivery_plans.add("Bala", pin="600001")
    delivery_plans.add("Chitra", pin="")
    page = phone.get(address(ravis_run)).content.decode()
    assert "Asha" in page
    assert "Bala" not in page
    assert "Chitra" not in page


@pytest.mark.parametrize("days", [-1, 1])
def test_a_run_of_another_day_is_a_404(
    days: int, ravis_run: Run, phone: Client, clock: Any, ravi: User
) -> None:
    clock.shift(timedelta(days=days))
    phone = logged_in(ravi)
    assert phone.get(address(ravis_run)).status_code == 404


@pytest.mark.parametrize("what", ["", "tell", "undo", "cash", "taps"])
def test_a_run_of_another_rider_is_a_404(what: str, ravis_run: Run, priya: User) -> None:
    other = logged_in(make_rider("sita"))
    answer = other.post(address(ravis_run, what)) if what else other.get(address(ravis_run))
    assert answer.status_code == 404


def test_the_desk_sees_a_rider_s_page(
    delivery_plans: DeliveryPlans, ravis_run: Run, priya: User
) -> None:
    delivery_plans.add("Asha")
    assert '<h2 id="next">Asha</h2>' in logged_in(priya).get(address(ravis_run)).content.decode()


@pytest.mark.both_databases
def test_twenty_taps_sent_twice_count_once(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    taps = [delivered(delivery_plans.add(f"P{at}"), f"key-{at}") for at in range(20)]
    first, second = send(phone, ravis_run, *taps), send(phone, ravis_run, *taps)
    assert first == second
    assert {answer["state"] for answer in first} == {"delivered"}
    assert DeliveryOutcome.objects.count() == 20


def test_taps_count_in_their_order(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    plan = delivery_plans.add("Asha")
    send(
        phone,
        ravis_run,
        delivered(plan, "a"),
        {"key": "a", "outcome": "undo"},
        delivered(plan, "b", outcome="failed", reason="refused"),
    )
    assert serving(plan).state == ServingState.FAILED
    assert DeliveryOutcome.objects.get(stands=True).key == "b"


def test_a_tap_carries_its_time(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    send(phone, ravis_run, delivered(delivery_plans.add(), "a"))
    assert DeliveryOutcome.objects.get().tapped_at.isoformat() == "2026-12-07T05:25:00+00:00"


@pytest.mark.parametrize(
    "tap",
    [
        7,
        None,
        {},
        {"key": "k"},
        {"key": "k", "serving": "1", "outcome": "delivered"},
        {"key": "k", "serving": True, "outcome": "delivered"},
        {"key": "k", "serving": 2**70, "outcome": "delivered"},
        {"key": "k", "serving": 1, "outcome": "eaten"},
        {"key": "k", "serving": 1, "outcome": ["delivered"]},
        {"key": "x" * 65, "serving": 1, "outcome": "delivered"},
        {"key": "k", "outcome": "undo"},
        {"key": "\ud800", "serving": 1, "outcome": "delivered"},
        {"key": "k\0", "outcome": "undo"},
        {"key": "k", "serving": 1, "outcome": "failed", "reason": "other", "words": "\udfff"},
        {"key": "k", "outcome": "cash", "paise": 100, "reference": "\ud800"},
        {"key": "k", "outcome": "cash", "paise": 2**70, "reference": "OT-7K2M9QX"},
    ],
)
def test_an_unreadable_tap_does_not_stop_others(
    tap: Any, delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    plan = delivery_plans.add()
    bad, good = send(phone, ravis_run, tap, delivered(plan, "good"))
    assert bad["refused"]
    assert good["state"] == "delivered"


DEEP = "[" * 20_000 + "]" * 20_000


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff",
        b'{"key": "\xe0\xae"}',
        b'{"key": "k", "outcome": "failed", "reason": "other", "words": "\xf0\x9f"}',
        DEEP.encode(),
        b'{"key": "a\\"]}", "words": ' + DEEP.encode() + b"}",
        b'{"key": ' + DEEP[19_100:-19_100].encode() + b"}",
        b"9" * 5000,
        b'{"serving": ' + b"9" * 5000 + b"}",
        b"{:}",
        b"nothing",
        b"",
    ],
)
def test_a_list_with_one_unreadable_tap_is_still_read(
    bad: bytes, delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    good = [json.dumps(delivered(delivery_plans.add(), f"key,[{at}]")).encode() for at in range(2)]
    body = b" [" + b" , ".join([good[0], bad, good[1]]) + b"]\n"
    answer = phone.post(address(ravis_run, "taps"), body, content_type="application/json")
    first, wrong, last = answer.json()["taps"]
    assert first["state"] == last["state"] == "delivered"
    assert wrong["refused"]


FAR_AWAY = [
    *("0001-01-01T00:00+05:30", "9999-12-31T23:59Z", "9999-12-31", "x", 7, ""),
    *("1970-01-01T00:00:00Z", "2100-01-01T00:00:00Z", "2026-12-08T11:00:00+05:30"),
]


@pytest.mark.parametrize("at", FAR_AWAY)
@pytest.mark.parametrize("outcome", ["delivered", "cash", "undo"])
def test_a_tap_with_a_far_off_clock_is_refused_and_does_not_stop_others(
    outcome: str, at: str, delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    plan, other = delivery_plans.add("Asha"), delivery_plans.add("Bala")
    reference = plan.request.reference
    tap = {**delivered(plan, "k"), "outcome": outcome, "reference": reference, "paise": 500_00}
    bad, good = send(phone, ravis_run, {**tap, "at": at}, delivered(other, "good"))
    assert bad["refused"].startswith(("The clock of this phone was wrong", UNREADABLE))
    assert good["state"] == "delivered"
    assert serving(plan).state == ServingState.PLANNED
    assert not Payment.objects.exists()


@pytest.mark.parametrize(
    "body", ["", "{", "{}", "7", "[{]", "[}", "[7]]", json.dumps([{}] * 201), "[" * 50_000]
)
def test_body_other_than_a_list_of_taps_is_rejected(
    body: str, ravis_run: Run, phone: Client
) -> None:
    answer = phone.post(address(ravis_run, "taps"), body, content_type="application/json")
    assert answer.status_code == 400


def test_taps_of_another_rider_on_a_shared_phone_are_refused(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    told = phone.get(address(ravis_run), headers={"Accept": "application/json"}).json()
    assert told["account"] == "ravi"
    hers, his = (
        delivered(delivery_plans.add(), "a", by="sita"),
        delivered(delivery_plans.add(), "b", by="ravi"),
    )
    both = phone.post(address(ravis_run, "taps"), json.dumps([hers, his]), "application/json")
    assert both.status_code == 403
    assert not DeliveryOutcome.objects.exists()
    assert send(phone, ravis_run, his)[0]["state"] == "delivered"


@pytest.mark.both_databases
def test_taps_from_before_a_change_of_rider_count(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client, priya: User
) -> None:
    plan = delivery_plans.add()
    assign(
        day=MONDAY,
        meal=LUNCH,
        route_id=ravis_run.route_id,
        rider=make_rider("sita"),
        actor=priya,
        now=NOON,
    )
    assert phone.get(address(ravis_run)).status_code == 404
    assert send(phone, ravis_run, delivered(plan, "a"))[0]["state"] == "delivered"


def test_taps_of_yesterday_count_today(
    delivery_plans: DeliveryPlans, ravis_run: Run, ravi: User, clock: Any
) -> None:
    plan = delivery_plans.add()
    clock.shift(timedelta(days=1))
    tap = delivered(plan, "a", outcome="failed", reason="refused")
    assert send(logged_in(ravi), ravis_run, tap)[0]["state"] == "failed"


def test_a_form_without_script_records_the_same(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    plan = delivery_plans.add()
    sent = {"tap": "drawn", "servings": str(serving(plan).pk), "outcome": "delivered"}
    phone.post(address(ravis_run, "tell"), sent)
    assert serving(plan).state == ServingState.DELIVERED
    phone.post(address(ravis_run, "undo"), {"keys": DeliveryOutcome.objects.get().key})
    assert serving(plan).state == ServingState.PLANNED


def test_unclear_phone_number_is_shown_as_it_was_typed(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    plan = delivery_plans.add("Asha")
    Request.objects.filter(pk=plan.request_id).update(phone="98400 1234", phone_normalised="")
    assert "Phone: 98400 1234<" in phone.get(address(ravis_run)).content.decode()
    [held] = phone.get(address(ravis_run), headers={"Accept": "application/json"}).json()["stops"]
    assert (held["caller"], held["phone"]) == ("", "98400 1234")


@pytest.mark.both_databases
def test_due_cash_is_shown_and_recorded_once(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    plan = delivery_plans.add("Asha")
    FulfilmentDetails.objects.filter(request=plan.request).update(agreed_paise=500_00)
    assert "Collect ₹500" in phone.get(address(ravis_run)).content.decode()
    sent = {"tap": "drawn", "reference": plan.request.reference, "rupees": "500"}
    for _ in range(2):
        answer = phone.post(address(ravis_run, "cash"), sent, follow=True)
    assert "₹500 in cash recorded" in answer.content.decode()
    assert '<p class="received">₹500 received in cash</p>' in answer.content.decode()
    [held] = phone.get(address(ravis_run), headers={"Accept": "application/json"}).json()["stops"]
    assert held["received"] == [[500_00, "cash"]]
    assert "Collect" not in answer.content.decode()
    assert Payment.objects.get().method == "cash"


@pytest.mark.parametrize(("rupees", "is_asked"), [("2,480", False), ("12,400", True)])
def test_cash_far_beyond_the_due_is_recorded_after_a_question(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client, rupees: str, *, is_asked: bool
) -> None:
    reference = (plan := delivery_plans.add("Asha")).request.reference
    FulfilmentDetails.objects.filter(request=plan.request).update(agreed_paise=1_240_00)
    sent = {"tap": "drawn", "reference": reference, "rupees": rupees, "method": "upi"}
    answer = phone.post(address(ravis_run, "cash"), sent)
    assert (answer.status_code == 422, Payment.objects.exists()) == (is_asked, not is_asked)
    if is_asked:
        page = answer.content.decode()
        assert "<h1>₹12,400 for a due of ₹1,240?</h1>" in page
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page[page.index("<h1>") :]))
        del fields["csrfmiddlewaretoken"]
        assert phone.post(address(ravis_run, "cash"), fields).status_code == 302
        assert (Payment.objects.get().paise, Payment.objects.get().method) == (12_400_00, "upi")


def test_the_question_does_not_tell_what_others_owe(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    plan = delivery_plans.add("Asha")
    Serving.objects.filter(plan=plan).update(date=ravis_run.date + timedelta(days=1))
    FulfilmentDetails.objects.filter(request=plan.request).update(agreed_paise=1_240_00)
    sent = {"tap": "drawn", "reference": plan.request.reference, "rupees": "99999"}
    answer = phone.post(address(ravis_run, "cash"), sent, follow=True)
    assert "no stop with this reference" in answer.content.decode()


def test_cash_collected_without_network_counts_once(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    reference = delivery_plans.add("Asha").request.reference
    tap = {"key": "c", "outcome": "cash", "reference": reference, "paise": 500_00}
    for _ in range(2):
        assert send(phone, ravis_run, tap) == [
            {"key": "c", "state": "cash", "uncounted": "", "notice": ""}
        ]
    assert Payment.objects.get().paise == 500_00


@pytest.mark.both_databases
def test_cash_above_the_balance_is_recorded_and_reported_to_rider_and_desk(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client, priya: User
) -> None:
    request = delivery_plans.add("Asha").request
    FulfilmentDetails.objects.filter(request=request).update(agreed_paise=500_00)
    tap = {"key": "c", "outcome": "cash", "reference": request.reference, "paise": 700_00}
    said = f"₹200 more than is due for {request.reference}. It is recorded."
    assert send(phone, ravis_run, tap)[0]["notice"] == said
    sent = {"tap": "drawn", "reference": request.reference, "rupees": "50"}
    answer = phone.post(address(ravis_run, "cash"), sent, follow=True).content.decode()
    assert (
        f"₹250 more than is due for {request.reference}. It is recorded. Call the desk." in answer
    )
    shown = logged_in(priya).get(f"/backoffice/requests/{request.reference}/").content.decode()
    assert "Overpaid" in shown


@pytest.mark.both_databases
def test_the_desk_counts_a_rider_s_cash(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client, priya: User, ravi: User
) -> None:
    reference = delivery_plans.add("Asha").request.reference
    taps = [
        {"key": "a", "outcome": "cash", "reference": reference, "paise": 500_00},
        {"key": "b", "outcome": "cash", "reference": reference, "paise": 200_00, "method": "upi"},
        {"key": "c", "outcome": "cash", "reference": reference, "paise": 1, "method": "card"},
    ]
    assert "refused" in send(phone, ravis_run, *taps)[2]
    own = text(phone.get("/backoffice/runs/mine/").content.decode())
    assert "₹500 collected in cash, ₹0 handed over: ₹500 to hand over. ₹200 received by UPI." in own
    mine = phone.get("/backoffice/runs/mine/").content.decode()
    undo = re.findall(r'action="(/backoffice/runs/mine/\d+/undo)"', mine)
    assert len(undo) == 2
    sita = logged_in(make_rider("sita"))
    assert "There is nothing to undo." in text(sita.post(undo[0], follow=True).content.decode())
    assert "received by UPI" not in text(phone.post(undo[0], follow=True).content.decode())
    send(phone, ravis_run, {**taps[1], "key": "d"})
    desk, day = logged_in(priya), "/backoffice/money/cash/2026-12-07/"
    assert desk.get("/backoffice/money/cash/", follow=True).redirect_chain == [(day, 302)]
    sent = {"rider": ravi.pk, "rupees": "450"}
    shown = text(desk.post(f"{day}hand-over", sent, follow=True).content.decode())
    assert (
        "Cash collected ₹500 Received by UPI ₹200 Handed over ₹450 Still with the rider ₹50"
        in shown
    )
    twice = desk.post(f"{day}hand-over", sent)
    assert twice.status_code == 422
    assert "₹400 more than is missing" in text(twice.content.decode())
    assert 'name="beyond" value="40000"' in twice.content.decode()
    later = text(desk.get("/backoffice/money/cash/2026-12-08/").content.decode())
    assert "Mon 7 Dec ravi ₹50 missing" in later
    made = CashHandover.objects.get()
    shown = text(desk.post(f"{day}{made.pk}/undo", follow=True).content.decode())
    assert "Handed over ₹0 Still with the rider ₹500" in shown
    for wrong in ({"rider": ravi.pk, "rupees": "x"}, {"rider": priya.pk, "rupees": "1"}, {}):
        assert desk.post(f"{day}hand-over", wrong).status_code == 422
    assert phone.get(day).status_code == 403


@pytest.mark.parametrize("paise", [None, "500", True, 0, -1, 2**70])
def test_an_invalid_cash_amount_is_refused(
    paise: Any, delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    reference = delivery_plans.add("Asha").request.reference
    tap = {"key": "c", "outcome": "cash", "reference": reference, "paise": paise}
    assert send(phone, ravis_run, tap)[0]["refused"]
    assert not Payment.objects.exists()


def test_a_phone_gets_the_run_as_json(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    delivery_plans.add("Asha")
    told = phone.get(address(ravis_run), headers={"Accept": "application/json"}).json()
    assert [stop["name"] for stop in told["stops"]] == ["Asha"]
    assert told["taps"] == address(ravis_run, "taps")


def test_the_service_worker_s_scope_includes_the_log_out(clock: Any) -> None:
    answer = Client().get("/backoffice/runs/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/backoffice/"


@pytest.mark.parametrize("rupees", ["", "x", "-5", "0"])
def test_an_unreadable_amount_is_refused_with_a_message(
    rupees: str, delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    reference = delivery_plans.add("Asha").request.reference
    sent = {"tap": "drawn", "reference": reference, "rupees": rupees}
    answer = phone.post(address(ravis_run, "cash"), sent, follow=True)
    assert 'class="message error"' in answer.content.decode()
    assert not Payment.objects.exists()


def test_one_stop_takes_as_many_queries_as_three(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    counts = []
    for _ in range(2):
        delivery_plans.add()
        with CaptureQueriesContext(connection) as asked:
            phone.get(address(ravis_run))
        counts.append(len([each for each in asked if "SELECT" in each["sql"]]))
    assert counts[0] == counts[1] <= 12


ELEVEN = "2026-12-07T11:00:00+05:30"
CASH = {"key": "c", "outcome": "cash", "paise": 500_00}


@pytest.fixture
def sita(clock: Any) -> User:
    return make_rider("sita")


def give(ravis_run: Run, to: User | None, actor: User, now: Any = None) -> None:
    """Assign the run to another rider, now."""
    assign(
        day=MONDAY, meal=LUNCH, route_id=ravis_run.route_id, rider=to, actor=actor,
        now=now or timezone.now(),
    )  # fmt: skip


def nothing_counted(plan: MealPlan) -> bool:
    """Require neither an outcome nor cash."""
    is_open = serving(plan).state == ServingState.PLANNED
    return (
        is_open and not Payment.objects.exists() and not DeliveryOutcome.objects.filter(stands=True)
    )


@pytest.fixture
def other_run(
    delivery_plans: DeliveryPlans, ravis_run: Run, priya: User, sita: User
) -> tuple[Run, MealPlan]:
    """Another rider's run of the same meal, with a stop."""
    other = make_run(make_route("Fort", "600001", actor=priya), sita, actor=priya)
    return other, delivery_plans.add("Bala", pin="600001")


@pytest.mark.both_databases
@pytest.mark.parametrize("is_seen", [True, False])
def test_outcomes_and_cash_of_another_rider_s_stops_are_refused_by_tap(
    is_seen: bool,
    delivery_plans: DeliveryPlans,
    ravis_run: Run,
    phone: Client,
    sita: User,
    other_run: tuple[Run, MealPlan],
) -> None:
    other, bala = other_run
    delivery_plans.add("Asha")
    if is_seen:
        logged_in(sita).get(address(other))
    outcome, cash = send(
        phone, ravis_run, delivered(bala, "k"), {**CASH, "reference": bala.request.reference}
    )
    assert outcome["refused"] == "This box is not on this run."
    assert cash["refused"]
    assert nothing_counted(bala)
    assert send(logged_in(sita), other, delivered(bala, "own"))[0]["state"] == "delivered"
    [undone] = send(phone, ravis_run, {"key": "own", "outcome": "undo", "at": ELEVEN})
    assert undone["refused"]
    assert serving(bala).state == ServingState.DELIVERED


def test_outcomes_and_cash_of_another_rider_s_stops_are_refused_by_form(
    ravis_run: Run, phone: Client, sita: User, other_run: tuple[Run, MealPlan]
) -> None:
    other, bala = other_run
    told = {"tap": "drawn", "servings": str(serving(bala).pk), "outcome": "delivered"}
    paid = {"tap": "cash", "reference": bala.request.reference, "rupees": "500"}
    for what, sent in (("tell", told), ("cash", paid)):
        answer = phone.post(address(ravis_run, what), sent, follow=True)
        assert 'class="message error"' in answer.content.decode()
    assert nothing_counted(bala)
    send(logged_in(sita), other, delivered(bala, "own"))
    phone.post(address(ravis_run, "undo"), {"keys": "own"})
    assert serving(bala).state == ServingState.DELIVERED


@pytest.mark.both_databases
def test_a_run_that_changed_riders_counts_for_the_rider_at_that_time(
    delivery_plans: DeliveryPlans,
    ravis_run: Run,
    phone: Client,
    priya: User,
    sita: User,
    clock: Any,
) -> None:
    asha, bala, chitra = (
        delivery_plans.add("Asha"),
        delivery_plans.add("Bala"),
        delivery_plans.add("Chitra"),
    )
    give(ravis_run, sita, priya)
    clock.shift(timedelta(minutes=30))
    later = "2026-12-07T11:20:00+05:30"
    first, second, cash = send(
        phone,
        ravis_run,
        delivered(asha, "before"),
        delivered(bala, "after", at=later),
        {**CASH, "reference": bala.request.reference, "at": later},
    )
    assert first["state"] == "delivered"
    assert second["uncounted"] == cash["refused"] == "This run was not yours when you tapped."
    assert DeliveryOutcome.objects.get(key="after").uncounted == second["uncounted"]
    assert serving(bala).state == ServingState.PLANNED
    assert not Payment.objects.exists()
    own = logged_in(sita)
    early, good = send(own, ravis_run, delivered(bala, "e"), delivered(chitra, "g", at=later))
    assert early["uncounted"] == second["uncounted"]
    assert good["state"] == "delivered"
    told = {"tap": "drawn", "servings": str(serving(bala).pk), "outcome": "delivered"}
    answer = phone.post(address(ravis_run, "tell"), told, follow=True)
    assert "This run was not yours" in answer.content.decode()
    assert serving(bala).state == ServingState.PLANNED


def test_a_form_of_a_reassigned_run_gets_a_message_on_the_list(
    delivery_plans: DeliveryPlans,
    ravis_run: Run,
    phone: Client,
    priya: User,
    sita: User,
    clock: Any,
) -> None:
    plan = delivery_plans.add("Asha")
    phone.get(address(ravis_run))
    give(ravis_run, sita, priya)
    clock.shift(timedelta(minutes=10))
    told = {"tap": "a", "servings": str(serving(plan).pk), "outcome": "delivered"}
    cash = {"tap": "b", "reference": plan.request.reference, "rupees": "5"}
    send(logged_in(sita), ravis_run, delivered(plan, "k"))
    for what, sent in (("tell", told), ("cash", cash), ("undo", {"keys": "k"})):
        answer = phone.post(address(ravis_run, what), sent, follow=True)
        assert answer.redirect_chain[-1][0] == "/backoffice/runs/mine/", what
        assert "This run was not yours when you tapped." in text(answer.content.decode()), what
    assert not Payment.objects.exists()


def test_a_rider_who_gets_a_run_back_can_record_again(
    delivery_plans: DeliveryPlans,
    ravis_run: Run,
    phone: Client,
    priya: User,
    sita: User,
    clock: Any,
) -> None:
    asha, bala = delivery_plans.add("Asha"), delivery_plans.add("Bala")
    for to in (sita, ravi_of(ravis_run)):
        clock.shift(timedelta(minutes=10))
        give(ravis_run, to, priya)
    between, now = send(
        phone,
        ravis_run,
        delivered(asha, "a", at="2026-12-07T11:15:00+05:30"),
        delivered(bala, "b", at="2026-12-07T11:20:00+05:30"),
    )
    assert between["uncounted"]
    assert now["state"] == "delivered"


def ravi_of(ravis_run: Run) -> User:
    assert ravis_run.rider is not None
    return ravis_run.rider


@pytest.mark.both_databases
@pytest.mark.parametrize("by", ["place", "route", "close"])
def test_a_stop_that_changed_routes_counts_for_the_rider_at_that_time(
    by: str, delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client, priya: User, sita: User,
    other_run: tuple[Run, MealPlan], clock: Any,
) -> None:  # fmt: skip
    asha, chitra = delivery_plans.add("Asha"), delivery_plans.add("Chitra")
    other, _ = other_run
    clock.shift(timedelta(minutes=10))
    now = timezone.now()
    if by == "place":
        for plan in (asha, chitra):
            ordering.place_stop(
                day=MONDAY, meal=LUNCH, stop=plan.pk, route_id=other.route_id, actor=priya, now=now
            )
    elif by == "route":
        pins = ["600001", "600090"]
        routes.change_route(route_id=other.route_id, name="Fort", pins=pins, actor=priya, now=now)
    else:
        routes.close_route(route_id=ravis_run.route_id, actor=priya, now=now)
    clock.shift(timedelta(minutes=10))
    later = "2026-12-07T11:15:00+05:30"
    before, after, cash = send(
        phone,
        ravis_run,
        delivered(asha, "before"),
        delivered(chitra, "after", at=later),
        {**CASH, "reference": chitra.request.reference, "at": later},
    )
    assert before["state"] == "delivered"
    assert after["uncounted"] == cash["refused"] == "The desk had given this box to another run."
    assert not Payment.objects.exists()
    assert serving(chitra).state == ServingState.PLANNED
    if by != "close":
        [own] = send(logged_in(sita), other, delivered(chitra, "own", at=later))
        assert own["state"] == "delivered"


@pytest.mark.both_databases
@pytest.mark.parametrize(("days", "is_taken"), [(1, True), (7, True), (8, False)])
def test_a_tap_may_arrive_up_to_seven_days_later(
    days: int, is_taken: bool, delivery_plans: DeliveryPlans, ravis_run: Run, ravi: User, clock: Any
) -> None:
    plan = delivery_plans.add()
    clock.shift(timedelta(days=days))
    reference = plan.request.reference
    outcome, cash = send(
        logged_in(ravi),
        ravis_run,
        delivered(plan, "k", outcome="failed", reason="refused"),
        {**CASH, "reference": reference, "at": "2026-12-07T10:55:00+05:30"},
    )
    assert ("state" in outcome, "state" in cash) == (is_taken, is_taken)
    assert DeliveryOutcome.objects.exists() == Payment.objects.exists() == is_taken
    if is_taken:
        assert Payment.objects.get().paid_on == MONDAY
        entry = AuditEntry.objects.get(action="delivery.failed")
        assert entry.data["late_minutes"] == days * 24 * 60 + 5


@pytest.mark.parametrize("year", ["1970", "2100"])
def test_a_clock_wrong_at_sending_is_corrected(
    year: str, delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    tap = delivered(delivery_plans.add(), "k", at=f"{year}-01-01T00:00:00Z")
    answer = phone.post(
        address(ravis_run, "taps"), json.dumps([tap]), content_type="application/json",
        headers={"Phone-Time": f"{year}-01-01T00:10:00Z"},
    )  # fmt: skip
    assert answer.json()["taps"][0]["state"] == "delivered"
    assert DeliveryOutcome.objects.get().tapped_at.isoformat() == "2026-12-07T05:20:00+00:00"


@pytest.mark.parametrize(
    "phone_time",
    ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2100-01-01T00:00:00Z", "x", "\t"],
)
def test_a_tap_keeps_its_time_where_the_clock_changed_since(
    phone_time: str, delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    phone.post(
        address(ravis_run, "taps"), json.dumps([delivered(delivery_plans.add(), "k")]),
        content_type="application/json", headers={"Phone-Time": phone_time},
    )  # fmt: skip
    assert DeliveryOutcome.objects.get().tapped_at.isoformat() == "2026-12-07T05:25:00+00:00"


def test_a_tap_after_the_run_s_end_is_refused(
    delivery_plans: DeliveryPlans, ravis_run: Run, ravi: User, clock: Any
) -> None:
    plan = delivery_plans.add()
    clock.shift(timedelta(days=3))
    phone = logged_in(ravi)
    at = timezone.now().isoformat()
    taps = send(
        phone, ravis_run, delivered(plan, "k", at=at),
        {**CASH, "reference": plan.request.reference, "at": at},
    )  # fmt: skip
    assert {tap["refused"] for tap in taps} == {"This run was over when you tapped."}
    told = {"tap": "drawn", "servings": str(serving(plan).pk), "outcome": "delivered"}
    phone.post(address(ravis_run, "tell"), told)
    assert nothing_counted(plan)


def test_a_run_of_tomorrow_accepts_no_outcome_and_no_cash(
    delivery_plans: DeliveryPlans, ravis_run: Run, ravi: User, clock: Any
) -> None:
    plan = delivery_plans.add()
    clock.shift(timedelta(days=-1))
    at = timezone.now().isoformat()
    taps = send(
        logged_in(ravi), ravis_run, delivered(plan, "k", at=at),
        {**CASH, "reference": plan.request.reference, "at": at},
    )  # fmt: skip
    assert all("refused" in tap for tap in taps)
    assert nothing_counted(plan)


def test_a_stop_moved_to_another_route_later_stays_on_its_run(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client, priya: User, ravi: User, sita: User,
    other_run: tuple[Run, MealPlan], clock: Any,
) -> None:  # fmt: skip
    """A stop's place applies to all days; Tuesday's move does not change Monday's deliveries."""
    other, _ = other_run
    plan = delivery_plans.add("Asha", days=2)
    phone.get(address(ravis_run))
    clock.shift(timedelta(days=1))
    ordering.place_stop(
        day=MONDAY + timedelta(days=1), meal=LUNCH, stop=plan.pk, route_id=other.route_id,
        actor=priya, now=timezone.now(),
    )  # fmt: skip
    assert "refused" in send(logged_in(sita), other, delivered(plan, "hers"))[0]
    assert send(logged_in(ravi), ravis_run, delivered(plan, "his"))[0]["state"] == "delivered"


def test_a_former_rider_without_recorded_times_counts_at_any_time(
    delivery_plans: DeliveryPlans,
    ravis_run: Run,
    phone: Client,
    priya: User,
    sita: User,
    clock: Any,
) -> None:
    """An older release did not record the times."""
    plan, other = delivery_plans.add("Asha"), delivery_plans.add("Bala")
    FormerRider.objects.create(run=ravis_run, rider=ravi_of(ravis_run))
    Run.objects.update(rider=sita)
    RunAssignment.objects.all().delete()
    clock.shift(timedelta(days=1))
    phone = logged_in(ravi_of(ravis_run))
    cash = {**CASH, "reference": plan.request.reference}  # its phone did not say when
    taps = send(phone, ravis_run, delivered(plan, "k"), {"key": "k", "outcome": "undo"}, cash)
    assert [tap["state"] for tap in taps] == ["delivered", "planned", "cash"]
    assert send(logged_in(sita), ravis_run, delivered(other, "b"))[0]["state"] == "delivered"


def test_a_tap_without_a_time_counts_for_the_rider_s_period(
    delivery_plans: DeliveryPlans,
    ravis_run: Run,
    phone: Client,
    priya: User,
    sita: User,
    clock: Any,
) -> None:
    plan = delivery_plans.add("Asha")
    give(ravis_run, sita, priya)
    clock.shift(timedelta(minutes=20))
    [taken] = send(phone, ravis_run, {**CASH, "reference": plan.request.reference})
    assert taken["state"] == "cash"


def test_a_rider_with_a_closed_account_sends_once_reopened(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client, ravi: User
) -> None:
    plan = delivery_plans.add("Asha")
    User.objects.filter(pk=ravi.pk).update(is_active=False)
    answer = phone.post(
        address(ravis_run, "taps"), json.dumps([delivered(plan, "k")]),
        content_type="application/json", headers={"Accept": "application/json"},
    )  # fmt: skip
    assert answer.status_code == 401
    assert nothing_counted(plan)
    User.objects.filter(pk=ravi.pk).update(is_active=True)
    assert send(logged_in(ravi), ravis_run, delivered(plan, "k"))[0]["state"] == "delivered"


def test_the_desk_can_record_every_box(
    delivery_plans: DeliveryPlans, ravis_run: Run, priya: User, clock: Any
) -> None:
    plan = delivery_plans.add("Asha")
    clock.shift(timedelta(days=2))
    told = {"tap": "drawn", "servings": str(serving(plan).pk), "outcome": "delivered"}
    logged_in(priya).post(address(ravis_run, "tell"), told)
    assert serving(plan).state == ServingState.DELIVERED


def test_opening_a_run_records_its_boxes_once(
    delivery_plans: DeliveryPlans, ravis_run: Run, phone: Client
) -> None:
    for _ in range(2):
        delivery_plans.add()
        for _ in range(2):
            phone.get(address(ravis_run))
    assert RunServing.objects.filter(run=ravis_run, until=None).count() == 2
