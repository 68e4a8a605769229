"""The audit log's table."""

from django.conf import settings
from django.db import models


class AuditEntry(models.Model):
    """One action of a staff member. The request is identified by its reference, since this app is in the lowest layer.

    Entries are append-only, except that erasure empties `data` and `reason`.
    """

    at = models.DateTimeField(db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="Empty: a management command or a job",
    )
    action = models.CharField(max_length=40)
    reference = models.CharField(max_length=16, blank=True, help_text="Of the request concerned")
    day = models.DateField(null=True, help_text="The service day concerned")
    data = models.JSONField(default=dict, help_text="Old and new values")
    reason = models.CharField(max_length=500, blank=True, help_text="As the actor typed it")

    class Meta:
        db_table = "audit_entry"
        ordering = ("-pk",)
        # A request's newest entries need one index scan; most entries have no day.
        indexes = (
            models.Index(fields=("reference", "id"), name="audit_by_reference"),
            models.Index(
                fields=("day",), condition=models.Q(day__isnull=False), name="audit_by_day"
            ),
        )

    def __str__(self) -> str:
        return f"{self.action} {self.reference}".strip()
