"""Idempotency records and rate-limit entries."""

from django.db import models

from oottam.requests.models import Request


class IdempotencyRecord(models.Model):
    """The first reply to a request with an Idempotency-Key, which retries get."""

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=200)
    body_digest = models.CharField(max_length=64, help_text="SHA-256 of the body, hexadecimal")
    reply = models.TextField(help_text="Body of the first reply; its status was 200")
    request = models.OneToOneField(Request, on_delete=models.CASCADE, related_name="idempotency")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("kind", "key"), name="one_request_per_key"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class RateLimitEntry(models.Model):
    """A stored request, for the rate limits of one hour (rate_limits.py).

    Contains no reference and no sender, only digests keyed with the shop's secret key.
    """

    at = models.BigIntegerField(db_index=True, help_text="Seconds since 1970 (UTC)")
    address = models.BigIntegerField(null=True, help_text="IPv4 address, or /64 of an IPv6 address")
    phone = models.BigIntegerField(null=True)
    email = models.BigIntegerField(null=True)

    class Meta:
        indexes = tuple(
            models.Index(fields=(sender, "at"), name=f"rate_limit_by_{sender}")
            for sender in ("address", "phone", "email")
        )

    def __str__(self) -> str:
        return f"{self.at}"
