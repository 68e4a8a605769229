"""Notes for colleagues and messages to customers."""

from django.conf import settings
from django.db import models

from oottam.core.fields import CodeField
from oottam.requests.models import Request
from oottam.workflow.choices import Channel, Template


class Note(models.Model):
    """A note for colleagues."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(max_length=5000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.text[:40]


class ReminderOptOut(models.Model):
    """A phone number or e-mail address that gets no reminders, for ever: only its digest is stored.

    It belongs to no request, so that it outlives each of them, and an erasure.
    """

    digest = models.CharField(
        max_length=32, primary_key=True, help_text="As `identity.person_digests` makes it"
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest


class Message(models.Model):
    """A message to the customer, exactly as it was sent."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="messages")
    template = CodeField(Template, max_length=20)
    channel = CodeField(Channel, max_length=10)
    subject = models.CharField(max_length=150, blank=True, help_text="Mails only")
    text = models.TextField(max_length=5000)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="Empty: no person wrote it",
    )
    at = models.DateTimeField()
    held_until = models.DateTimeField(
        null=True, help_text="When its mail is due, if it waits for a transition's undo window"
    )
    withdrawn_at = models.DateTimeField(null=True, help_text="When its unsent mail was withdrawn")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.template} by {self.channel}"
