"""What customers ask, complain of, or want to know about their data, on their page."""

from datetime import datetime, timedelta

from django.db import models

from oottam.core.fields import CodeField, optional_account
from oottam.requests.models import Request
from oottam.workflow.choices import TicketKind

ANSWER_WITHIN = timedelta(days=30)


class Ticket(models.Model):
    """A customer's question, complaint or wish about their data; open until the desk has answered it."""

    # The unique constraint's index begins with the request.
    request = models.ForeignKey(
        Request, on_delete=models.CASCADE, related_name="tickets", db_index=False
    )
    kind = CodeField(TicketKind, max_length=10)
    key = models.CharField(max_length=32, help_text="Idempotency key of the form")
    text = models.TextField(max_length=2000, blank=True, help_text="Empty once erased")
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = optional_account()

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("request", "key"), name="each_ticket_once"),)
        indexes = (
            models.Index(fields=("at",), condition=models.Q(answered_at=None), name="ticket_open"),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.request_id}"

    @property
    def due_at(self) -> datetime:
        """Until when it has to be answered."""
        return self.at + ANSWER_WITHIN
