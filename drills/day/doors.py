"""The day at the doors: two riders, one of whom has no network for an hour; the server falls among the taps."""

from datetime import datetime, time, timedelta
from typing import Any
from uuid import uuid4

from drills.clock import INDIA
from drills.day import jobs
from drills.day.days import MONDAY, Days, WrongError
from drills.day.papers import MEAL_NAMES
from drills.day.people import Person
from drills.day.recount import BREAKFAST, DELIVERED, DINNER, EVENT, FAILED, LUNCH

BEACH, TEMPLE = "Beach line", "Temple line"
CASH = 500_00
Tap = dict[str, Any]


def delivered(days: Days) -> None:
    """Breakfast, lunch, dinner and the event."""
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
    days.morning(datetime.combine(MONDAY, time(19, 30), INDIA))
    _whole_run(days, days.selvi, DINNER)
    _whole_run(days, days.murugan, EVENT)
    days.step("dinner and the event delivered")


def _lunch(days: Days) -> None:
    """Murugan has opened his run and loses the network; Selvi taps on while the server is killed."""
    days.morning(datetime.combine(MONDAY, time(12), INDIA))
    offline = _run_of(days.murugan, LUNCH)
    queue = _taps_of_an_hour(days, offline)
    online = _run_of(days.selvi, LUNCH)
    taps = [
        (box["reference"], _tap(days.now(), "delivered", serving=box["serving"]))
        for stop in online["stops"]
        for box in stop["boxes"]
    ]

    def tap(number: int) -> None:
        _require_counted(days.selvi.send_until_answered(online["taps"], [taps[number][1]]))

    days.kill_in_the_middle(tap, len(taps), after=1)
    for reference, _ in taps:
        days.did("tell", reference, day=MONDAY, meal=LUNCH, outcome=DELIVERED)
    days.step(f"{len(taps)} boxes tapped, the server killed among them")
    days.set(datetime.combine(MONDAY, time(13, 10), INDIA))
    for reference, what, given in queue[1]:
        days.did(what, reference, **given)
    for turn in ("once", "twice"):
        answers = days.murugan.send(offline["taps"], queue[0])
        _require_counted(answers)
        days.step(f"{len(queue[0])} taps of an hour without network sent {turn}")
    days.report.figures["taps sent twice"] = len(queue[0])


def _taps_of_an_hour(days: Days, run: Any) -> tuple[list[Tap], list[tuple[str, str, Any]]]:
    """What the phone keeps from noon on: one box fails, one was tapped wrongly and undone; and what it comes to."""
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
            done.append((reference, "pay", {"paise": CASH}))
    if not any(what == "pay" for _, what, _ in done):
        raise WrongError("runs: nobody of the run with two boxes owes anything")
    return taps, done


def _decided(days: Days) -> None:
    """The desk calls whoever got nothing, and makes it up."""
    days.set(datetime.combine(MONDAY, time(14), INDIA))
    ravi = days.references("nonveg")[0]
    days.desk.fill_in("runs/failed/", "/make-up")
    days.did("make_up", ravi, day=MONDAY, meal=LUNCH)
    days.step("the one that failed is made up")


def _whole_run(days: Days, rider: Person, meal: int) -> None:
    """All at once, as fast as one can tap."""
    run = _run_of(rider, meal)
    for stop in run["stops"]:
        for box in stop["boxes"]:
            tap = _tap(days.now(), "delivered", serving=box["serving"])
            _require_counted(rider.send(run["taps"], [tap]))
            days.did("tell", box["reference"], day=MONDAY, meal=meal, outcome=DELIVERED)


def _run_of(rider: Person, meal: int) -> Any:
    """The rider's own run of the meal, as their phone is told of it."""
    return rider.data(jobs.run_of(rider, MEAL_NAMES[meal]))


def _tap(at: datetime, outcome: str, **given: Any) -> Tap:
    return {"key": uuid4().hex, "outcome": outcome, "at": at.isoformat(), **given}


def _require_counted(answers: Any) -> None:
    for answer in answers["taps"]:
        if answer.get("refused") or answer.get("uncounted"):
            raise WrongError(f"taps: {answer}")
