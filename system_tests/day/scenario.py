"""The scenario of the day test, from twelve requests to the last box."""

import json
from datetime import datetime, time, timedelta
from typing import Any

from system_tests.day import bodies, deliveries, page_parsers, staff_actions
from system_tests.day.day_test import FIRST, MONDAY, ONE_DAY, DayTest, MismatchError
from system_tests.day.recount import BREAKFAST, MEALS, TIMES
from system_tests.faults.clock import INDIA
from system_tests.support.visitor import Visitor

FEAST = (("Curd Millet Bowl", 40), ("Chana Sundal", 60))
FESTIVAL = MONDAY + 4 * ONE_DAY
AGREED = {"subscription": 4_400_00, "event": 18_000_00}
# Kavitha is vegetarian but orders clashing dishes; the clash was agreed, so no alternative suits her.
AGREED_DISHES = {"clash": "on", "clash_reason": "Agreed on the phone", "not_known": "on"}
VENUE = "Community hall, 2nd Avenue, Besant Nagar"
REASON = "Asked by phone"


def run_scenario(test: DayTest) -> None:
    """Run all steps; raise MismatchError at the first mismatch."""
    send_requests(test)
    confirm_requests(test)
    record_payments(test)
    change_plans(test)
    pass_cutoff(test)
    cook_dishes(test)
    deliveries.deliver(test)
    complete_plans(test)


def send_requests(test: DayTest) -> None:
    """Send twelve requests with idempotency keys, killing the server in between; none may be stored twice."""
    sent = bodies.twelve()
    replies: list[str] = []
    with Visitor(test.shop.port) as visitor:

        def send(number: int) -> None:
            path, body = sent[number]
            answer = visitor.post_until_accepted(path, json.dumps(body).encode(), f"day-{number}")
            if answer.status != 200:
                raise MismatchError(
                    f"requests: {path} was answered {answer.status}: {answer.body!r}"
                )
            replies.append(json.loads(answer.body)["reference"])

        test.kill_during(send, len(sent), after=5)
        again = list(replies)
        for number in range(len(sent)):
            send(number)
    if replies[len(sent) :] != again or len(set(again)) != len(sent):
        raise MismatchError(
            f"requests: {again} were acknowledged, and {replies[len(sent) :]} when resent"
        )
    test.report.figures["requests"] = len(test.recount().requests)
    test.step("12 requests sent twice each")


def confirm_requests(test: DayTest) -> None:
    """Create routes, fill in details and confirm, killing the server in between."""
    for name, pins in bodies.PINS.items():
        test.owner.fill_in("runs/routes/", "routes/add", name=name, pins=", ".join(pins))
        test.record("route", name=name, pins=pins)
    test.step("two routes")
    details = {
        reference: _fill_in_details(test, reference) for reference in test.recount().requests
    }
    test.step("details recorded")
    meat_order = test.references("nonveg")[0]
    meat_page = f"requests/{meat_order}/"
    for diet in ("veg", "any"):
        test.desk.fill_in(meat_page, f"{meat_page}facts", diet=diet)
        if diet == "veg":
            test.require_refused(
                "confirm: a meat dish for a vegetarian",
                lambda: test.desk.fill_in(meat_page, f"{meat_page}confirm"),
            )
    test.step("confirmation with a clash rejected")
    references = list(details)

    def confirm(number: int) -> None:
        page = f"requests/{references[number]}/"
        while True:
            try:
                test.desk.fill_in(page, f"{page}confirm", **AGREED_DISHES)
            except LookupError:
                return  # already confirmed before the kill
            except OSError:
                continue
            return

    test.set(test.now() + timedelta(minutes=30))
    test.kill_during(confirm, len(references), after=6)
    for reference, known in details.items():
        test.record("confirm", reference, **known)
    test.step("12 requests confirmed")
    again = f"requests/{references[0]}/"
    test.desk.fill_in(again, f"{again}take-back")
    test.desk.fill_in(again, f"{again}confirm", **AGREED_DISHES)
    test.step("a confirmation undone and repeated")
    [event] = test.references("event")
    box = staff_actions.boxes(test.desk, event)[0]["id"]
    test.desk.fill_in(
        f"plans/{event}/box?servings={box}",
        "",
        dish=[name for name, _ in FEAST],
        quantity=[str(quantity) for _, quantity in FEAST],
        servings=str(box),
        reason=REASON,
        do="save",
    )
    test.record("dishes", event, dishes=FEAST)
    test.step("dishes of the event recorded")


def _fill_in_details(test: DayTest, reference: str) -> dict[str, Any]:
    """Fill in the desk's details form; return the details for the recount."""
    call = test.recount().requests[reference]
    page = f"requests/{reference}/"
    if call.kind == "appointment":
        on = MONDAY + 2 * ONE_DAY
        test.desk.fill_in(page, f"{page}slot", date=str(on), time="11:00")
        return {}
    if call.kind == "nutrition":
        test.desk.fill_in(page, f"{page}follow-up", on=str(MONDAY + ONE_DAY))
        return {}
    if call.kind == "event":
        event = {"date": str(MONDAY), "time": "19:00", "guests": "40", "venue": VENUE}
        test.desk.fill_in(page, f"{page}event", **event, diet="any", allergens="none")
        test.desk.fill_in(page, f"{page}price", agreed_paise=str(AGREED["event"] // 100))
        test.record("agree", reference, paise=AGREED["event"])
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
        test.record("agree", reference, paise=AGREED["subscription"])
    test.desk.fill_in(page, f"{page}facts", **fields)
    return {**known, "address": address}


def record_payments(test: DayTest) -> None:
    """Record payments and a discount."""
    test.start_day(FIRST + timedelta(hours=5))
    for kind, number, part in (
        ("veg", 0, 2),
        ("veg", 2, 3),
        ("tray", 0, 1),
        ("combo", 0, 1),
        ("event", 0, 3),
    ):
        reference = test.references(kind)[number]
        owed = test.recount().owed(reference) or 0
        paise = owed // part // 100 * 100
        page = f"requests/{reference}/"
        test.desk.fill_in(
            page, f"{page}payment", rupees=str(paise // 100), paid_on=str(test.now().date())
        )
        test.record("pay", reference, paise=paise)
    reference = test.references("nonveg")[0]
    page = f"requests/{reference}/"
    test.desk.fill_in(page, f"{page}adjust", rupees="150", reason="Came late last time")
    test.record("adjust", reference, paise=-150_00)
    test.step("five payments and a price adjustment recorded")
    _overpaid(test, test.references("combo")[0])


def _overpaid(test: DayTest, reference: str) -> None:
    """Record an overpayment, which needs confirmation, is listed, and is refunded."""
    page, today = f"requests/{reference}/", str(test.now().date())
    paise = 100_00
    excess = paise - (test.recount().owed(reference) or 0)
    sent = {"rupees": str(paise // 100), "paid_on": today}
    test.require_refused(
        "payment above the amount due",
        lambda: test.desk.fill_in(page, f"{page}payment", **sent),
    )
    test.desk.fill_in(page, f"{page}payment", **sent, beyond=str(excess))
    test.record("pay", reference, paise=paise)
    test.step("overpayment recorded")
    _refund(test, reference, excess)
    test.step("overpayment refunded")


def _refund(test: DayTest, reference: str, paise: int) -> None:
    page = f"requests/{reference}/"
    rupees = f"{paise / 100:.2f}"
    today = str(test.now().date())
    test.desk.fill_in(page, f"{page}refund", rupees=rupees, method="cash", refunded_on=today)
    test.record("refund", reference, paise=paise)


def change_plans(test: DayTest) -> None:
    """Pause a plan, cancel a request and close a day."""
    test.start_day(FIRST + ONE_DAY)
    meena = test.references("nonveg")[1]
    first = MONDAY + 2 * ONE_DAY
    test.desk.fill_in(
        f"plans/{meena}/pause", "", first=str(first), last="", reason="Away", do="save"
    )
    test.record("pause", meena, first=first)
    test.step("a plan paused from Wednesday on")
    prakash = test.references("veg")[2]
    page = f"requests/{prakash}/"
    test.desk.fill_in(page, f"{page}cancel", reason="Another one was meant")
    test.set(test.now() + timedelta(minutes=5))
    test.desk.fill_in(page, f"{page}take-back")
    staff_actions.close_day(test.owner, FESTIVAL + ONE_DAY, "The wrong day")
    test.owner.fill_in("closed-days/", "closed-days/open")
    test.step("a cancellation and a closed day undone")
    test.desk.fill_in(page, f"{page}cancel", reason="Moves away")
    test.record("cancel", prakash, from_day=MONDAY)
    test.step("a partly paid request cancelled")
    _refund(test, prakash, test.recount().refunds_due())
    test.step("its payment refunded")
    staff_actions.close_day(test.owner, FESTIVAL, "Temple festival")
    test.record("close", day=FESTIVAL)
    test.step("Friday closed")


def pass_cutoff(test: DayTest) -> None:
    """Monday passes its cut-off; choose alternatives, and skip one box too late."""
    test.start_day(datetime.combine(MONDAY - ONE_DAY, time(18, 1), INDIA))
    test.wait_until("Monday’s cut-off", lambda: page_parsers.is_past_cutoff(test.cook, MONDAY))
    test.step("Monday’s cut-off passed")
    for meal, name, chosen in ((BREAKFAST, "Idli / Podi Idli", "Podi Idli"),):
        staff_actions.choose(test.cook, MONDAY, meal, name, chosen)
        test.record("choose", day=MONDAY, meal=meal, name=name, chosen=chosen)
    test.step("alternatives chosen")
    test.start_day(datetime.combine(MONDAY, time(6, 30), INDIA))
    suresh = test.references("subscription")[0]
    box = next(
        each["id"]
        for each in staff_actions.boxes(test.desk, suresh, BREAKFAST)
        if each["day"] == str(MONDAY)
    )
    test.desk.fill_in(
        f"plans/{suresh}/forfeit?servings={box}",
        "",
        servings=str(box),
        replace="on",
        reason="Fell ill",
        do="save",
    )
    test.record("forfeit", suresh, day=MONDAY, meal=BREAKFAST)
    test.step("a box forfeited after the cut-off and replaced")


def cook_dishes(test: DayTest) -> None:
    """Tick every dish of the day."""
    ticked = staff_actions.cook_all(test.cook, MONDAY)
    test.report.figures["dishes cooked on the day"] = ticked
    if staff_actions.cook_all(test.cook, MONDAY):
        raise MismatchError("kitchen: ticked dishes are not cooked")
    test.step(f"{ticked} dishes cooked")


def complete_plans(test: DayTest) -> None:
    """Resume the paused plan the next morning; three weeks later all plans are completed."""
    test.start_day(datetime.combine(MONDAY + ONE_DAY, time(9), INDIA))
    test.step("the day ended")
    meena = test.references("nonveg")[1]
    on = MONDAY + 3 * ONE_DAY
    test.desk.fill_in(f"plans/{meena}/resume", "", on=str(on), do="save")
    test.record("resume", meena, on=on)
    test.step("the paused plan resumed from Thursday")
    last = max(test.recount().days())
    test.start_day(datetime.combine(last + ONE_DAY, time(9), INDIA))
    staff_actions.deliver_past_boxes(test.desk)
    plans = [detail for detail in test.recount().details if test.recount().details[detail]]
    open_plans = [plan for plan in plans if plan not in test.recount().cancelled]
    test.wait_until(
        "completion of requests after their last box",
        lambda: all(staff_actions.is_completed(test.desk, plan) for plan in open_plans),
    )
    test.report.figures["boxes"] = len(test.recount().boxes)
    test.step("all plans completed")
