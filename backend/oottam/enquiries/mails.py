"""What mails say of an enquiry, and what they do not.

What a nutrition enquiry tells of somebody's health stands in neither mail: staff read it in the
back office, behind a log-in.
"""

from oottam import catalogue
from oottam.api.mail_details import MailDetails, call_about, is_entered_by_desk
from oottam.enquiries.models import Appointment, EventEnquiry, Subscription, SubscriptionMeal
from oottam.outbox.mail_content import Fact, Line
from oottam.requests.models import Request

UNKNOWN_MEAL = "A meal that is not on our menus"


def subscription(request: Request) -> MailDetails:
    """The wished-for meals by the names that our menus have for them; as sent, to the shop alone."""
    wish = Subscription.objects.get(request=request)
    meals = list(wish.meals.all())
    unknown = [meal.title for meal in meals if not meal.menu_title]
    return MailDetails(
        noun="subscription request",
        next_step=(
            f"{call_about(request, 'the first day, the address and the price')} "
            "There is nothing to pay now."
        ),
        gist=wish.plan_duration,
        facts=[Fact("Plan duration", wish.plan_duration), Fact("Meals", str(len(meals) or "none"))],
        lines=[_meal(meal) for meal in meals],
        own_words=[Fact("Not on our menus", "\n".join(unknown))] if unknown else [],
    )


def event(request: Request) -> MailDetails:
    """What kind of event; what the customer adds goes to the shop alone."""
    enquiry = EventEnquiry.objects.get(request=request)
    return MailDetails(
        noun="event enquiry",
        next_step=_until_agreed(request, "the date and the details"),
        gist=enquiry.event_type,
        facts=[Fact("Event", enquiry.event_type)],
        own_words=[Fact("Message", enquiry.message)] if enquiry.message.strip() else [],
    )


def appointment(request: Request) -> MailDetails:
    """With which doctor."""
    wish = Appointment.objects.get(request=request)
    return MailDetails(
        noun="appointment request",
        next_step=_until_agreed(request, "the date and the details"),
        facts=[Fact("Doctor", wish.doctor)],
        own_words=[Fact("Address", wish.address)],
    )


def nutrition(request: Request) -> MailDetails:
    """That there is an enquiry, and nothing of what it says."""
    return MailDetails(
        noun="nutrition enquiry",
        next_step=f"{_reply(request)} There is nothing to pay now.",
        notes=["What was asked is not in this email, because it may be about health."],
    )


def _until_agreed(request: Request, what: str) -> str:
    then = "we have agreed" if is_entered_by_desk(request) else "then"
    return f"{call_about(request, what)} Nothing is booked until {then}, and there is nothing to pay now."


def _reply(request: Request) -> str:
    """Who asked by phone may have no e-mail address."""
    if request.email:
        return "We will reply to you by email."
    return f"We will call you {catalogue.current().site.hours.calls}."


def _meal(meal: SubscriptionMeal) -> Line:
    return Line(meal.menu_title or UNKNOWN_MEAL)
