"""The scenario of the day test, from twelve requests to the last box."""

import json
from datetime import datetime, time, timedelta
from typing import Any

from system_tests.day import bodies, doors, jobs, papers
from system_tests.day.days import FIRST, MONDAY, ONE_DAY, Days, MismatchError
from system_tests.day.recount import BREAKFAST, MEALS, TIMES
from system_tests.faults.clock import INDIA
from system_tests.support.visitor import Visitor

FEAST = (("Curd Millet Bowl", 40), ("Chana Sundal", 60))
FESTIVAL = MONDAY + 4 * ONE_DAY
AGREED = {"subscription": 4_400_00, "event": 18_000_00}
# Kavitha is vegetarian but orders clashing dishes; the clash was agreed, so no alternative suits her.
AGREED_DISHES = {"clash": "on", "clash_reason": "Agreed on the phone", "not_known": "on"}
VENUE = "Community hall, 2nd Avenue, Besant Nagar"
WHY = "Asked by phone"


def tell(days: Days) -> None:
    """Run all steps; raise MismatchError at the first mismatch."""
    calls(days)
    agreed(days)
    paid(days)
    changed(days)
    cut_off(days)
    cooked(days)
    doors.delivered(days)
    settled(days)


def calls(days: Days) -> None:
    """Send twelve requests with idempotency keys, killing the server in between; none may be stored twice."""
    sent = bodies.twelve()
    replies: list[str] = []
    with Visitor(days.shop.port) as visitor:

        def send(number: int) -> None:
            path, body = sent[number]
            answer = visitor.post_until_accepted(path, json.dumps(body).encode(), f"day-{number}")
            if answer.status != 200:
                raise MismatchError(f"calls: {path} was answered {answer.status}: {answer.body!r}")
            replies.append(json.loads(answer.body)["reference"])

        days.kill_during(send, len(sent), after=5)
        again = list(replies)
        for number in range(len(sent)):
            send(number)
    if replies[len(sent) :] != again or len(set(again)) != len(sent):
        raise MismatchError(
            f"calls: {again} were acknowledged, and {replies[len(sent) :]} when sent again"
        )
    days.report.figures["requests"] = len(days.recount().calls)
    days.step("12 calls, each sent twice")


def agreed(days: Days) -> None:
    """Create routes, fill in details and confirm, killing the server in between."""
    for name, pins in bodies.PINS.items():
        days.owner.fill_in("runs/routes/", "routes/add", name=name, pins=", ".join(pins))
        days.did("route", name=name, pins=pins)
    days.step("two routes")
    facts = {reference: _facts(days, reference) for reference in days.recount().calls}
    days.step("facts asked")
    chicken = days.references("nonveg")[0]
    page_of_chicken = f"requests/{chicken}/"
    for diet in ("veg", "any"):
        days.desk.fill_in(page_of_chicken, f"{page_of_chicken}facts", diet=diet)
        if diet == "veg":
            days.refused(
                "confirm: chicken for a vegetarian",
                lambda: days.desk.fill_in(page_of_chicken, f"{page_of_chicken}confirm"),
            )
    days.step("nothing confirmed over a clash")
    references = list(facts)

    def confirm(number: int) -> None:
        page = f"requests/{references[number]}/"
        while True:
            try:
                days.desk.fill_in(page, f"{page}confirm", **AGREED_DISHES)
            except LookupError:
                return  # already confirmed before the kill
            except OSError:
                continue
            return

    days.set(days.now() + timedelta(minutes=30))
    days.kill_during(confirm, len(references), after=6)
    for reference, known in facts.items():
        days.did("confirm", reference, **known)
    days.step("12 confirmed")
    again = f"requests/{references[0]}/"
    days.desk.fill_in(again, f"{again}take-back")
    days.desk.fill_in(again, f"{again}confirm", **AGREED_DISHES)
    days.step("one taken back, and confirmed again")
    [event] = days.references("event")
    box = jobs.boxes(days.desk, event)[0]["id"]
    days.desk.fill_in(
        f"plans/{event}/box?servings={box}",
        "",
        dish=[name for name, _ in FEAST],
        quantity=[str(quantity) for _, quantity in FEAST],
        servings=str(box),
        reason=WHY,
        do="save",
    )
    days.did("dishes", event, dishes=FEAST)
    days.step("the event’s dishes agreed")


def _facts(days: Days, reference: str) -> dict[str, Any]:
    """Fill in the desk's details form; return the details for the recount."""
    call = days.recount().calls[reference]
    page = f"requests/{reference}/"
    if call.kind == "appointment":
        on = MONDAY + 2 * ONE_DAY
        days.desk.fill_in(page, f"{page}slot", date=str(on), time="11:00")
        return {}
    if call.kind == "nutrition":
        days.desk.fill_in(page, f"{page}follow-up", on=str(MONDAY + ONE_DAY))
        return {}
    if call.kind == "event":
        event = {"date": str(MONDAY), "time": "19:00", "guests": "40", "venue": VENUE}
        days.desk.fill_in(page, f"{page}event", **event, diet="any", allergens="none")
        days.desk.fill_in(page, f"{page}price", agreed_paise=str(AGREED["event"] // 100))
        days.did("agree", reference, paise=AGREED["event"])
        return {"start": MONDAY, "address": VENUE, "diet": "any"}
    is_veg = call.kind == "veg" or call.body.get("name") == "Kavitha"
    address = call.body.get("address", "3 Lake View Road, Thiruvanmiyur, Chennai 600041")
    fields: dict[str, Any] = {
        "start_date": str(MONDAY),
        **{f"{meal}_time": TIMES[number] for meal, number in MEALS.items()},
        "address": address,
        "pin": address[-6:],
        "zone_ok": "true",
        "diet": "veg" if is_veg else "any",
        "allergens": "none",
    }
    known: dict[str, Any] = {"start": MONDAY, "diet": fields["diet"], "pin": address[-6:]}
    if call.kind == "subscription":
        fields |= {"days": "12", "agreed_paise": str(AGREED["subscription"] // 100)}
        known["days"] = 12
        days.did("agree", reference, paise=AGREED["subscription"])
    days.desk.fill_in(page, f"{page}facts", **fields)
    return {**known, "address": address}


def paid(days: Days) -> None:
    """Record payments and a discount."""
    days.morning(FIRST + timedelta(hours=5))
    for kind, number, part in (
        ("veg", 0, 2),
        ("veg", 2, 3),
        ("tray", 0, 1),
        ("combo", 0, 1),
        ("event", 0, 3),
    ):
        reference = days.references(kind)[number]
        owed = days.recount().owed(reference) or 0
        paise = owed // part // 100 * 100
        page = f"requests/{reference}/"
        days.desk.fill_in(
            page, f"{page}payment", rupees=str(paise // 100), paid_on=str(days.now().date())
        )
        days.did("pay", reference, paise=paise)
    reference = days.references("nonveg")[0]
    page = f"requests/{reference}/"
    days.desk.fill_in(page, f"{page}adjust", rupees="150", reason="Came late last time")
    days.did("adjust", reference, paise=-150_00)
    days.step("five payments, one price adjusted")
    _overpaid(days, days.references("combo")[0])


def _overpaid(days: Days, reference: str) -> None:
    """Record an overpayment, which needs confirmation, is listed, and is refunded."""
    page, today = f"requests/{reference}/", str(days.now().date())
    paise = 100_00
    beyond = paise - (days.recount().owed(reference) or 0)
    sent = {"rupees": str(paise // 100), "paid_on": today}
    days.refused(
        "payment: more than is due",
        lambda: days.desk.fill_in(page, f"{page}payment", **sent),
    )
    days.desk.fill_in(page, f"{page}payment", **sent, beyond=str(beyond))
    days.did("pay", reference, paise=paise)
    days.step("too much came")
    _give_back(days, reference, beyond)
    days.step("what came too much was given back")


def _give_back(days: Days, reference: str, paise: int) -> None:
    page = f"requests/{reference}/"
    rupees = f"{paise / 100:.2f}"
    today = str(days.now().date())
    days.desk.fill_in(page, f"{page}refund", rupees=rupees, method="cash", refunded_on=today)
    days.did("refund", reference, paise=paise)


def changed(days: Days) -> None:
    """Pause a plan, cancel a request and close a day."""
    days.morning(FIRST + ONE_DAY)
    meena = days.references("nonveg")[1]
    first = MONDAY + 2 * ONE_DAY
    days.desk.fill_in(
        f"plans/{meena}/pause", "", first=str(first), last="", reason="Away", do="save"
    )
    days.did("pause", meena, first=first)
    days.step("one paused from Wednesday on")
    prakash = days.references("veg")[2]
    page = f"requests/{prakash}/"
    days.desk.fill_in(page, f"{page}cancel", reason="Another one was meant")
    days.set(days.now() + timedelta(minutes=5))
    days.desk.fill_in(page, f"{page}take-back")
    jobs.close_day(days.owner, FESTIVAL + ONE_DAY, "The wrong day")
    days.owner.fill_in("closed-days/", "closed-days/open")
    days.step("one cancelled and a day closed by mistake, and taken back")
    days.desk.fill_in(page, f"{page}cancel", reason="Moves away")
    days.did("cancel", prakash, from_day=MONDAY)
    days.step("one cancelled that was paid in part")
    _give_back(days, prakash, days.recount().refunds_due())
    days.step("what was paid for it was given back")
    jobs.close_day(days.owner, FESTIVAL, "Temple festival")
    days.did("close", day=FESTIVAL)
    days.step("Friday closed")


def cut_off(days: Days) -> None:
    """Monday passes its cut-off; choose alternatives, and skip one box too late."""
    days.morning(datetime.combine(MONDAY - ONE_DAY, time(18, 1), INDIA))
    days.until("Monday’s lock", lambda: papers.locked(days.cook, MONDAY))
    days.step("the cut-off of Monday")
    for meal, name, chosen in ((BREAKFAST, "Idli / Podi Idli", "Podi Idli"),):
        jobs.choose(days.cook, MONDAY, meal, name, chosen)
        days.did("choose", day=MONDAY, meal=meal, name=name, chosen=chosen)
    days.step("alternatives chosen")
    days.morning(datetime.combine(MONDAY, time(6, 30), INDIA))
    suresh = days.references("subscription")[0]
    box = next(
        each["id"]
        for each in jobs.boxes(days.desk, suresh, BREAKFAST)
        if each["day"] == str(MONDAY)
    )
    days.desk.fill_in(
        f"plans/{suresh}/forfeit?servings={box}",
        "",
        servings=str(box),
        make_up="on",
        reason="Fell ill",
        do="save",
    )
    days.did("forfeit", suresh, day=MONDAY, meal=BREAKFAST)
    days.step("one skipped too late, and made up")


def cooked(days: Days) -> None:
    """Tick every dish of the day."""
    ticked = jobs.cook_all(days.cook, MONDAY)
    days.report.figures["dishes cooked on the day"] = ticked
    if jobs.cook_all(days.cook, MONDAY):
        raise MismatchError("kitchen: what was ticked is not cooked")
    days.step(f"{ticked} dishes cooked")


def settled(days: Days) -> None:
    """Resume the paused plan the next morning; three weeks later all plans are completed."""
    days.morning(datetime.combine(MONDAY + ONE_DAY, time(9), INDIA))
    days.step("the day is over")
    meena = days.references("nonveg")[1]
    on = MONDAY + 3 * ONE_DAY
    days.desk.fill_in(f"plans/{meena}/resume", "", on=str(on), do="save")
    days.did("resume", meena, on=on)
    days.step("the paused one goes on from Thursday")
    last = max(days.recount().days())
    days.morning(datetime.combine(last + ONE_DAY, time(9), INDIA))
    plans = [each for each in days.recount().facts if days.recount().facts[each]]
    open_plans = [each for each in plans if each not in days.recount().cancelled]
    days.until(
        "the completing of requests whose last box has come",
        lambda: all(jobs.is_completed(days.desk, each) for each in open_plans),
    )
    days.report.figures["boxes in all"] = len(days.recount().boxes)
    days.step("the last box has come")
