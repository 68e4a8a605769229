"""The caller, as an earlier request knows them: name, address, allergies and diet."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from oottam.api.reorder import submitted_values
from oottam.backoffice.dietary import describe_clashes, describe_needs
from oottam.backoffice.request.text import as_of
from oottam.catalogue import Catalogue
from oottam.catalogue.meals import weekly_meals
from oottam.kitchen.services.dietary_checks import check_each, needs_of
from oottam.plans.domain.dish_names import OrderedDish, dishes_in
from oottam.requests.models import Kind, Request
from oottam.workflow.services import health_access
from oottam.workflow.services.details import details_of
from oottam.workflow.services.known_people import copy_known_details, is_same_person, known_since
from oottam.workflow.services.later_addresses import home_of

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
        dict.fromkeys(dish for meal in weekly_meals(known.weekly) for dish in dishes_in(meal.title))
        if kind == Kind.COMBO
        else (dish.name for dish in known.menus[kind.value].dishes)
    )
    warnings: dict[str, str] = {}
    ordered = [OrderedDish(kind.value, name) for name in names]
    for name, found in check_each(ordered, details_of(caller.request)).items():
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
            "timing": _time_of(caller.request),
        },
        "meals": _meals_of(caller.request),
        "warnings": warnings,
    }


def _time_of(request: Request) -> str:
    """Format for a time input; "" where unknown."""
    time = details_of(request).delivery_time
    return f"{time:%H:%M}" if time else ""


def _meals_of(request: Request) -> list[str]:
    """Return the last order's meals, as the endpoint names its sections."""
    ordered = getattr(request, "order", None)
    return [meal.lower() for meal in ordered.meals] if ordered else []
