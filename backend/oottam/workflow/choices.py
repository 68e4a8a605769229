"""Choices of columns."""

from django.db import models


class Diet(models.TextChoices):
    """A customer's diet. Finer ones are stored as "veg" and a second column."""

    UNKNOWN = "unknown", "Not known"
    VEG = "veg", "Vegetarian"
    EGG = "egg", "Eats eggs, no meat or fish"
    ANY = "any", "Eats everything"
    VEGAN = "vegan", "Vegan"
    JAIN = "jain", "Jain"
    NO_ONION_GARLIC = "no-onion-garlic", "No onion, no garlic"


PLAIN_DIETS = (Diet.UNKNOWN, Diet.VEG, Diet.ANY)
FINER_DIETS = (Diet.EGG, Diet.VEGAN, Diet.JAIN, Diet.NO_ONION_GARLIC)


class Meal(models.IntegerChoices):
    """The meal of a serving."""

    BREAKFAST = 1, "Breakfast"
    LUNCH = 2, "Lunch"
    DINNER = 3, "Dinner"
    EVENT = 4, "Event"


class PaymentMethod(models.TextChoices):
    """How money was paid."""

    UPI = "upi", "UPI"
    CASH = "cash", "Cash"
    CARD = "card", "Card"
    BANK = "bank", "Bank transfer"


class LedgerReason(models.TextChoices):
    """Why the agreed amount changed."""

    CONFIRMED = "confirmed", "Confirmed"
    CHANGED = "changed", "Price changed"
    TAKEN_OFF = "taken-off", "Taken off"


class SlotState(models.TextChoices):
    """The state of an appointment."""

    AGREED = "agreed", "Booked"
    DONE = "done", "Done"
    MISSED = "missed", "No-show"
    CANCELLED = "cancelled", "Cancelled"


class Template(models.TextChoices):
    """What a message to the customer is about."""

    CONFIRMATION = "confirmation", "Confirmation"
    QUESTION = "question", "Question"
    QUOTE = "quote", "Quotation"
    PAYMENT = "payment", "Payment request"
    CANCELLED = "cancelled", "Cancelled"
    CLOSED_DAY = "closed-day", "Closed day"
    OPEN_DAY = "open-day", "Open after all"
    PLAN_CHANGE = "plan-change", "Receipt of a change"
    TICKET = "ticket", "Number of a question"
    ANSWER = "answer", "Answer"
    RENEWAL = "renewal", "Plan ends soon"
    START = "start", "Starts tomorrow"
    DESK_CHANGE = "desk-change", "Changed by the desk"
    FAILED_BOX = "failed-box", "Box not delivered"


class TicketKind(models.TextChoices):
    """What a customer wants by a ticket."""

    QUESTION = "question", "Question"
    COMPLAINT = "complaint", "Complaint"
    DATA = "data", "Question about personal data"


REMINDERS = (Template.RENEWAL, Template.START)  # what customers can opt out of
# The desk starts a message from a draft of one of these.
DRAFTED = (
    Template.CONFIRMATION,
    Template.QUESTION,
    Template.QUOTE,
    Template.PAYMENT,
    Template.CANCELLED,
)


class Channel(models.TextChoices):
    """The channel of a message."""

    MAIL = "mail", "E-mail"
    WHATSAPP = "whatsapp", "WhatsApp"


def full_diet(plain: str, finer: str) -> Diet:
    """Combine the two diet columns. Releases that know the plain one alone may have changed it since."""
    return Diet(finer) if finer in FINER_DIETS and plain == Diet.VEG else Diet(plain)
