"""Delivery in the day test: two riders, one offline for an hour, and server kills in between."""

from datetime import datetime, time, timedelta
from typing import Any
from uuid import uuid4

from system_tests.day import staff_actions
from system_tests.day.day_test import MONDAY, DayTest, MismatchError
from system_tests.day.page_parsers import MEAL_NAMES
from system_tests.day.recount import BREAKFAST, DELIVERED, DINNER, EVENT, FAILED, LUNCH
from system_tests.day.staff_clients import StaffClient
from system_tests.faults.clock import INDIA

BEACH, TEMPLE = "Beach line", "Temple line"
CASH = 500_00
Tap = dict[str, Any]


def deliver(test: DayTest) -> None:
    """Deliver breakfast, lunch, dinner and the event."""
    test.start_day(datetime.combine(MONDAY, time(8), INDIA))
    [event] = test.references("event")
    staff_actions.place(test.desk, MONDAY, EVENT, event, BEACH)
    test.record("place", event, route=BEACH)
    for meal, route, rider in (
        (BREAKFAST, BEACH, test.murugan),
        (LUNCH, BEACH, test.murugan),
        (LUNCH, TEMPLE, test.selvi),
        (DINNER, BEACH, test.selvi),
        (EVENT, BEACH, test.murugan),
    ):
        staff_actions.assign(test.desk, MONDAY, meal, route, rider.name)
    test.step("riders assigned")
    _deliver_run(test, test.murugan, BREAKFAST)
    test.step("breakfast delivered")
    _deliver_lunch(test)
    _resolve_failures(test)
    _hand_over_cash(test)
    test.start_day(datetime.combine(MONDAY, time(19, 30), INDIA))
    _take_over_run(test)
    _reassign_event_run(test)


def _deliver_lunch(test: DayTest) -> None:
    """Murugan goes offline with his run open; Selvi records outcomes while the server is killed."""
    test.start_day(datetime.combine(MONDAY, time(12), INDIA))
    offline = _load_run(test.murugan, LUNCH)
    queue = _offline_queue(test, offline)
    online = _load_run(test.selvi, LUNCH)
    taps = [
        (box["reference"], _tap(test.now(), "delivered", serving=box["serving"]))
        for stop in online["stops"]
        for box in stop["boxes"]
    ]

    def tap(number: int) -> None:
        _require_accepted(test.selvi.send_until_answered(online["taps"], [taps[number][1]]))

    test.kill_during(tap, len(taps), after=1)
    for reference, _ in taps:
        test.record("record_outcome", reference, day=MONDAY, meal=LUNCH, outcome=DELIVERED)
    test.step(f"{len(taps)} outcomes recorded, with a server kill")
    test.set(datetime.combine(MONDAY, time(13, 10), INDIA))
    for reference, action, arguments in queue[1]:
        test.record(action, reference, **arguments)
    for attempt in ("once", "twice"):
        answers = test.murugan.send(offline["taps"], queue[0])
        _require_accepted(answers)
        test.step(f"{len(queue[0])} queued taps of an offline hour sent {attempt}")
    test.report.figures["taps sent twice"] = len(queue[0])
    _reject_outcomes_of_other_run(test, offline)
    _pay_by_upi(test, online)


def _offline_queue(test: DayTest, run: Any) -> tuple[list[Tap], list[tuple[str, str, Any]]]:
    """The phone's offline queue from noon, with a failed and an undone delivery, and the expected results."""
    at, first_nonveg = test.now(), test.references("nonveg")[0]
    taps: list[Tap] = []
    expected: list[tuple[str, str, Any]] = []
    for stop in run["stops"]:
        at += timedelta(minutes=15)
        for box in stop["boxes"]:
            reference, serving = box["reference"], box["serving"]
            is_failed = reference == first_nonveg
            given: dict[str, Any] = {"serving": serving}
            if is_failed:
                mistaken = _tap(at, "delivered", **given)
                taps += [mistaken, {**mistaken, "outcome": "undo"}]
                given["reason"] = "nobody-home"
            taps.append(_tap(at, "failed" if is_failed else "delivered", **given))
            outcome = FAILED if is_failed else DELIVERED
            expected.append(
                (reference, "record_outcome", {"day": MONDAY, "meal": LUNCH, "outcome": outcome})
            )
        reference, owed = next(iter(stop["debts"]), ("", 0))
        if owed >= CASH and len(stop["boxes"]) > 1:
            taps.append(_tap(at, "cash", reference=reference, paise=CASH))
            collected = {"paise": CASH, "rider": test.murugan.name, "day": MONDAY}
            expected.append((reference, "collect", collected))
    if not any(action == "collect" for _, action, _ in expected):
        raise MismatchError("runs: no customer with two boxes owes anything")
    return taps, expected


def _resolve_failures(test: DayTest) -> None:
    """The desk resolves failed deliveries and adds a replacement."""
    test.set(datetime.combine(MONDAY, time(14), INDIA))
    ravi = test.references("nonveg")[0]
    test.desk.fill_in("runs/failed/", "/replace", do="save")
    test.record("replace", ravi, day=MONDAY, meal=LUNCH)
    test.step("the failed box replaced")


def _reject_outcomes_of_other_run(test: DayTest, run: Any) -> None:
    """Selvi's outcomes on Murugan's run are rejected."""
    stop = run["stops"][0]
    box = stop["boxes"][0]
    taps = [
        _tap(test.now(), "failed", serving=box["serving"], reason="nobody-home"),
        _tap(test.now(), "cash", reference=box["reference"], paise=CASH),
    ]
    path = staff_actions.run_of(test.selvi, MEAL_NAMES[LUNCH])
    _require_rejected(test.selvi.send(f"{path}taps", taps), 2)
    test.require_refused("runs: another rider's run", lambda: test.selvi.send(run["taps"], taps))
    test.step("taps on another rider's run rejected")


def _pay_by_upi(test: DayTest, run: Any) -> None:
    """A UPI payment to Selvi is recorded, and adds no cash to hand over."""
    [reference] = [debt for stop in run["stops"] for debt, owed in stop["debts"] if owed >= CASH][
        :1
    ]
    tap = _tap(test.now(), "cash", reference=reference, paise=CASH, method="upi")
    _require_accepted(test.selvi.send(run["taps"], [tap]))
    test.record("pay", reference, paise=CASH)
    test.step("UPI payment recorded")


def _hand_over_cash(test: DayTest) -> None:
    """Murugan hands over part of the cash."""
    staff_actions.hand_over(test.desk, MONDAY, test.murugan.name, 300_00)
    test.record("hand_over", paise=300_00, rider=test.murugan.name, day=MONDAY)
    test.step("part of the cash handed over")


def _take_over_run(test: DayTest) -> None:
    """Murugan requests Selvi's dinner run; it is usable only after her approval."""
    dinner = staff_actions.run_of(test.selvi, MEAL_NAMES[DINNER])
    test.murugan.fill_in("runs/mine/", "/take-over")
    test.require_refused(
        "runs: a take-over that is not accepted", lambda: test.murugan.page(dinner)
    )
    test.selvi.fill_in("runs/mine/", "/agree")
    test.require_refused("runs: a reassigned run", lambda: test.selvi.page(dinner))
    _deliver_run(test, test.murugan, DINNER)
    test.step("dinner run taken over and delivered")


def _reassign_event_run(test: DayTest) -> None:
    """The desk reassigns the run to Selvi; Murugan's earlier outcomes count, later ones do not."""
    run = _load_run(test.murugan, EVENT)
    [box] = [box for stop in run["stops"] for box in stop["boxes"]]
    before_reassignment = test.now()
    test.set(before_reassignment + timedelta(minutes=10))
    staff_actions.assign(test.desk, MONDAY, EVENT, BEACH, test.selvi.name)
    test.set(test.now() + timedelta(minutes=10))
    late = _tap(test.now(), "failed", serving=box["serving"], reason="nobody-home")
    _require_rejected(test.murugan.send(run["taps"], [late]), 1)
    _require_accepted(
        test.murugan.send(
            run["taps"], [_tap(before_reassignment, "delivered", serving=box["serving"])]
        )
    )
    test.record("record_outcome", box["reference"], day=MONDAY, meal=EVENT, outcome=DELIVERED)
    test.step("event outcome of the earlier rider accepted")


def _deliver_run(test: DayTest, rider: StaffClient, meal: int) -> None:
    """Record all outcomes of a run without delay."""
    run = _load_run(rider, meal)
    for stop in run["stops"]:
        for box in stop["boxes"]:
            tap = _tap(test.now(), "delivered", serving=box["serving"])
            _require_accepted(rider.send(run["taps"], [tap]))
            test.record(
                "record_outcome", box["reference"], day=MONDAY, meal=meal, outcome=DELIVERED
            )


def _load_run(rider: StaffClient, meal: int) -> Any:
    """The rider's run of the meal as JSON."""
    return rider.data(staff_actions.run_of(rider, MEAL_NAMES[meal]))


def _tap(at: datetime, outcome: str, **given: Any) -> Tap:
    return {"key": uuid4().hex, "outcome": outcome, "at": at.isoformat(), **given}


def _require_rejected(answers: Any, count: int) -> None:
    if sum(bool(tap.get("refused") or tap.get("uncounted")) for tap in answers["taps"]) != count:
        raise MismatchError(f"taps on other runs: {answers}")


def _require_accepted(answers: Any) -> None:
    for answer in answers["taps"]:
        if answer.get("refused") or answer.get("uncounted"):
            raise MismatchError(f"taps: {answer}")
