"""Generates the rows that back office pages read besides plans: times, payments, routes, runs, events,
appointments, messages.
"""

import random
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from benchmarks.growth.log_rows import ACCOUNT, LOG_COLUMNS, LOG_ID_TABLES, add_log_rows
from benchmarks.kitchen.plans import (
    DELIVERED,
    NAMES,
    PINS,
    Dish,
    Rows,
    generate_plans,
    reference_of,
    service_days,
)

FAILED = 3
MEALS = (1, 2, 3)
TIMES = {1: time(8), 2: time(12, 30), 3: time(19, 30)}
ROUTES = 2 * len(PINS)  # two per PIN code: its route, and one chosen for single plans
RIDERS = ROUTES // 2
FIRST_RIDER = 100  # account id
RUN_HISTORY = timedelta(days=60)  # with boxes of each run
ONE_HOUR = timedelta(hours=1)
PLANS_PER_ENQUIRY = 20  # per kind
NEW_ENQUIRIES = 60  # per kind
REASONS = ("nobody-home", "no-answer", "wrong-address", "refused", "damaged")
ENQUIRIES = ("event", "appointment", "nutrition")
DOCTORS = ("Dr. Leela Thomas", "Dr. Arun Prasad")

PAGE_COLUMNS: Mapping[str, Sequence[str]] = {
    "auth_user": (
        "id", "username", "password", "is_superuser", "first_name", "last_name", "email", "is_staff",
        "is_active", "date_joined",
    ),
    "staff_accountrole": ("account_id", "role"),
    "delivery_route": ("id", "name", "position", "is_closed"),
    "delivery_routepin": ("pin", "route_id"),
    "delivery_run": ("id", "date", "meal", "route_id", "rider_id"),
    "delivery_runassignment": ("run_id", "rider_id", "since", "until"),
    **LOG_COLUMNS,
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
EXPLICIT_ID_TABLES = (
    *LOG_ID_TABLES,
    "delivery_route",
    "delivery_run",
    "handling_payment",
    "auth_user",
)


def shop_rows(plans: int, dishes: Sequence[Dish], today: date) -> Iterator[Rows]:
    """Yield a shop's rows: routes and runs, then plans with their log rows, then enquiries."""
    days = service_days(today)
    yield _runs(days, today)
    made = _with_failures(generate_plans(plans, dishes, today))
    serving = 0
    for part in add_log_rows(made, dishes, days[0], today):
        if "schedule_plan" in part.tables:
            serving = _about(part, serving, days, today)
        yield part
    yield _enquiries(plans, days, today)


def _run(day: date, meal: int, route: int, days: Sequence[date]) -> int:
    return ((day - days[0]).days * len(MEALS) + meal - 1) * ROUTES + route


def _runs(days: Sequence[date], today: date) -> Rows:
    """Return runs with riders for all meals of the past and of the next week."""
    rows = Rows()
    joined = datetime.combine(days[0], time(), UTC)
    for rider in range(FIRST_RIDER, FIRST_RIDER + RIDERS):
        name = f"rider{rider}"
        rows.add("auth_user", rider, name, "!", False, "", "", "", False, True, joined)
        rows.add("staff_accountrole", rider, "rider")
    for route in range(1, ROUTES + 1):
        rows.add("delivery_route", route, f"Route {route}", route, False)
        if route <= len(PINS):
            rows.add("delivery_routepin", PINS[route - 1], route)
    for day in (each for each in days if each <= today + timedelta(days=7)):
        for meal in MEALS:
            since = datetime.combine(day, time(meal), UTC)
            for route in range(1, ROUTES + 1):
                run, rider = _run(day, meal, route, days), FIRST_RIDER + (route - 1) % RIDERS
                rows.add("delivery_run", run, day, meal, route, rider)
                rows.add("delivery_runassignment", run, rider, since, None)
    for day in (each for each in days if each < today):
        for rider in range(FIRST_RIDER, FIRST_RIDER + RIDERS):
            at = datetime.combine(day, time(16), UTC)
            rows.add("delivery_cashhandover", day, rider, 900_00, at, ACCOUNT)
    return rows


def _with_failures(parts: Iterable[Rows]) -> Iterator[Rows]:
    """Set every hundredth delivered box to failed."""
    for part in parts:
        servings = part.tables["schedule_serving"]
        for at, row in enumerate(servings):
            if at % 100 == 7 and row[5] == DELIVERED:
                servings[at] = (*row[:5], FAILED, row[6])
        yield part


def _about(part: Rows, serving: int, days: Sequence[date], today: date) -> int:
    """Add the pages' rows to a part; return the id of its last serving."""
    rng = random.Random(serving)
    routes: dict[int, int] = {}
    requests = {row[0]: row for row in part.tables["requests_request"]}
    pins = {row[0]: row[4] for row in part.tables["handling_facts"]}
    owed = {row[0]: row[2] for row in part.tables["handling_booking"]}
    for plan, request, begins, *_ in part.tables["schedule_plan"]:
        by_pin = PINS.index(pins[request]) + 1
        is_chosen = plan % 2 == 0
        routes[plan] = by_pin + len(PINS) if is_chosen else by_pin
        hint = "Second floor, ring twice" if plan % 7 == 0 else ""
        part.add("delivery_place", plan, routes[plan] if is_chosen else None, rng.random(), hint)
        _money(part, plan, requests[request], owed[request], begins, routes[plan], days, today)
        if plan % 5 == 0:
            at = requests[request][3] + ONE_HOUR
            text = "Your order is confirmed. " * 8
            sent = "confirmation", "mail", "Your order", text, at, ACCOUNT
            part.add("handling_message", request, *sent)
        if plan % 30 == 0:
            part.add("requests_requestflag", request, "total-differs")
    requests_of = {row[0]: row[1] for row in part.tables["schedule_plan"]}
    for plan, meal, *_ in part.tables["schedule_track"]:
        part.add("handling_mealtime", requests_of[plan], meal, TIMES[meal], True)
    for plan, meal, _, day, _, state, _ in part.tables["schedule_serving"]:
        serving += 1
        if today - RUN_HISTORY <= day <= today + timedelta(days=7):
            at = datetime.combine(day, time(meal), UTC)
            run = _run(day, meal, routes[plan], days)
            part.add("delivery_runbox", run, serving, at, None)
        if state == FAILED:
            at = datetime.combine(day, time(7), UTC)
            outcome = ("failed", REASONS[serving % len(REASONS)], "")
            noted = at, ACCOUNT, at, "", True, "forfeited"
            part.add("delivery_result", serving, f"{serving:032x}", *outcome, *noted)
    changes = part.tables["schedule_servingchange"]  # pages read those of one plan only
    changes[:] = [row for row in changes if row[2] >= today - RUN_HISTORY]
    return serving


def _money(  # noqa: PLR0917 - the data of one plan
    part: Rows,
    plan: int,
    request: tuple[Any, ...],
    paise: int,
    begins: date,
    route: int,
    days: Sequence[date],
    today: date,
) -> None:
    """Add payments: most before the start, a third in cash at the first delivery; and some debts and refunds."""
    number, received = request[0], request[3]
    is_cash = plan % 3 == 0
    paid_on = begins if is_cash else received.date() + timedelta(days=1)
    at = datetime.combine(paid_on, time(8), UTC)
    if paid_on > today or plan % 50 == 0:
        part.add("handling_debt", number, paise)
        return
    method = "cash" if is_cash else ("upi", "card", "bank")[plan % 7 % 3]
    part.add("handling_payment", plan, number, paise, method, paid_on, "", at, ACCOUNT)
    if is_cash:
        run = _run(paid_on, 2, route, days)
        part.add("delivery_cashtap", f"cash-{plan}", plan, run, at, at)
    if plan % 100 == 1:
        part.add("handling_refund", number, 150_00, "upi", paid_on, "", at, ACCOUNT)


def _enquiries(plans: int, days: Sequence[date], today: date) -> Rows:
    """Return events, appointments and nutrition enquiries of all days; the last ones are new."""
    rows = Rows()
    count, past_days = plans // PLANS_PER_ENQUIRY, [day for day in days if day < today]
    for at in range(count * len(ENQUIRIES)):
        nth, kind = at // len(ENQUIRIES), ENQUIRIES[at % len(ENQUIRIES)]
        day, hour = past_days[nth * len(past_days) // count], 3 + nth % 9
        received = datetime.combine(day, time(hour), UTC)
        is_new = nth >= count - NEW_ENQUIRIES
        event_day = day + timedelta(days=20)
        status = "new" if is_new else "completed" if event_day < today else "confirmed"
        number = plans + at + 1
        pk, name = uuid.UUID(int=number << 64), NAMES[nth % len(NAMES)]
        rows.add(
            "requests_request", pk, kind, reference_of(number), received, status, name, f"8{number:09}",
            f"+918{number:09}", f"guest{number}@example.com", "{}", "[]",
            received + timedelta(days=21) if status == "completed" else None,
        )  # fmt: skip
        if kind == "event":
            rows.add("enquiries_eventenquiry", pk, "Birthday", "A party for forty.")
            when = None if is_new else event_day
            rows.add("handling_eventdetails", pk, when, time(18), 40, "Besant Nagar")
        elif kind == "appointment":
            rows.add("enquiries_appointment", pk, DOCTORS[nth % 2], "Adyar")
            if not is_new:
                starts = datetime.combine(event_day, time(4), UTC) + timedelta(
                    minutes=30 * (nth % 16)
                )
                state = "done" if event_day < today else "agreed"
                rows.add("handling_slot", pk, DOCTORS[nth % 2], starts, 30, state)
        else:
            rows.add("enquiries_nutritionenquiry", pk, 34, "To lose weight", "", "Idli")
    return rows
