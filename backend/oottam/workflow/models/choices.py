"""Choices of columns."""

from django.db import models

from oottam.core.fields import CodesOf


class Diet(models.TextChoices):
    """What somebody eats, as far as we know. The finer ones stand in a column of their own beside "veg"."""

    UNKNOWN = "unknown", "Not known"
    VEG = "veg", "Vegetarian"
    EGG = "egg", "Eats eggs, no meat or fish"
    ANY = "any", "Eats everything"
    VEGAN = "vegan", "Vegan"
    JAIN = "jain", "Jain"
    NO_ONION_GARLIC = "no-onion-garlic", "No onion, no garlic"


PLAIN_DIETS = (Diet.UNKNOWN, Diet.VEG, Diet.ANY)
FINER_DIETS = (Diet.EGG, Diet.VEGAN, Diet.JAIN, Diet.NO_ONION_GARLIC)


class Allergen(models.TextChoices):
    """What the Food Safety and Standards Authority of India has packs declare."""

    GLUTEN = "gluten", "Cereals with gluten"
    CRUSTACEAN = "crustacean", "Crustaceans"
    MILK = "milk", "Milk"
    EGG = "egg", "Eggs"
    FISH = "fish", "Fish"
    PEANUT = "peanut", "Peanuts, tree nuts"
    SOY = "soy", "Soybeans"
    SULPHITE = "sulphite", "Sulphites"


class Meal(models.IntegerChoices):
    """What a serving is for."""

    BREAKFAST = 1, "Breakfast"
    LUNCH = 2, "Lunch"
    DINNER = 3, "Dinner"
    EVENT = 4, "Event"


class PaymentMethod(models.TextChoices):
    """How money came."""

    UPI = "upi", "UPI"
    CASH = "cash", "Cash"
    CARD = "card", "Card"
    BANK = "bank", "Bank transfer"


class BookingReason(models.TextChoices):
    """Why what is agreed with a customer is another amount from now on."""

    CONFIRMED = "confirmed", "Confirmed"
    CHANGED = "changed", "Price changed"
    TAKEN_OFF = "taken-off", "Taken off"


class SlotState(models.TextChoices):
    """What became of an appointment."""

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


# Those that a person chooses on a request's page; the others are written of a day, for all whom it concerns.
WRITTEN_BY_HAND = (
    Template.CONFIRMATION,
    Template.QUESTION,
    Template.QUOTE,
    Template.PAYMENT,
    Template.CANCELLED,
)


class Channel(models.TextChoices):
    """How a message goes."""

    MAIL = "mail", "E-mail"
    WHATSAPP = "whatsapp", "WhatsApp"


# Released migrations name these; releases up to 0.3.0 know no finer diets.
diets = CodesOf(PLAIN_DIETS)
finer_diets = CodesOf(FINER_DIETS)
methods = CodesOf(PaymentMethod)
reasons_to_book = CodesOf(BookingReason)
slot_states = CodesOf(SlotState)
templates = CodesOf(Template)
channels = CodesOf(Channel)


def full_diet(plain: str, finer: str) -> Diet:
    """The diet of two columns; a release that knows the plain one alone may have changed that since."""
    return Diet(finer) if finer in FINER_DIETS and plain == Diet.VEG else Diet(plain)
