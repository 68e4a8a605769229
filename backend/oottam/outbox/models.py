"""Outbox table: one row for each mail."""

from django.db import models
from django.db.models import Q

# `kind` and beginning of `reference` of a mail to every owner about an edition of the menu, as "edition-12".
MENU, EDITION = "menu", "edition-"


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
    """A mail about one request, inserted in the request's transaction, or about an edition of the menu.

    Defaults are database defaults, as the API inserts only some columns.
    """

    kind = models.CharField(max_length=20, help_text="Kind of the request")
    reference = models.CharField(max_length=16, help_text="Of the request; there is no foreign key")
    recipient = models.CharField(max_length=8, choices=Recipient)
    created_at = models.DateTimeField(help_text="Arrival of the request")
    state = models.CharField(max_length=8, choices=State, db_default=State.WAITING)
    due_at = models.DateTimeField(
        help_text="Time of the next attempt, or the end of a worker's lease"
    )
    attempts = models.PositiveIntegerField(db_default=0)
    last_error = models.CharField(max_length=300, blank=True, db_default="")
    sent_at = models.DateTimeField(null=True, blank=True)
    message_id = models.PositiveBigIntegerField(
        null=True, help_text="Id of the desk's message, if the mail contains one"
    )
    resends = models.PositiveIntegerField(db_default=0, help_text="Number of resends by staff")
    http_request_id = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        help_text="Id of the HTTP request that created it, as in the access log",
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
