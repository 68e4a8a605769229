"""What the pages read beside the plans of benchmarks.kitchen: times, payments, routes, runs, events, appointments, messages."""

import random
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from benchmarks.growth.notes import ACCOUNT, NOTED, NUMBERED, beside
from benchmarks.kitchen.plans import (
    DELIVERED,
    NAMES,
    PINS,
    Dish,
    Rows,
    make,
    reference_of,
    service_days,
)

FAILED = 3
MEALS = (1, 2, 3)
TIMES = {1: time(8), 2: time(12, 30), 3: time(19, 30)}
ROUTES = 2 * len(PINS)  # two for each PIN code: one by it, one set by hand for a plan
RIDERS = ROUTES // 2
FIRST_RIDER = 100  # their accounts' numbers
KEPT_RUNS = timedelta(days=60)  # of which the boxes of each run are noted
ONE_HOUR = timedelta(hours=1)
AN_ENQUIRY_EVERY = 20  # plans, of each of three kinds
STILL_NEW = 60  # new enquiries of each kind
REASONS = ("nobody-home", "no-answer", "wrong-address", "refused", "damaged")
ENQUIRIES = ("event", "appointment", "nutrition")
DOCTORS = ("Dr. Leela Thomas", "Dr. Arun Prasad")

READ: Mapping[str, Sequence[str]] = {
    "auth_user": (
        "id", "username", "password", "is_superuser", "first_name", "last_name", "email", "is_staff",
        "is_active", "date_joined",
    ),
    "staff_accountrole": ("account_id", "role"),
    "delivery_route": ("id", "name", "position", "is_closed"),
    "delivery_routepin": ("pin", "route_id"),
    "delivery_run": ("id", "date", "meal", "route_id", "rider_id"),
    "delivery_runassignment": ("run_id", "rider_id", "since", "until"),
    **NOTED,
    "handling_mealtime": ("request_id", "meal", "time", "is_settled"),
    "handling_payment": (
        "id", "request_id", "paise", "method", "paid_on", "reference", "at", "by_id",
    ),
    "handling_refund": ("request_id", "paise", "method", "given_on", "reference", "at", "by_id"),
    "handling_debt": ("request_id", "paise"),
    "handling_message": ("request_id", "template", "channel", "subject", "text", "at", "by_id"),
    "requests_requestflag": ("request_id", "flag"),
    "delivery_place": ("plan_id", "route_id", "rank", "hint"),
    "delivery_runbox": ("run_id", "serving_id", "since", "until"),
    "delivery_cashtap": ("key", "payment_id", "run_id", "at", "tapped_at"),
    "delivery_cashhandover": ("day", "rider_id", "paise", "at", "by_id"),
    "enquiries_eventenquiry": ("request_id", "event_type", "message"),
    "handling_eventdetails": ("request_id", "date", "time", "guests", "venue"),
    "enquiries_appointment": ("request_id", "doctor", "address"),
    "handling_slot": ("request_id", "doctor", "starts_at", "minutes", "state"),
    "enquiries_nutritionenquiry": (
        "request_id", "age", "dietary_goal", "allergies", "preferred_foods",
    ),
}  # fmt: skip
NUMBERED_TOO = (*NUMBERED, "delivery_route", "delivery_run", "handling_payment", "auth_user")


def everything(plans: int, dishes: Sequence[Dish], today: date) -> Iterator[Rows]:
    """A shop's rows: routes and runs, then plans with all that is noted of them, then enquiries."""
    days = service_days(today)
    yield _runs(days, today)
    made = _some_failed(make(plans, dishes, today))
    serving = 0
    for part in beside(made, dishes, days[0], today):
        if "schedule_plan" in part.of:
            serving = _about(part, serving, days, today)
        yield part
    yield _enquiries(plans, days, today)


def _run(day: date, meal: int, route: int, days: Sequence[date]) -> int:
    return ((day - days[0]).days * len(MEALS) + meal - 1) * ROUTES + route


def _runs(days: Sequence[date], today: date) -> Rows:
    """Every meal so far has its runs, and those of the next week, each with a rider."""
    of: dict[str, list[tuple[Any, ...]]] = {table: [] for table in list(READ)[:6]}
    joined = datetime.combine(days[0], time(), UTC)
    for rider in range(FIRST_RIDER, FIRST_RIDER + RIDERS):
        name = f"rider{rider}"
        of["auth_user"].append((rider, name, "!", False, "", "", "", False, True, joined))
        of["staff_accountrole"].append((rider, "rider"))
    for route in range(1, ROUTES + 1):
        of["delivery_route"].append((route, f"Route {route}", route, False))
        if route <= len(PINS):
            of["delivery_routepin"].append((PINS[route - 1], route))
    for day in (each for each in days if each <= today + timedelta(days=7)):
        for meal in MEALS:
            since = datetime.combine(day, time(meal), UTC)
            for route in range(1, ROUTES + 1):
                run, rider = _run(day, meal, route, days), FIRST_RIDER + (route - 1) % RIDERS
                of["delivery_run"].append((run, day, meal, route, rider))
                of["delivery_runassignment"].append((run, rider, since, None))
    for day in (each for each in days if each < today):
        for rider in range(FIRST_RIDER, FIRST_RIDER + RIDERS):
            at = datetime.combine(day, time(16), UTC)
            of["delivery_cashhandover"] = of.get("delivery_cashhandover", [])
            of["delivery_cashhandover"].append((day, rider, 900_00, at, ACCOUNT))
    return Rows(of)


def _some_failed(parts: Iterable[Rows]) -> Iterator[Rows]:
    """One box in a hundred that was carried did not arrive."""
    for part in parts:
        servings = part.of["schedule_serving"]
        for at, row in enumerate(servings):
            if at % 100 == 7 and row[5] == DELIVERED:
                servings[at] = (*row[:5], FAILED, row[6])
        yield part


def _about(part: Rows, serving: int, days: Sequence[date], today: date) -> int:
    """Adds to a part; the number of its last serving."""
    names = list(READ)
    of: dict[str, list[tuple[Any, ...]]] = {table: [] for table in names}
    drawn = random.Random(serving)
    routes: dict[int, int] = {}
    requests = {row[0]: row for row in part.of["requests_request"]}
    pins = {row[0]: row[4] for row in part.of["handling_facts"]}
    owed = {row[0]: row[2] for row in part.of["handling_booking"]}
    for plan, request, begins, *_ in part.of["schedule_plan"]:
        by_pin = PINS.index(pins[request]) + 1
        is_chosen = plan % 2 == 0
        routes[plan] = by_pin + len(PINS) if is_chosen else by_pin
        hint = "Second floor, ring twice" if plan % 7 == 0 else ""
        of["delivery_place"].append(
            (plan, routes[plan] if is_chosen else None, drawn.random(), hint)
        )
        _money(of, plan, requests[request], owed[request], begins, routes[plan], days, today)
        if plan % 5 == 0:
            at = requests[request][3] + ONE_HOUR
            text = "Your order is confirmed. " * 8
            of["handling_message"].append(
                (request, "confirmation", "mail", "Your order", text, at, ACCOUNT)
            )
        if plan % 30 == 0:
            of["requests_requestflag"].append((request, "total-differs"))
    requests_of = {row[0]: row[1] for row in part.of["schedule_plan"]}
    for plan, meal, *_ in part.of["schedule_track"]:
        of["handling_mealtime"].append((requests_of[plan], meal, TIMES[meal], True))
    for plan, meal, _, day, _, state, _ in part.of["schedule_serving"]:
        serving += 1
        if today - KEPT_RUNS <= day <= today + timedelta(days=7):
            at = datetime.combine(day, time(meal), UTC)
            run = _run(day, meal, routes[plan], days)
            of["delivery_runbox"].append((run, serving, at, None))
        if state == FAILED:
            at = datetime.combine(day, time(7), UTC)
            told = ("failed", REASONS[serving % len(REASONS)], "")
            db = (serving, f"{serving:032x}", *told, at, ACCOUNT, at, "", True, "forfeited")
            of["delivery_result"].append(db)
    for table in ("schedule_servingchange",):  # a page reads those of one plan
        part.of[table] = [row for row in part.of.get(table, ()) if row[2] >= today - KEPT_RUNS]
    for table, rows in of.items():
        if rows:
            part.of[table] = [*part.of.get(table, []), *rows]
    return serving


def _money(  # noqa: PLR0917 - what is known of one plan
    of: dict[str, list[tuple[Any, ...]]],
    plan: int,
    request: tuple[Any, ...],
    paise: int,
    begins: date,
    route: int,
    days: Sequence[date],
    today: date,
) -> None:
    """Most are paid before they begin, a third at the first door in cash; some owe, some got something back."""
    number, received = request[0], request[3]
    is_cash = plan % 3 == 0
    paid_on = begins if is_cash else received.date() + timedelta(days=1)
    at = datetime.combine(paid_on, time(8), UTC)
    if paid_on > today or plan % 50 == 0:
        of["handling_debt"].append((number, paise))
        return
    method = "cash" if is_cash else ("upi", "card", "bank")[plan % 7 % 3]
    of["handling_payment"].append((plan, number, paise, method, paid_on, "", at, ACCOUNT))
    if is_cash:
        run = _run(paid_on, 2, route, days)
        of["delivery_cashtap"].append((f"cash-{plan}", plan, run, at, at))
    if plan % 100 == 1:
        of["handling_refund"].append((number, 150_00, "upi", paid_on, "", at, ACCOUNT))


def _enquiries(plans: int, days: Sequence[date], today: date) -> Rows:
    """Events, appointments and nutrition enquiries over all the time; the last ones are new."""
    of: dict[str, list[tuple[Any, ...]]] = {
        table: []
        for table in (
            "requests_request", "handling_facts", "enquiries_eventenquiry", "handling_eventdetails",
            "enquiries_appointment", "handling_slot", "enquiries_nutritionenquiry",
        )
    }  # fmt: skip
    count, so_far = plans // AN_ENQUIRY_EVERY, [day for day in days if day < today]
    for at in range(count * len(ENQUIRIES)):
        nth, kind = at // len(ENQUIRIES), ENQUIRIES[at % len(ENQUIRIES)]
        day, hour = so_far[nth * len(so_far) // count], 3 + nth % 9
        received = datetime.combine(day, time(hour), UTC)
        is_new = nth >= count - STILL_NEW
        happens = day + timedelta(days=20)
        status = "new" if is_new else "completed" if happens < today else "confirmed"
        number = plans + at + 1
        pk, name = uuid.UUID(int=number << 64), NAMES[nth % len(NAMES)]
        of["requests_request"].append((
            pk, kind, reference_of(number), received, status, name, f"8{number:09}",
            f"+918{number:09}", f"guest{number}@example.com", "{}", "[]",
            received + timedelta(days=21) if status == "completed" else None,
        ))  # fmt: skip
        if kind == "event":
            of["enquiries_eventenquiry"].append((pk, "Birthday", "A party for forty."))
            when = None if is_new else happens
            of["handling_eventdetails"].append((pk, when, time(18), 40, "Besant Nagar"))
        elif kind == "appointment":
            of["enquiries_appointment"].append((pk, DOCTORS[nth % 2], "Adyar"))
            if not is_new:
                starts = datetime.combine(happens, time(4), UTC) + timedelta(
                    minutes=30 * (nth % 16)
                )
                state = "done" if happens < today else "agreed"
                of["handling_slot"].append((pk, DOCTORS[nth % 2], starts, 30, state))
        else:
            of["enquiries_nutritionenquiry"].append((pk, 34, "To lose weight", "", "Idli"))
    return Rows(of)
