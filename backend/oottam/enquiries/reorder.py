"""Reorders of subscriptions and events; appointments and nutrition enquiries cannot be reordered."""

import re

from oottam.api.reorder import AgreedDetails, Reorder, ReorderItem, submitted_values
from oottam.catalogue import Catalogue
from oottam.enquiries.models import EventEnquiry, Subscription, SubscriptionMeal
from oottam.outbox.mail_content import Fact
from oottam.requests.models import Request

MAX_MESSAGE_LENGTH = 5000  # characters
_REORDER_PREFIX = re.compile(r"The same again as OT-\w+\.\s*")


def subscription(request: Request, catalogue: Catalogue, agreed: AgreedDetails) -> Reorder:
    """The meals that are still on the menus, matched by id, with their current titles."""
    past: Subscription = request.subscription
    available: list[SubscriptionMeal] = []
    unavailable: list[ReorderItem] = []
    for meal in past.meals.all():
        if meal.meal_id in catalogue.meal_titles:
            available.append(meal)
        else:
            unavailable.append(ReorderItem(meal.menu_title or "A meal that was not on our menus"))
    titles = [catalogue.meal_titles[meal.meal_id] for meal in available]
    body = {
        **submitted_values(request, "firstName", "lastName", "phone", "email"),
        "planName": ", ".join(titles),
        "planDuration": past.plan_duration,
        "selectedItems": [
            {
                "id": meal.meal_id,
                "image": meal.image,
                "title": title,
                "desc": meal.description,
                "category": meal.category,
            }
            for meal, title in zip(available, titles, strict=True)
        ],
    }
    return Reorder(
        body=body,
        items=[
            ReorderItem(title, remark=_renamed(meal, title))
            for meal, title in zip(available, titles, strict=True)
        ],
        left_out=unavailable,
        facts=[
            Fact("Plan duration", past.plan_duration),
            Fact("Meals", str(len(available) or "none")),
        ],
    )


def event(request: Request, catalogue: Catalogue, agreed: AgreedDetails) -> Reorder:
    """The same event type; the message names the past request, as its date and guests may not apply."""
    enquiry: EventEnquiry = request.event
    text = _REORDER_PREFIX.sub("", enquiry.message, count=1)
    message = f"The same again as {request.reference}. {text}".strip()
    return Reorder(
        body={
            **submitted_values(request, "name", "email", "phone"),
            "eventType": enquiry.event_type,
            "message": message[:MAX_MESSAGE_LENGTH],
        },
        facts=[Fact("Event", enquiry.event_type)],
    )


def _renamed(meal: SubscriptionMeal, title: str) -> str:
    past_title = meal.menu_title
    return f"Last time: {past_title}" if past_title and past_title != title else ""
