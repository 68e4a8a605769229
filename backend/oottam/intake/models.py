"""What is kept of every call: the request, the reply that a retry gets again, who sends many."""

from django.db import models


class Kind(models.TextChoices):
    """The eight calls (specification, section 7)."""

    VEG = "veg", "Veg meal"
    NONVEG = "nonveg", "Non-veg meal"
    TRAY = "tray", "Meal tray"
    COMBO = "combo", "Weekly/monthly combo"
    SUBSCRIPTION = "subscription", "Meal subscription"
    EVENT = "event", "Event enquiry"
    APPOINTMENT = "appointment", "Doctor appointment"
    NUTRITION = "nutrition", "Nutrition enquiry"


class Status(models.TextChoices):
    """How far the staff are with a request."""

    NEW = "new", "New"
    CONFIRMED = "confirmed", "Confirmed"
    COMPLETED = "completed", "Completed"
    CANCELLED = "cancelled", "Cancelled"


class Flag(models.TextChoices):
    """What staff should look at before they confirm."""

    TOTAL_DIFFERS = "total-differs", "Total sent differs from ours"
    TOTAL_MISSING = "total-missing", "No total sent"
    LINE_DIFFERS = "line-differs", "A dish's amount is missing or differs from ours"
    COUNT_DIFFERS = "count-differs", "Item count is missing or differs from the list"
    PRICE_ON_REQUEST = "price-on-request", "A dish has no price yet"
    NOT_MULTIPLIED = "not-multiplied", "Amounts sent are not said to be for all days and meals"
    DISCOUNT_DIFFERS = "discount-differs", "Discount is missing or differs from ours"
    NO_MEALS = "no-meals", "No meals were chosen"
    UNKNOWN_MEAL = "unknown-meal", "A chosen meal is not on our menus"
    MANY_FROM_ADDRESS = "many-from-address", "Many requests from one address within an hour"
    MANY_FROM_PHONE = "many-from-phone", "Many requests with one phone number within an hour"
    MANY_FROM_EMAIL = "many-from-email", "Many requests with one e-mail within an hour"


class Request(models.Model):
    """One accepted call, of any kind; what is particular to a kind lies in a row of its own."""

    # Made here, not by the database: all rows of a request are written without asking for it.
    id = models.UUIDField(primary_key=True, editable=False)
    kind = models.CharField(max_length=20, choices=Kind)
    reference = models.CharField(max_length=16, unique=True)
    received_at = models.DateTimeField(db_index=True)
    status = models.CharField(max_length=20, choices=Status, default=Status.NEW)
    customer_name = models.CharField(max_length=401)
    phone = models.CharField(max_length=60, blank=True, help_text="As the customer wrote it")
    phone_normalised = models.CharField(
        max_length=16, blank=True, help_text="As it can be dialled, where that is clear"
    )
    email = models.CharField(max_length=254, blank=True)
    body = models.TextField(help_text="The body of the call, as it was sent")
    flags = models.CharField(max_length=200, blank=True, help_text="Flag values, joined by commas")
    extra_fields = models.JSONField(default=list, help_text="Names of fields that nobody asked for")

    class Meta:
        ordering = ("-received_at",)

    def __str__(self) -> str:
        return self.reference


class IdempotencyRecord(models.Model):
    """The first reply to a keyed call, given again when the same call comes back."""

    kind = models.CharField(max_length=20, choices=Kind)
    key = models.CharField(max_length=200)
    body_digest = models.CharField(max_length=64, help_text="SHA-256 of the body, hexadecimal")
    reply = models.TextField(help_text="Body of the first reply; its status was 200")
    request = models.OneToOneField(Request, on_delete=models.CASCADE, related_name="idempotency")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("kind", "key"), name="one_request_per_key"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Arrival(models.Model):
    """That a request was stored; kept for an hour, to see who sends very many (rate_limits.py).

    It names neither the request nor its sender: senders are digests keyed with the shop's secret.
    """

    at = models.BigIntegerField(db_index=True, help_text="Seconds since 1970 (UTC)")
    address = models.BigIntegerField(null=True, help_text="IPv4 address, or /64 of an IPv6 address")
    phone = models.BigIntegerField(null=True)
    email = models.BigIntegerField(null=True)

    class Meta:
        indexes = tuple(
            models.Index(fields=(sender, "at"), name=f"arrival_by_{sender}")
            for sender in ("address", "phone", "email")
        )

    def __str__(self) -> str:
        return f"{self.at}"
