"""Meal subscriptions (specification, sections 3 "Subscription form values" and 5).

Staff go through the meals with the customer, so no request is rejected for its meals: without meals, or with a meal
that is on no menu (an older page, a renamed meal), it is accepted and flagged.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from oottam.api.endpoints import AcceptedRequest, Arrival, Customer, full_name
from oottam.api.forms import (
    Email,
    FirstName,
    Form,
    FormPart,
    Phone,
    RequiredLastName,
    Rule,
    one_of,
    optional,
    required,
)
from oottam.api.limits import MAX_ENTRIES
from oottam.catalogue import Catalogue
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import Subscription, SubscriptionMeal
from oottam.requests.models import Flag

MAX_PLAN_NAME_LENGTH = 20_000  # characters: all titles joined by commas, with a margin
MEALS_SCHEMA = {
    "maxItems": MAX_ENTRIES,
    "description": "Ids of contract/catalogue/custom-choice.json, or W1-B-Monday and the like.",
}


def _plan_durations(catalogue: Catalogue) -> tuple[str, ...]:
    return tuple(duration.value for duration in catalogue.rules.plan_durations)


class SelectedItem(FormPart):
    """A chosen meal as the page showed it (section 3 "Selected item")."""

    id: str = required("Meal id", 60)
    title: str = required("Meal title", 300)
    image: str | None = optional("Meal image", 500)
    desc: str | None = optional("Description", 1000)
    category: str | None = optional("Category", 60)


class CustomerForm(Form):
    """A request for a subscription; only plan name and items may be missing (section 5)."""

    first_name: FirstName
    last_name: RequiredLastName
    phone: Phone
    email: Email
    plan_name: str | None = optional("Plan name", MAX_PLAN_NAME_LENGTH)
    plan_duration: Annotated[str, one_of(_plan_durations)] = Field(title="Plan duration")
    selected_items: Annotated[
        tuple[SelectedItem, ...],
        Rule(lambda sent, _: tuple(sent), list[SelectedItem], lambda _: MEALS_SCHEMA),
    ] = Field((), title="Selected items")


def accept(form: CustomerForm, arrival: Arrival, catalogue: Catalogue) -> AcceptedRequest:
    """Accept the request; staff call to agree start, address and price. The plan's name is stored as sent."""
    subscription = Row(
        Subscription,
        request_id=arrival.request_id,
        plan_duration=form.plan_duration,
        plan_name=form.plan_name or "",
    )
    meals = [
        Row(
            SubscriptionMeal,
            subscription_id=arrival.request_id,
            position=position,
            meal_id=meal.id,
            title=meal.title,
            category=meal.category or "",
            description=meal.desc or "",
            image=meal.image or "",
            menu_title=catalogue.meal_titles.get(meal.id, ""),
        )
        for position, meal in enumerate(form.selected_items, start=1)
    ]
    return AcceptedRequest(
        customer=Customer(
            full_name(form.first_name, form.last_name), email=form.email, phone=form.phone
        ),
        message=lambda reference: _message(form, reference),
        rows=[subscription, *meals],
        flags=list(_flags(meals)),
    )


def _flags(meals: Sequence[Row]) -> Iterator[Flag]:
    if not meals:
        yield Flag.NO_MEALS
    if any(not meal.values["menu_title"] for meal in meals):
        yield Flag.UNKNOWN_MEAL


def _message(form: CustomerForm, reference: str) -> str:
    count = len(form.selected_items)
    meals = {0: "", 1: " with 1 meal"}.get(count, f" with {count} meals")
    plan = f"{form.plan_duration} subscription request {reference}{meals}"
    return f"Thank you! We have received your {plan}. We will call you to agree on the first day."
