"""Details agreed with a customer: days, times, address, needs, appointments and events."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from oottam.catalogue.choices import ALLERGEN_LIST, joined_after
from oottam.core.fields import CodeField, NumberField
from oottam.requests.models import Request
from oottam.workflow.choices import (
    FINER_DIETS,
    PLAIN_DIETS,
    Diet,
    Meal,
    SlotState,
    full_diet,
)


class FulfilmentDetails(models.Model):
    """The working copy for kitchen and riders: prefilled from the order, completed by the desk."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="fulfilment"
    )
    start_date = models.DateField(null=True, help_text="Agreed first day of meals")
    days = models.PositiveSmallIntegerField(
        null=True, help_text="Agreed number of days, if the order has none"
    )
    weekdays = models.PositiveSmallIntegerField(
        null=True,
        help_text="Bit mask of days with meals: Monday 1, Tuesday 2, Sunday 64; empty: Monday to Saturday",
    )
    # The first meal's time, for releases up to 0.3.0. MealTime has each meal's.
    delivery_time = models.TimeField(null=True, help_text="IST")
    address = models.TextField(max_length=2000, blank=True)
    pin = models.CharField(max_length=6, blank=True, db_index=True)
    locality = models.CharField(max_length=100, blank=True)
    zone_ok = models.BooleanField(null=True, help_text="Whether the shop delivers there")
    # "veg" with every finer diet: the kitchen then cooks vegetarian dishes.
    diet = CodeField(PLAIN_DIETS, max_length=10, default=Diet.UNKNOWN)
    finer_diet = CodeField(
        FINER_DIETS,
        max_length=20,
        blank=True,
        default="",
        db_default="",
        help_text="Applies while `diet` is vegetarian; empty: plain vegetarian",
    )
    allergens = models.JSONField(null=True, help_text="Codes, [] for none; empty: not known")
    allergen_list = models.PositiveSmallIntegerField(
        default=ALLERGEN_LIST,
        db_default=1,
        help_text="The list of allergens that the customer was asked about",
    )
    kitchen_note = models.CharField(max_length=500, blank=True)
    door_note = models.CharField(
        max_length=200, blank=True, default="", db_default="", help_text="For the rider"
    )
    texts_read = models.JSONField(
        null=True, help_text="Digests of texts that were read and have no allergy"
    )
    health_since = models.DateField(
        null=True,
        help_text="Since when allergies and note are known, if copied from an earlier request",
    )
    agreed_paise = models.BigIntegerField(
        null=True, help_text="Agreed price, for requests that no menu prices"
    )
    agreed_first_paise = models.BigIntegerField(
        null=True,
        help_text="First agreed price, or the owner's later one; empty: same as `agreed_paise`",
    )

    class Meta:
        db_table = "handling_facts"

    def __str__(self) -> str:
        return f"Fulfilment details of {self.request_id}"

    @property
    def allergens_not_asked(self) -> list[str]:
        """Allergens that joined the list after the customer was asked; none before that."""
        if self.allergens is None:
            return []
        return [code for code in joined_after(self.allergen_list) if code not in self.allergens]

    @property
    def full_diet(self) -> Diet:
        """The diet, plain or finer."""
        return full_diet(self.diet, self.finer_diet)

    @full_diet.setter
    def full_diet(self, diet: str) -> None:
        is_finer = diet in FINER_DIETS
        self.diet, self.finer_diet = (Diet.VEG, diet) if is_finer else (diet, "")


class MealTime(models.Model):
    """The delivery time of one meal of a request. A request has a row for each meal, or none before they are set."""

    request = models.ForeignKey(
        Request, on_delete=models.CASCADE, related_name="meal_times", db_index=False
    )
    meal = models.PositiveSmallIntegerField(help_text="Breakfast 1, lunch 2, dinner 3")
    time = models.TimeField(null=True, help_text="IST")
    is_settled = models.BooleanField(
        help_text="False: derived from one time for several meals, to be confirmed"
    )

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


class LaterAddress(models.Model):
    """An address that replaces that of the details from a day on, for some meals and weekdays.

    Of those that match a box, that with the last first day applies, and of the same day the newest.
    """

    # No row is deleted before its request's, and few requests have one.
    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="later_addresses")
    from_date = models.DateField(help_text="First day")
    meals = models.PositiveSmallIntegerField(help_text="Bit mask: breakfast 1, lunch 2, dinner 4")
    weekdays = models.PositiveSmallIntegerField(
        help_text="Bit mask: Monday 1, Tuesday 2, Sunday 64"
    )
    address = models.TextField(max_length=2000, blank=True)
    pin = models.CharField(max_length=6, blank=True)
    locality = models.CharField(max_length=100, blank=True)
    door_note = models.CharField(max_length=200, blank=True, help_text="For the rider")
    undone_at = models.DateTimeField(null=True, help_text="When it was withdrawn or replaced")

    class Meta:
        ordering = ("from_date", "pk")

    def __str__(self) -> str:
        return f"Address of {self.request_id} from {self.from_date}"


class BoxAddress(models.Model):
    """Where the box of a meal comes on one day, as its customer chose; another day's boxes follow `LaterAddress`.

    Of a later address that was withdrawn since, the choice lapses.
    """

    request = models.ForeignKey(
        Request, on_delete=models.CASCADE, related_name="box_addresses", db_index=False
    )
    date = models.DateField()
    meal = NumberField(Meal)
    address = models.ForeignKey(
        LaterAddress,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        help_text="Empty: the usual address of that day",
    )

    class Meta:
        ordering = ("date", "meal")
        constraints = (
            models.UniqueConstraint(fields=("request", "date", "meal"), name="one_address_per_box"),
        )

    def __str__(self) -> str:
        return f"Address of {self.request_id} on {self.date}"


class CustomerAnswer(models.Model):
    """A customer's answers by one form of the page "What we need to start"; empty where left open.

    Answers are proposals until the desk applies them to the request's details.
    """

    request = models.ForeignKey(
        Request, on_delete=models.CASCADE, related_name="customer_answers", db_index=False
    )
    key = models.CharField(max_length=32, help_text="Idempotency key of the form")
    at = models.DateTimeField()
    start_date = models.DateField(null=True)
    breakfast_time = models.TimeField(null=True, help_text="IST")
    lunch_time = models.TimeField(null=True, help_text="IST")
    dinner_time = models.TimeField(null=True, help_text="IST")
    address = models.TextField(max_length=2000, blank=True)
    pin = models.CharField(max_length=6, blank=True)
    locality = models.CharField(max_length=100, blank=True)
    diet = CodeField(Diet, max_length=20, blank=True)
    allergens = models.JSONField(null=True, help_text="Codes, [] for none; empty: not answered")
    allergen_list = models.PositiveSmallIntegerField(
        default=ALLERGEN_LIST,
        db_default=1,
        help_text="The list of allergens that the customer was asked about",
    )
    kitchen_note = models.CharField(max_length=200, blank=True)
    door_note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("request", "key"), name="each_answer_form_once"),
        )

    def __str__(self) -> str:
        return f"Answer to {self.request_id}"


class AppointmentSlot(models.Model):
    """A doctor's time that is booked for a customer. Booked slots of one doctor do not overlap."""

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
        return self.starts_at + timedelta(minutes=self.minutes)


class EventDetails(models.Model):
    """Date, place and guests of an event, which its form does not ask for."""

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
    """The link from a reorder to its original, written by the API with the new request."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="reorder_link"
    )
    of = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="reorders")

    class Meta:
        db_table = "handling_repeat"
        ordering = ("request",)  # ids are in the order of time

    def __str__(self) -> str:
        return f"{self.request_id} repeats {self.of_id}"
