"""Meal subscriptions (specification, section 3 "Subscription form values").

Staff go through the meals with the customer, so no request is rejected for its meals: without meals, or with a meal
that is on no menu (an older page, a renamed meal), it is accepted and flagged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from oottam.api.endpoints import AcceptedRequest, Customer, Receipt
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import Subscription, SubscriptionMeal
from oottam.requests.models import Flag


@dataclass(frozen=True, slots=True)
class ChosenMeal:
    """A meal as the customer's page described it; everything but id and title may be empty."""

    id: str
    title: str
    category: str
    description: str
    image: str


@dataclass(frozen=True, slots=True)
class SubscriptionInput:
    """`plan_name` is stored as sent and not interpreted."""

    plan_duration: str
    plan_name: str
    meals: Sequence[ChosenMeal]


def accept(
    details: SubscriptionInput, customer: Customer, receipt: Receipt, menu_titles: Mapping[str, str]
) -> AcceptedRequest:
    """Accept the request; staff call to agree start, address and price.

    `menu_titles` maps meal ids to the titles on the menus.
    """
    subscription = Row(
        Subscription,
        request_id=receipt.request_id,
        plan_duration=details.plan_duration,
        plan_name=details.plan_name,
    )
    meals = [
        Row(
            SubscriptionMeal,
            subscription_id=receipt.request_id,
            position=position,
            meal_id=meal.id,
            title=meal.title,
            category=meal.category,
            description=meal.description,
            image=meal.image,
            menu_title=menu_titles.get(meal.id, ""),
        )
        for position, meal in enumerate(details.meals, start=1)
    ]
    return AcceptedRequest(
        customer=customer,
        message=lambda reference: _message(details, reference),
        rows=[subscription, *meals],
        flags=list(_flags(meals)),
    )


def _flags(meals: Sequence[Row]) -> Iterator[Flag]:
    if not meals:
        yield Flag.NO_MEALS
    if any(not meal.values["menu_title"] for meal in meals):
        yield Flag.UNKNOWN_MEAL


def _message(details: SubscriptionInput, reference: str) -> str:
    count = len(details.meals)
    meals = {0: "", 1: " with 1 meal"}.get(count, f" with {count} meals")
    plan = f"{details.plan_duration} subscription request {reference}{meals}"
    return f"Thank you! We have received your {plan}. We will call you to agree on the first day."
