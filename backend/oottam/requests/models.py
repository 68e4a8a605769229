"""A request of any kind, and what staff should look at before they confirm it."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from oottam.core.fields import CodeField, CodesOf


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
    ACTIVE = "active", "Active"
    COMPLETED = "completed", "Completed"
    CANCELLED = "cancelled", "Cancelled"


class Source(models.TextChoices):
    """Who filled the form in."""

    STOREFRONT = "storefront", "Storefront"
    STAFF = "staff", "Staff"


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


# Released migrations name these.
kinds = CodesOf(Kind)
statuses = CodesOf(Status)
sources = CodesOf(Source)
flags = CodesOf(Flag)


class Request(models.Model):
    """One accepted call, of any kind; what is particular to a kind lies in a row of its own."""

    # Made here, not by the database: all rows of a request are written without asking for it.
    id = models.UUIDField(primary_key=True, editable=False)
    kind = CodeField(Kind, max_length=20)
    reference = models.CharField(max_length=16, unique=True)
    received_at = models.DateTimeField(db_index=True)
    status = CodeField(Status, max_length=20, default=Status.NEW)
    customer_name = models.CharField(max_length=401)
    phone = models.CharField(max_length=60, blank=True, help_text="As the customer wrote it")
    phone_normalised = models.CharField(
        max_length=16, blank=True, help_text="As it can be dialled, where that is clear"
    )
    email = models.CharField(max_length=254, blank=True)
    body = models.TextField(help_text="The body of the call, as it was sent")
    extra_fields = models.JSONField(default=list, help_text="Names of fields that nobody asked for")
    # What staff add. The defaults are the database's: the API writes none of these.
    source = CodeField(Source, max_length=20, db_default=Source.STOREFRONT.value)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="Who took it by phone",
    )
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    follow_up_on = models.DateField(null=True)
    version = models.PositiveIntegerField(db_default=1, help_text="Counts what staff have changed")
    closed_at = models.DateTimeField(null=True, help_text="When it was completed or cancelled")
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        related_name="doubles",
        db_index=False,
        help_text="The one that is worked instead of this one, its double",
    )
    erased_at = models.DateTimeField(null=True, help_text="When it lost all that tells of a person")
    health_erased_at = models.DateTimeField(
        null=True, help_text="When it lost what was said of health; later words may have come since"
    )

    class Meta:
        ordering = ("-received_at",)
        indexes = (
            # Those with which somebody has still to do, in the order in which they are listed.
            models.Index(
                fields=("received_at", "id"),
                condition=models.Q(closed_at__isnull=True),
                name="request_open",
            ),
            # Of a new request these hold nothing, and so cost the API nothing.
            models.Index(
                fields=("status", "received_at"),
                condition=models.Q(closed_at__isnull=False),
                name="request_closed",
            ),
            *(
                models.Index(
                    fields=(field,),
                    condition=models.Q((f"{field}__isnull", False)),
                    name=f"request_by_{name}",
                )
                for field, name in (
                    ("assignee", "assignee"),
                    ("follow_up_on", "follow_up"),
                    ("merged_into", "double"),
                )
            ),
            models.Index(fields=("phone_normalised", "received_at"), name="request_by_phone"),
            models.Index(Lower("email"), "received_at", name="request_by_email"),
        )

    def __str__(self) -> str:
        return self.reference

    def flag_labels(self) -> list[str]:
        """What to look at, in words, in the order in which it was noticed."""
        return [str(Flag(row.flag).label) for row in self.flags.all()]


class RequestFlag(models.Model):
    """One flag of a request; most requests have none."""

    # The unique constraint has an index that begins with the request.
    request = models.ForeignKey(
        Request, on_delete=models.CASCADE, related_name="flags", db_index=False
    )
    flag = CodeField(Flag, max_length=20, db_index=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("request", "flag"), name="each_flag_once"),)

    def __str__(self) -> str:
        return str(Flag(self.flag).label)


class StatusKey(models.Model):
    """What the links to status pages are signed with: one row, made by a migration, never changed."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    key = models.BinaryField()

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="one_status_key"),)

    def __str__(self) -> str:
        return "Key of the status pages"
