"""What the desk writes down of a person. Amounts and dates stay."""

from django.db.models import Q

from oottam.common.personal import BOOKS, BY_THE_DESK, PER_REQUEST, Life, Personal, Table
from oottam.handling.models import (
    Adjustment,
    Booking,
    Credit,
    Debt,
    EventDetails,
    Facts,
    MealTime,
    Message,
    Note,
    Payment,
    Refund,
    Repeat,
    Retained,
    Slot,
)
from oottam.requests.models import Kind

TABLES = (
    Table(
        Facts,
        "Facts",
        PER_REQUEST,
        request="request",
        plain="request start_date days weekdays delivery_time zone_ok diet health_since agreed_paise agreed_first_paise",
        personal={
            "address": Personal(),
            "pin": Personal(),
            "locality": Personal(),
            "finer_diet": Personal(),  # what somebody believes may follow from it
            "allergens": Personal(None, health=True),
            "kitchen_note": Personal(health=True),
        },
    ),
    Table(MealTime, "Delivery times", Life("meal of a request", BOOKS), request="request",
        plain="id request meal time is_settled"),
    Table(Note, "Notes", BY_THE_DESK, request="request", plain="id request by at",
        personal={"text": Personal(health=Q(request__kind=Kind.NUTRITION))}),
    Table(Message, "Messages", BY_THE_DESK, request="request",
        plain="id request template channel by at held_until withdrawn_at",
        personal={"subject": Personal(health=Q(request__kind=Kind.NUTRITION)), "text": Personal(health=Q(request__kind=Kind.NUTRITION))}),
    Table(Adjustment, "Changes of the price", BY_THE_DESK, request="request",
        plain="id request paise by at undoes", personal={"reason": Personal()}),
    Table(Payment, "Payments", BY_THE_DESK, request="request",
        plain="id request paise method paid_on by at undone_at", personal={"reference": Personal()}),
    Table(Refund, "Money given back", BY_THE_DESK, request="request",
        plain="id request paise method given_on by at undone_at", personal={"reference": Personal()}),
    Table(Retained, "What the shop keeps of it", Life("cancelled request that was paid", BOOKS),
        request="request", plain="request paise by at"),
    Table(Booking, "What was agreed", BY_THE_DESK, request="request",
        plain="id request why paise at day is_first came_back"),
    Table(Debt, "Owed", Life("confirmed request", "when nothing is owed"), request="request",
        plain="request paise"),
    Table(Credit, "To be given back", Life("request of which too much came", "when it is given back"),
        request="request", plain="request paise"),
    Table(Slot, "Agreed times", BY_THE_DESK, request="request",
        plain="id request doctor starts_at minutes state"),
    Table(Repeat, "Asked for again", PER_REQUEST, request="request", plain="request of"),
    Table(EventDetails, "Event", BY_THE_DESK, request="request", plain="request date time guests",
        personal={"venue": Personal()}),
)  # fmt: skip
