"""What staff add to a request. Amounts are whole paise; what the customer sent is never overwritten."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from oottam.core.fields import CodeField, CodesOf
from oottam.requests.models import Request


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
methods = CodesOf(PaymentMethod)
reasons_to_book = CodesOf(BookingReason)
slot_states = CodesOf(SlotState)
templates = CodesOf(Template)
channels = CodesOf(Channel)


class FulfilmentDetails(models.Model):
    """The working copy for kitchen and riders, begun with what the order says, completed by the desk."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="fulfilment"
    )
    start_date = models.DateField(null=True, help_text="The first day of meals, as agreed")
    days = models.PositiveSmallIntegerField(null=True, help_text="As agreed, where none were sent")
    weekdays = models.PositiveSmallIntegerField(
        null=True,
        help_text="Days with meals, Monday is 1, Tuesday 2, Sunday 64, added up; empty: Monday to Saturday",
    )
    # As it was sent, then that of the first meal, which is all that releases up to 0.3.0 know: MealTime has the others.
    delivery_time = models.TimeField(null=True, help_text="IST")
    address = models.TextField(max_length=2000, blank=True)
    pin = models.CharField(max_length=6, blank=True, db_index=True)
    locality = models.CharField(max_length=100, blank=True)
    zone_ok = models.BooleanField(null=True, help_text="Whether we deliver there")
    # "veg" with all the finer ones: whoever does not eat everything is cooked for as for a vegetarian.
    diet = CodeField(PLAIN_DIETS, max_length=10, default=Diet.UNKNOWN)
    finer_diet = CodeField(
        FINER_DIETS,
        max_length=20,
        blank=True,
        default="",
        db_default="",
        help_text="Counts while the diet is vegetarian; empty: it is no finer one",
    )
    allergens = models.JSONField(
        null=True, help_text="Codes, none where there are none; empty until somebody has asked"
    )
    kitchen_note = models.CharField(max_length=500, blank=True)
    door_note = models.CharField(
        max_length=200, blank=True, default="", db_default="", help_text="For the rider"
    )
    health_since = models.DateField(
        null=True,
        help_text="Since when allergies and note are known, where they came along from a request of before",
    )
    agreed_paise = models.BigIntegerField(null=True, help_text="The price, where we have none")
    agreed_first_paise = models.BigIntegerField(
        null=True,
        help_text="The price that was agreed first, or by the owner since; empty: the price agreed is that",
    )

    class Meta:
        db_table = "handling_facts"

    def __str__(self) -> str:
        return f"Facts of {self.request_id}"

    @property
    def eats(self) -> Diet:
        """The diet, plain or finer."""
        return full_diet(self.diet, self.finer_diet)

    @eats.setter
    def eats(self, diet: str) -> None:
        is_finer = diet in FINER_DIETS
        self.diet, self.finer_diet = (Diet.VEG, diet) if is_finer else (diet, "")


def full_diet(plain: str, finer: str) -> Diet:
    """The diet of two columns; a release that knows the plain one alone may have changed that since."""
    return Diet(finer) if finer in FINER_DIETS and plain == Diet.VEG else Diet(plain)


class MealTime(models.Model):
    """When one meal of a request is delivered. A request has a row for each of its meals, or none before they are set."""

    request = models.ForeignKey(
        Request, on_delete=models.CASCADE, related_name="meal_times", db_index=False
    )
    meal = models.PositiveSmallIntegerField(help_text="Breakfast 1, lunch 2, dinner 3")
    time = models.TimeField(null=True, help_text="IST")
    is_settled = models.BooleanField(help_text="Not one time that was taken for several meals")

    class Meta:
        ordering = ("meal",)
        constraints = (
            models.UniqueConstraint(fields=("request", "meal"), name="one_time_per_meal"),
        )
        indexes = (
            models.Index(
                fields=("request",), condition=Q(is_settled=False), name="meal_time_to_ask"
            ),
        )

    def __str__(self) -> str:
        return f"{Meal(self.meal).label} of {self.request_id}"


class CustomerAnswer(models.Model):
    """What the customer answered with one form of the page "So that we can start"; empty is what the form left open.

    Answers are proposals beside the request's facts until the desk takes them over.
    """

    request = models.ForeignKey(
        Request, on_delete=models.CASCADE, related_name="customer_answers", db_index=False
    )
    key = models.CharField(max_length=32, help_text="The form's: sent twice, it is stored once")
    at = models.DateTimeField()
    start_date = models.DateField(null=True)
    breakfast_time = models.TimeField(null=True, help_text="IST")
    lunch_time = models.TimeField(null=True, help_text="IST")
    dinner_time = models.TimeField(null=True, help_text="IST")
    address = models.TextField(max_length=2000, blank=True)
    pin = models.CharField(max_length=6, blank=True)
    locality = models.CharField(max_length=100, blank=True)
    diet = CodeField(Diet, max_length=20, blank=True)
    allergens = models.JSONField(null=True, help_text="Codes; none where there are none")
    kitchen_note = models.CharField(max_length=200, blank=True)
    door_note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("request", "key"), name="each_answer_form_once"),
        )

    def __str__(self) -> str:
        return f"Answer to {self.request_id}"


class Note(models.Model):
    """Something for colleagues to know."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(max_length=5000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.text[:40]


class Adjustment(models.Model):
    """What is added to the price or taken off it; the engine's amount stays as it is."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="adjustments")
    paise = models.BigIntegerField(help_text="Less than 0: taken off")
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    # The opposite amount, so that the sum is right for releases that know nothing of undoing.
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, related_name="undone_by"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=~Q(paise=0), name="adjustment_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Payment(models.Model):
    """Money that came; one that was noted by mistake is undone, and stays."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="payments")
    paise = models.BigIntegerField()
    method = CodeField(PaymentMethod, max_length=10)
    paid_on = models.DateField()
    reference = models.CharField(max_length=100, blank=True, help_text="The bank's or UPI's")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="payment_of_some"),)
        indexes = (
            models.Index(
                fields=("paid_on", "method", "paise"),
                condition=Q(undone_at__isnull=True),
                name="payment_by_day",
            ),
        )

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Refund(models.Model):
    """Money that was given back; one that was noted by mistake is undone, and stays."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="refunds")
    paise = models.BigIntegerField()
    method = CodeField(PaymentMethod, max_length=10)
    given_on = models.DateField()
    reference = models.CharField(max_length=100, blank=True, help_text="The bank's or UPI's")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="refund_of_some"),)
        indexes = (
            models.Index(
                fields=("given_on", "method", "paise"),
                condition=Q(undone_at__isnull=True),
                name="refund_by_day",
            ),
        )

    def __str__(self) -> str:
        return f"{self.paise} paise"


class RetainedAmount(models.Model):
    """What the shop keeps of what was paid for a request that is cancelled: for what was cooked, as a rule."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="retained"
    )
    paise = models.BigIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        db_table = "handling_retained"
        ordering = ("request",)  # ids are in the order of time
        constraints = (models.CheckConstraint(condition=Q(paise__gte=0), name="retained_or_none"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Booking(models.Model):
    """By how much what is agreed with a customer changed, and on which day: revenue is their sum.

    Rows are added and never changed, so that a report of days gone by stays as it was.
    """

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="bookings")
    why = CodeField(BookingReason, max_length=10)
    paise = models.BigIntegerField(help_text="Less than 0: taken off")
    at = models.DateTimeField()
    day = models.DateField(help_text="The day of it in India")
    is_first = models.BooleanField(help_text="Whether the request was confirmed for the first time")
    came_back = models.BooleanField(
        help_text="Whether its customer had had something confirmed before"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("request",), condition=Q(is_first=True), name="first_confirmed_once"
            ),
        )
        indexes = (models.Index(fields=("day", "request", "why", "paise"), name="booking_by_day"),)

    def __str__(self) -> str:
        return f"{self.why}, {self.paise} paise"


class Debt(models.Model):
    """What is still to come from a request of which a price is agreed. There is a row only while something is."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="debt"
    )
    paise = models.BigIntegerField()

    class Meta:
        ordering = ("request",)  # ids are in the order of time
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="debt_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Credit(models.Model):
    """What more came of a request than is due: to be given back, or overpaid. There is a row only while something is."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="credit"
    )
    paise = models.BigIntegerField()

    class Meta:
        ordering = ("request",)  # ids are in the order of time
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="credit_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"


class AppointmentSlot(models.Model):
    """A doctor's time that was agreed with somebody. Slots of one doctor do not overlap while agreed."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="slots")
    doctor = models.CharField(max_length=200)
    starts_at = models.DateTimeField(db_index=True)
    minutes = models.PositiveSmallIntegerField()
    state = CodeField(SlotState, max_length=10, default=SlotState.AGREED)

    class Meta:
        db_table = "handling_slot"
        ordering = ("starts_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("doctor", "starts_at"),
                condition=Q(state="agreed"),
                name="one_visitor_per_slot",
            ),
            models.UniqueConstraint(
                fields=("request",), condition=Q(state="agreed"), name="one_agreed_slot_each"
            ),
        )

    def __str__(self) -> str:
        return f"{self.doctor}, {self.starts_at:%d %b %H:%M}"

    @property
    def ends_at(self) -> datetime:
        """When the doctor is free again."""
        return self.starts_at + timedelta(minutes=self.minutes)


class EventDetails(models.Model):
    """When and where an event is, and for how many: its form does not ask for it."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="event_details"
    )
    date = models.DateField(null=True, db_index=True)
    time = models.TimeField(null=True, help_text="IST")
    guests = models.PositiveIntegerField(null=True)
    venue = models.TextField(max_length=2000, blank=True)

    def __str__(self) -> str:
        return f"Event of {self.request_id}"


class ReorderLink(models.Model):
    """That a request asks once more for what another one asked for; written with it, by the API."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="reorder_link"
    )
    of = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="reorders")

    class Meta:
        db_table = "handling_repeat"
        ordering = ("request",)  # ids are in the order of time

    def __str__(self) -> str:
        return f"{self.request_id} repeats {self.of_id}"


class Message(models.Model):
    """What the desk wrote to the customer, word for word as it went."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="messages")
    template = CodeField(Template, max_length=20)
    channel = CodeField(Channel, max_length=10)
    subject = models.CharField(max_length=150, blank=True, help_text="Of a mail")
    text = models.TextField(max_length=5000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    held_until = models.DateTimeField(
        null=True, help_text="When its mail is due, where a step could be taken back until then"
    )
    withdrawn_at = models.DateTimeField(
        null=True, help_text="When its mail was withdrawn before it was sent"
    )

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.template} by {self.channel}"
