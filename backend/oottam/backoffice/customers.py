"""Customers, looked up while they are on the phone, with their plans."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.plans.forms import COMMON_REASONS
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.backoffice.shared.search import (
    Requests,
    clean_search,
    is_name,
    newest_first,
    newest_since,
    search,
)
from oottam.core.names import name_key
from oottam.kitchen.services.cutoff import cut_offs
from oottam.requests.models import Request, Status
from oottam.schedule.choices import ONGOING
from oottam.schedule.domain.calendar import ONE_DAY, Calendar
from oottam.schedule.models import Meal, MealPlan, PlanState, Serving, ServingState
from oottam.workflow.services.details import ORDERS
from oottam.workflow.services.reorder import unavailable_reason

MAX_CUSTOMERS = 10
MAX_READ = 200  # requests, the newest first
LOOK_AHEAD = timedelta(days=14)


@dataclass(slots=True)
class PlanView:
    """A running plan; `skips` are the boxes of the first day from tomorrow that can still be skipped."""

    plan: MealPlan
    next_day: date | None = None
    skip_on: date | None = None
    skips: list[int] = field(default_factory=list)
    is_late: bool = False  # a box of tomorrow is past its cut-off

    @property
    def is_paused(self) -> bool:
        """Whether boxes are held until the plan is resumed."""
        return bool(self.plan.state == PlanState.PAUSED)


@dataclass(slots=True)
class Customer:
    """A name and number, with their requests, newest first, and their running plans."""

    requests: list[Request]
    plans: list[PlanView] = field(default_factory=list)

    @property
    def newest(self) -> Request:
        """The request whose name and number are shown."""
        return self.requests[0]

    @property
    def new(self) -> list[Request]:
        """Requests that wait for the desk."""
        return [request for request in self.requests if request.status == Status.NEW]

    @property
    def to_reorder(self) -> Request | None:
        """The newest confirmed order that can be reordered."""
        agreed = (
            each for each in self.requests if each.status not in (Status.NEW, Status.CANCELLED)
        )
        return next((request for request in agreed if not unavailable_reason(request)), None)

    @property
    def known(self) -> Request:
        """The newest request with address, diet and allergies, for a new order."""
        return next(
            (request for request in self.requests if hasattr(request, "fulfilment")), self.newest
        )

    @property
    def order_kind(self) -> str:
        """The kind of the last order of dishes; "" without one."""
        return next((request.kind for request in self.requests if request.kind in ORDERS), "")


def customers_of(text: str, calendar: Calendar) -> tuple[list[Customer], bool]:
    """Return the customers that the search finds, latest request first, and whether there are more."""
    result: dict[tuple[str, str], Customer] = {}
    for request in _requests(text):
        key = (
            request.phone_normalised or request.email.lower() or request.reference,
            name_key(request.customer_name),
        )
        if key in result:
            result[key].requests.append(request)
        else:
            result[key] = Customer([request])
    customers = list(result.values())[:MAX_CUSTOMERS]
    _add_plans(customers, calendar)
    return customers, len(result) > MAX_CUSTOMERS


def _requests(text: str) -> list[Request]:
    everyone: Requests = (
        Request.objects.filter(erased_at=None)
        .select_related("fulfilment", "merged_into")
        .defer("body", "extra_fields", "merged_into__body", "merged_into__extra_fields")
        .order_by("-received_at", "-pk")
    )
    rows = search(everyone, text)
    if not is_name(text):
        return list(rows[:MAX_READ])
    window = everyone.filter(received_at__gte=newest_since())
    return newest_first(rows, search(window, text, few=True), MAX_READ)


def _add_plans(customers: Sequence[Customer], calendar: Calendar) -> None:
    by_request = {request.pk: customer for customer in customers for request in customer.requests}
    plans = MealPlan.objects.filter(request__in=by_request, state__in=ONGOING).select_related(
        "request"
    )
    views = {plan.pk: PlanView(plan) for plan in plans.defer("request__body").order_by("-pk")}
    boxes = Serving.objects.filter(
        plan__in=views,
        state=ServingState.PLANNED,
        date__range=(calendar.today, calendar.today + LOOK_AHEAD),
    ).exclude(meal=Meal.EVENT)
    rows = boxes.order_by("date", "meal").values_list("plan_id", "date", "meal", "pk")
    for plan, day, meal, number in rows:
        if day:  # every planned box has one
            _add_box(views[plan], calendar, day, meal, number)
    for view in views.values():
        by_request[view.plan.request_id].plans.append(view)


def _add_box(view: PlanView, calendar: Calendar, day: date, meal: int, number: int) -> None:
    view.next_day = view.next_day or day
    if day <= calendar.today:
        return
    if not calendar.is_open(meal, day):
        view.is_late = view.is_late or day == calendar.today + ONE_DAY
    elif view.skip_on in (None, day):
        view.skip_on = day
        view.skips.append(number)


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """Show the customers that the search in the address finds."""
    days = cut_offs(timezone.now())
    search_text = clean_search(request.GET.get("q", ""))
    customers, has_more = customers_of(search_text, days) if search_text else ([], False)
    context = {
        "title": "Customers",
        "search_text": search_text,
        "customers": customers,
        "has_more": has_more,
        "reason": COMMON_REASONS[0],
        "tomorrow": days.today + ONE_DAY,
    }
    return render(request, "backoffice/customers/customers.html", context)
