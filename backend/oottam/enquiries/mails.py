"""Mail details of enquiries.

Mails about nutrition enquiries contain no health data: staff read it in the back office.
"""

from oottam import catalogue
from oottam.api.mail_details import MailDetails, call_about, is_entered_by_desk
from oottam.enquiries.models import Appointment, EventEnquiry, Subscription
from oottam.outbox.mail_content import Fact, Line
from oottam.requests.models import Request

UNKNOWN_MEAL = "A meal that is not on our menus"


def subscription(request: Request) -> MailDetails:
    """Meals by their menu titles; titles as sent go to the shop only."""
    row: Subscription = request.subscription
    meals = list(row.meals.all())
    unknown = [meal.title for meal in meals if not meal.menu_title]
    return MailDetails(
        noun="subscription request",
        next_step=(
            f"{call_about(request, 'the first day, the address and the price')} "
            "There is nothing to pay now."
        ),
        subject_detail=row.plan_duration,
        facts=[
            Fact("Plan duration", row.plan_duration),
            Fact("Meals", str(len(meals) or "none")),
        ],
        lines=[
            Line(
                meal.menu_title or UNKNOWN_MEAL,
                ", ".join(
                    filter(None, [meal.weekly_place, catalogue.current().amounts(meal.menu_title)])
                ),
            )
            for meal in meals
        ],
        free_text=[Fact("Not on our menus", "\n".join(unknown))] if unknown else [],
    )


def event(request: Request) -> MailDetails:
    """The event type; the customer's message goes to the shop only."""
    enquiry: EventEnquiry = request.event
    then = "we have agreed" if is_entered_by_desk(request) else "then"
    return MailDetails(
        noun="event enquiry",
        next_step=f"{call_about(request, 'the date and the details')} "
        f"Nothing is booked until {then}, and there is nothing to pay now.",
        subject_detail=enquiry.event_type,
        facts=[Fact("Event", enquiry.event_type)],
        free_text=[Fact("Message", enquiry.message)] if enquiry.message.strip() else [],
    )


def appointment(request: Request) -> MailDetails:
    """The doctor; the address goes to the shop only."""
    row: Appointment = request.appointment
    return MailDetails(
        noun="appointment request",
        next_step=f"{call_about(request, 'the day and time')} There is nothing to pay now.",
        facts=[Fact("Doctor", row.doctor)],
        free_text=[Fact("Address", row.address or "none given")],
    )


def nutrition(request: Request) -> MailDetails:
    """The bare fact of an enquiry, without its content."""
    return MailDetails(
        noun="nutrition enquiry",
        next_step=f"{_reply_channel(request)} There is nothing to pay now.",
        notes=["What was asked is not in this email, because it may be about health."],
    )


def _reply_channel(request: Request) -> str:
    """Describe how the shop replies: requests taken by phone may have no e-mail address."""
    if request.email:
        return "We will reply to you by email."
    return f"We will call you {catalogue.current().site.hours.calls}."
