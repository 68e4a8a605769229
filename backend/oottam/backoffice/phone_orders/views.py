"""Choosing a kind, and the form of each: an island for orders of dishes, plain fields for the others."""

import json
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import DatabaseError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam import catalogue
from oottam.accounts.roles import Permission
from oottam.api import endpoints, errors, validation
from oottam.api.errors import RequestRejectedError
from oottam.api.reorder import submitted_values
from oottam.backoffice.dietary import describe_clashes, describe_needs
from oottam.backoffice.phone_orders import forms
from oottam.backoffice.request.text import as_of
from oottam.backoffice.shared.decorators import StaffRequest, staff_form
from oottam.catalogue import Catalogue
from oottam.catalogue.meals import weekly_meals
from oottam.catalogue.recipes import split_dishes
from oottam.core import page_assets
from oottam.core.responses import Reply
from oottam.kitchen.services.dietary_checks import check_each, needs_of
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.workflow.services import health_access
from oottam.workflow.services.details import details_of
from oottam.workflow.services.known_people import (
    copy_known_details,
    is_same_person,
    known_since,
    people_at,
)
from oottam.workflow.services.later_addresses import home_of
from oottam.workflow.services.phone_orders import submit_phone_order

_NAMES = ("name", "lastname", "firstName", "lastName")


@dataclass(frozen=True, slots=True)
class Caller:
    """The person of a new order, as their newest request knows them; `food` is a text with its age."""

    request: Request
    name: str
    lastname: str
    address: str
    food: str

    def fields(self) -> dict[str, str]:
        """Return initial values by the field names of all forms."""
        person = {"phone": self.request.phone, "email": self.request.email, "address": self.address}
        first = {"firstName": self.name, "lastName": self.lastname}
        return {**person, **first, "name": self.request.customer_name}


def caller_of(reference: str) -> Caller | None:
    """Return the person of this request; None without one, or where it was erased."""
    together = ("fulfilment", "order", "combo")
    queryset = Request.objects.select_related(*together).filter(reference=reference, erased_at=None)
    request = queryset.first()
    if request is None or not hasattr(request, "fulfilment"):
        return None
    fulfilment = details_of(request)
    values = {key: str(value) for key, value in submitted_values(request, *_NAMES).items()}
    first = values.get("firstName") or values.get("name") or request.customer_name
    last = values.get("lastName") or values.get("lastname") or ""
    if not last:
        first, _, last = first.partition(" ")
    needs = describe_needs(needs_of(fulfilment), with_plain_diet=True)
    if fulfilment.allergens is not None and not fulfilment.allergens:
        needs = f"No allergies{f'; {needs}' if needs else ''}"
    food = f"{needs}, {as_of(known_since(request))}" if needs else ""
    return Caller(request, first, last, home_of(request).address, food)


def note_opened(caller: Caller, actor: User, now: datetime) -> None:
    """Log that the caller's health details were shown."""
    if caller.food:
        health_access.record_health_access(reference=caller.request.reference, actor=actor, now=now)


def copy_details(reference: str, caller: Caller | None, actor: User, now: datetime) -> None:
    """Copy known details to the new request, once, where number and name are the same."""
    new = Request.objects.filter(reference=reference).first()
    if caller and new and is_same_person(new, caller.request) and not hasattr(new, "fulfilment"):
        copy_known_details(
            reference=reference, version=new.version, source=caller.request, actor=actor, now=now
        )


def island_data(kind: Kind, caller: Caller, known: Catalogue) -> dict[str, Any]:
    """Return the island's data: person, time and meals, and by name the dishes that clash or are unknown."""
    names = (
        dict.fromkeys(
            dish for meal in weekly_meals(known.weekly) for dish in split_dishes(meal.title)
        )
        if kind == Kind.COMBO
        else (dish.name for dish in known.menus[kind.value].dishes)
    )
    warnings: dict[str, str] = {}
    fulfilment, ordered = details_of(caller.request), getattr(caller.request, "order", None)
    time = fulfilment.delivery_time
    dishes = [OrderedDish(kind.value, name) for name in names]
    for name, found in check_each(dishes, fulfilment).items():
        if found.clashes:
            warnings[name] = describe_clashes(found.clashes)
        elif found.unknown:
            warnings[name] = f"{name}: not known"
    return {
        "person": {
            "name": caller.name,
            "lastname": caller.lastname,
            "phone": caller.request.phone,
            "email": caller.request.email,
            "address": caller.address,
            "timing": f"{time:%H:%M}" if time else "",
        },
        # As the endpoint names its sections.
        "meals": [meal.lower() for meal in ordered.meals] if ordered else [],
        "warnings": warnings,
    }


ISLANDS = (Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO)
PLAIN = (Kind.SUBSCRIPTION, Kind.EVENT, Kind.APPOINTMENT, Kind.NUTRITION)
MAX_NUMBER_LENGTH = 40  # characters
SAVED_BEFORE = (
    "This form was already saved with other details. Check it in the list of requests; to save this "
    "one as well, press the button again."
)


@staff_form(Permission.WORK_REQUESTS)
def choose(request: StaffRequest) -> HttpResponse:
    """Show the caller of the posted number, and the kinds; one whose menu is empty is left out."""
    number = request.POST.get("phone", "").strip()[:MAX_NUMBER_LENGTH]
    people = people_at(number)
    caller = _caller(request)
    if caller is None and len(people) == 1:
        caller = caller_of(people[0].request.reference)
    if caller:
        note_opened(caller, request.user, timezone.now())
    menus = catalogue.current().menus
    orders = [kind for kind in ISLANDS if kind not in menus or menus[kind].dishes]
    kinds = [
        {"title": title, "kinds": [{"value": kind.value, "label": kind.label} for kind in these]}
        for title, these in (
            ("Orders", [*orders, Kind.SUBSCRIPTION]),
            ("Enquiries", [kind for kind in PLAIN if kind != Kind.SUBSCRIPTION]),
        )
    ]
    context = {
        "title": "New order",
        "groups": kinds,
        "number": number,
        "people": people if len(people) > 1 else (),
        "caller": caller,
    }
    return render(request, "backoffice/phone_orders/choose.html", context)


def _caller(request: StaffRequest) -> Caller | None:
    """Return the person of the request in the address."""
    reference = request.GET.get("for", "").replace("\0", "")[:MAX_NUMBER_LENGTH]
    return caller_of(reference) if reference else None


@staff_form(Permission.WORK_REQUESTS)
def new(request: StaffRequest, kind: str) -> HttpResponse:
    """Show a kind's form, or store the posted one."""
    if kind in ISLANDS:
        render_or_store = _store_island if request.method == "POST" else _island
        return render_or_store(request, Kind(kind))
    if kind in PLAIN:
        return (
            _store_form(request, Kind(kind))
            if request.method == "POST"
            else _form(request, Kind(kind))
        )
    raise Http404


def _island(request: StaffRequest, kind: Kind) -> HttpResponse:
    context: dict[str, Any] = {
        "title": f"New {kind.label.lower()} order",
        "island": f"phoneOrder/{kind.value}.tsx",
        "caller": _caller_shown(request),
        "page_content": page_assets.page_content(),
    }
    if context["caller"]:
        context["data"] = island_data(kind, context["caller"], catalogue.current())
    if kind == Kind.COMBO:
        context["title"] = "New combo order"
    return render(request, "backoffice/phone_orders/island.html", context)


def _store_island(request: StaffRequest, kind: Kind) -> HttpResponse:
    """Respond in the endpoints' own format: 201 with the new request's address, or the error."""
    key = request.headers.get("Idempotency-Key", "")
    try:
        validation.require_json(request.META)
        if not key:
            raise errors.bad_request("Please reload this page.")
    except RequestRejectedError as error:
        return _as_json(error.reply)
    outcome = _store(request, kind, request.body, key)
    if isinstance(outcome, Reply):
        return _as_json(outcome)
    address = reverse("backoffice:request", args=[outcome])
    stored = {"status": "success", "reference": outcome, "address": address}
    return JsonResponse(stored, status=201)


def _form(
    request: StaffRequest,
    kind: Kind,
    *,
    status: int = 200,
    key: str = "",
    message: str = "",
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    known = catalogue.current()
    fields = forms.fields(kind, known)
    caller = _caller_shown(request) if request.method != "POST" else _caller(request)
    selected = request.POST.getlist(forms.MEALS_FIELD)
    typed = request.POST.dict() if request.method == "POST" else caller.fields() if caller else {}
    context = {
        "title": f"New {kind.label.lower()}",
        "caller": caller,
        "message": message,
        "key": key or secrets.token_urlsafe(16),
        "fields": forms.field_views(fields, typed, errors or {}),
        "groups": [
            (title, of_the_week, meals, any(meal.id in selected for meal in meals))
            for title, of_the_week, meals in forms.groups(known)
        ]
        if kind == Kind.SUBSCRIPTION
        else (),
        "selected": selected,
        "meals_error": (errors or {}).get(forms.MEALS_FIELD, ""),
    }
    return render(request, "backoffice/phone_orders/form.html", context, status=status)


def _store_form(request: StaffRequest, kind: Kind) -> HttpResponse:
    body = json.dumps(forms.body(kind, request.POST, catalogue.current())).encode()
    key = request.POST.get("key") or secrets.token_urlsafe(16)
    outcome = _store(request, kind, body, key)
    if not isinstance(outcome, Reply):
        return redirect("backoffice:request", outcome)
    reply = json.loads(outcome.body)
    errors = _by_field(reply)
    if outcome.status == 422 and not errors:
        return _form(request, kind, status=422, message=SAVED_BEFORE)
    return _form(
        request, kind, status=outcome.status, key=key, message=reply["message"], errors=errors
    )


def _by_field(reply: dict[str, Any]) -> dict[str, str]:
    """Return the first error of each field, by the first part of its path."""
    result: dict[str, str] = {}
    for error in reply["errors"]:
        result.setdefault(error["field"].partition(".")[0].partition("[")[0], error["message"])
    return result


def _caller_shown(request: StaffRequest) -> Caller | None:
    """Return the caller, and log that their health details are shown."""
    caller = _caller(request)
    if caller and request.method == "GET":
        note_opened(caller, request.user, timezone.now())
    return caller


def _store(request: StaffRequest, kind: Kind, body: bytes, key: str) -> str | Reply:
    """Store the request; return its reference, or the error's reply."""
    now = timezone.now()
    try:
        reference = submit_phone_order(kind=kind, body=body, key=key, actor=request.user, now=now)
        copy_details(reference, _caller(request), request.user, now)
    except RequestRejectedError as error:
        return error.reply
    except DatabaseError:
        return errors.not_saved(endpoints.of_kind(kind).noun)
    return reference


def _as_json(reply: Reply) -> HttpResponse:
    return HttpResponse(reply.body, status=reply.status, content_type="application/json")
