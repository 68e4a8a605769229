"""What the road of the calls keeps of a person."""

from oottam.common.personal import Personal, Table
from oottam.intake.models import IdempotencyRecord, RateLimitEntry

TABLES = (
    Table(
        IdempotencyRecord,
        "First reply to the form",
        request="request",
        plain=("id", "kind", "request"),
        personal={"key": Personal(), "body_digest": Personal(), "reply": Personal()},
        removed=True,
    ),
    # Digests that say nothing without the shop's secret, and belong to no request; gone after an hour.
    Table(
        RateLimitEntry, "Rate limits", plain=("id", "at", "address", "phone", "email")
    ),
)  # fmt: skip
