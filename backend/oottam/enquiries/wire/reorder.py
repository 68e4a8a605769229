"""Enquiries of before in the bodies of today. An appointment is no thing to have again, nor are words about health."""

import re

from oottam.api.reorder import Agreed, Reorder, Thing, typed
from oottam.catalogue import Catalogue
from oottam.enquiries.models import EventEnquiry, Subscription, SubscriptionMeal
from oottam.outbox.mail_content import Fact
from oottam.requests.models import Request

MAX_MESSAGE_LENGTH = 5000  # characters
_ONCE_MORE = re.compile(r"The same again as OT-\w+\.\s*")


def subscription(request: Request, known: Catalogue, agreed: Agreed) -> Reorder:
    """The meals that our menus still have, by their ids, under the names of today."""
    wish: Subscription = request.subscription
    available: list[SubscriptionMeal] = []
    gone: list[Thing] = []
    for meal in wish.meals.all():
        if meal.meal_id in known.meal_titles:
            available.append(meal)
        else:
            gone.append(Thing(meal.menu_title or "A meal that was not on our menus"))
    titles = [known.meal_titles[meal.meal_id] for meal in available]
    body = {
        **typed(request, "firstName", "lastName", "phone", "email"),
        "planName": ", ".join(titles),
        "planDuration": wish.plan_duration,
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
        things=[
            Thing(title, remark=_renamed(meal, title))
            for meal, title in zip(available, titles, strict=True)
        ],
        left_out=gone,
        facts=[
            Fact("Plan duration", wish.plan_duration),
            Fact("Meals", str(len(available) or "none")),
        ],
    )


def event(request: Request, known: Catalogue, agreed: Agreed) -> Reorder:
    """The same kind of event; the message says that day and guests in it are those of then."""
    enquiry: EventEnquiry = request.event
    words = _ONCE_MORE.sub("", enquiry.message, count=1)
    message = f"The same again as {request.reference}. {words}".strip()
    return Reorder(
        body={
            **typed(request, "name", "email", "phone"),
            "eventType": enquiry.event_type,
            "message": message[:MAX_MESSAGE_LENGTH],
        },
        facts=[Fact("Event", enquiry.event_type)],
    )


def _renamed(meal: SubscriptionMeal, title: str) -> str:
    before = meal.menu_title
    return f"Last time: {before}" if before and before != title else ""
