"""Outbox table: one row for each mail."""

from django.db import models
from django.db.models import Q


class Recipient(models.TextChoices):
    """Role of a mail's recipient; the worker looks up the address when it sends the mail."""

    SHOP = "shop", "Shop"
    CUSTOMER = "customer", "Customer"


class State(models.TextChoices):
    """Delivery state. Mails that are `FAILED` or `WITHHELD` are sent only if staff resend them.

    Acknowledgements are withheld from an address that exceeds its hourly cap of requests.
    """

    WAITING = "waiting", "Waiting"
    SENT = "sent", "Sent"
    FAILED = "failed", "Failed"
    WITHHELD = "withheld", "Withheld"


class OutboxEntry(models.Model):
    """A mail about one request, inserted in the request's transaction.

    Defaults are database defaults, as the API inserts only some columns.
    """

    kind = models.CharField(max_length=20, help_text="Which of the calls it is about")
    reference = models.CharField(max_length=16, help_text="Of the request, which is all we know")
    recipient = models.CharField(max_length=8, choices=Recipient)
    created_at = models.DateTimeField(help_text="When the request came in")
    state = models.CharField(max_length=8, choices=State, db_default=State.WAITING)
    due_at = models.DateTimeField(
        help_text="When it may be tried next; while a worker has it, when that worker's lease ends"
    )
    attempts = models.PositiveIntegerField(db_default=0)
    last_error = models.CharField(max_length=300, blank=True, db_default="")
    sent_at = models.DateTimeField(null=True, blank=True)
    message_id = models.PositiveBigIntegerField(
        null=True, help_text="Of the desk's own words, where the mail holds those"
    )
    resends = models.PositiveIntegerField(
        db_default=0, help_text="How often staff asked to send it again"
    )
    http_request_id = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        help_text="Of the call or form that it comes from, as in the log; empty where there was none",
    )

    class Meta:
        ordering = ("-pk",)
        verbose_name = "mail"
        # Partial index: its size does not grow with the number of sent mails.
        indexes = (
            models.Index(fields=("due_at",), condition=Q(state="waiting"), name="outbox_due"),
        )

    def __str__(self) -> str:
        return f"{self.reference} to {self.recipient}"
