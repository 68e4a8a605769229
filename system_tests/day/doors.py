"""Delivery in the day test: two riders, one offline for an hour, and server kills in between."""

from datetime import datetime, time, timedelta
from typing import Any
from uuid import uuid4

from system_tests.day import jobs
from system_tests.day.days import MONDAY, Days, MismatchError
from system_tests.day.papers import MEAL_NAMES
from system_tests.day.people import Person
from system_tests.day.recount import BREAKFAST, DELIVERED, DINNER, EVENT, FAILED, LUNCH
from system_tests.faults.clock import INDIA

BEACH, TEMPLE = "Beach line", "Temple line"
CASH = 500_00
Tap = dict[str, Any]


def delivered(days: Days) -> None:
    """Deliver breakfast, lunch, dinner and the event."""
    days.morning(datetime.combine(MONDAY, time(8), INDIA))
    [event] = days.references("event")
    jobs.place(days.desk, MONDAY, EVENT, event, BEACH)
    days.did("place", event, route=BEACH)
    for meal, route, rider in (
        (BREAKFAST, BEACH, days.murugan),
        (LUNCH, BEACH, days.murugan),
        (LUNCH, TEMPLE, days.selvi),
        (DINNER, BEACH, days.selvi),
        (EVENT, BEACH, days.murugan),
    ):
        jobs.assign(days.desk, MONDAY, meal, route, rider.name)
    days.step("riders assigned")
    _whole_run(days, days.murugan, BREAKFAST)
    days.step("breakfast delivered")
    _lunch(days)
    _decided(days)
    _handed_over(days)
    days.morning(datetime.combine(MONDAY, time(19, 30), INDIA))
    _taken_over(days)
    _event(days)


def _lunch(days: Days) -> None:
    """Murugan goes offline with his run open; Selvi records outcomes while the server is killed."""
    days.morning(datetime.combine(MONDAY, time(12), INDIA))
    offline = _run_of(days.murugan, LUNCH)
    queue = _offline_queue(days, offline)
    online = _run_of(days.selvi, LUNCH)
    taps = [
        (box["reference"], _tap(days.now(), "delivered", serving=box["serving"]))
        for stop in online["stops"]
        for box in stop["boxes"]
    ]

    def tap(number: int) -> None:
        _require_accepted(days.selvi.send_until_answered(online["taps"], [taps[number][1]]))

    days.kill_during(tap, len(taps), after=1)
    for reference, _ in taps:
        days.did("tell", reference, day=MONDAY, meal=LUNCH, outcome=DELIVERED)
    days.step(f"{len(taps)} boxes tapped, the server killed among them")
    days.set(datetime.combine(MONDAY, time(13, 10), INDIA))
    for reference, what, given in queue[1]:
        days.did(what, reference, **given)
    for turn in ("once", "twice"):
        answers = days.murugan.send(offline["taps"], queue[0])
        _require_accepted(answers)
        days.step(f"{len(queue[0])} taps of an hour without network sent {turn}")
    days.report.figures["taps sent twice"] = len(queue[0])
    _outcomes_on_other_run(days, offline)
    _by_upi(days, online)


def _offline_queue(days: Days, run: Any) -> tuple[list[Tap], list[tuple[str, str, Any]]]:
    """The phone's offline queue from noon, with a failed and an undone delivery, and the expected results."""
    at, first_nonveg = days.now(), days.references("nonveg")[0]
    taps: list[Tap] = []
    done: list[tuple[str, str, Any]] = []
    for stop in run["stops"]:
        at += timedelta(minutes=15)
        for box in stop["boxes"]:
            reference, serving = box["reference"], box["serving"]
            is_failed = reference == first_nonveg
            given: dict[str, Any] = {"serving": serving}
            if is_failed:
                wrong = _tap(at, "delivered", **given)
                taps += [wrong, {**wrong, "outcome": "undo"}]
                given["reason"] = "nobody-home"
            taps.append(_tap(at, "failed" if is_failed else "delivered", **given))
            outcome = FAILED if is_failed else DELIVERED
            done.append((reference, "tell", {"day": MONDAY, "meal": LUNCH, "outcome": outcome}))
        reference, owed = next(iter(stop["debts"]), ("", 0))
        if owed >= CASH and len(stop["boxes"]) > 1:
            taps.append(_tap(at, "cash", reference=reference, paise=CASH))
            collected = {"paise": CASH, "rider": days.murugan.name, "day": MONDAY}
            done.append((reference, "collect", collected))
    if not any(what == "collect" for _, what, _ in done):
        raise MismatchError("runs: nobody of the run with two boxes owes anything")
    return taps, done


def _decided(days: Days) -> None:
    """The desk resolves failed deliveries and adds a replacement."""
    days.set(datetime.combine(MONDAY, time(14), INDIA))
    ravi = days.references("nonveg")[0]
    days.desk.fill_in("runs/failed/", "/make-up", do="save")
    days.did("make_up", ravi, day=MONDAY, meal=LUNCH)
    days.step("the one that failed is made up")


def _outcomes_on_other_run(days: Days, run: Any) -> None:
    """Selvi's outcomes on Murugan's run are rejected."""
    stop = run["stops"][0]
    box = stop["boxes"][0]
    taps = [
        _tap(days.now(), "failed", serving=box["serving"], reason="nobody-home"),
        _tap(days.now(), "cash", reference=box["reference"], paise=CASH),
    ]
    path = jobs.run_of(days.selvi, MEAL_NAMES[LUNCH])
    _require_rejected(days.selvi.send(f"{path}taps", taps), 2)
    days.refused("runs: another's run", lambda: days.selvi.send(run["taps"], taps))
    days.step("taps at doors of another rider's run refused")


def _by_upi(days: Days, run: Any) -> None:
    """A UPI payment to Selvi is recorded, and adds no cash to hand over."""
    [reference] = [debt for stop in run["stops"] for debt, owed in stop["debts"] if owed >= CASH][
        :1
    ]
    tap = _tap(days.now(), "cash", reference=reference, paise=CASH, method="upi")
    _require_accepted(days.selvi.send(run["taps"], [tap]))
    days.did("pay", reference, paise=CASH)
    days.step("paid by UPI at the door")


def _handed_over(days: Days) -> None:
    """Murugan hands over part of the cash."""
    jobs.hand_over(days.desk, MONDAY, days.murugan.name, 300_00)
    days.did("hand_over", paise=300_00, rider=days.murugan.name, day=MONDAY)
    days.step("a part of the cash handed over")


def _taken_over(days: Days) -> None:
    """Murugan requests Selvi's dinner run; it is usable only after her approval."""
    dinner = jobs.run_of(days.selvi, MEAL_NAMES[DINNER])
    days.murugan.fill_in("runs/mine/", "/take-over")
    days.refused("runs: a run that is not agreed", lambda: days.murugan.page(dinner))
    days.selvi.fill_in("runs/mine/", "/agree")
    days.refused("runs: a run that was given away", lambda: days.selvi.page(dinner))
    _whole_run(days, days.murugan, DINNER)
    days.step("dinner taken over, and delivered")


def _event(days: Days) -> None:
    """The desk reassigns the run to Selvi; Murugan's earlier outcomes count, later ones do not."""
    run = _run_of(days.murugan, EVENT)
    [box] = [box for stop in run["stops"] for box in stop["boxes"]]
    while_his = days.now()
    days.set(while_his + timedelta(minutes=10))
    jobs.assign(days.desk, MONDAY, EVENT, BEACH, days.selvi.name)
    days.set(days.now() + timedelta(minutes=10))
    late = _tap(days.now(), "failed", serving=box["serving"], reason="nobody-home")
    _require_rejected(days.murugan.send(run["taps"], [late]), 1)
    _require_accepted(
        days.murugan.send(run["taps"], [_tap(while_his, "delivered", serving=box["serving"])])
    )
    days.did("tell", box["reference"], day=MONDAY, meal=EVENT, outcome=DELIVERED)
    days.step("the event delivered by whose run it was")


def _whole_run(days: Days, rider: Person, meal: int) -> None:
    """Record all outcomes of a run without delay."""
    run = _run_of(rider, meal)
    for stop in run["stops"]:
        for box in stop["boxes"]:
            tap = _tap(days.now(), "delivered", serving=box["serving"])
            _require_accepted(rider.send(run["taps"], [tap]))
            days.did("tell", box["reference"], day=MONDAY, meal=meal, outcome=DELIVERED)


def _run_of(rider: Person, meal: int) -> Any:
    """The rider's run of the meal as JSON."""
    return rider.data(jobs.run_of(rider, MEAL_NAMES[meal]))


def _tap(at: datetime, outcome: str, **given: Any) -> Tap:
    return {"key": uuid4().hex, "outcome": outcome, "at": at.isoformat(), **given}


def _require_rejected(answers: Any, count: int) -> None:
    if sum(bool(each.get("refused") or each.get("uncounted")) for each in answers["taps"]) != count:
        raise MismatchError(f"taps of no run of theirs: {answers}")


def _require_accepted(answers: Any) -> None:
    for answer in answers["taps"]:
        if answer.get("refused") or answer.get("uncounted"):
            raise MismatchError(f"taps: {answer}")
