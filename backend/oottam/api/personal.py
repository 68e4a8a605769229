"""Personal columns and retention of the api tables."""

from oottam.api.models import IdempotencyRecord, RateLimitEntry
from oottam.core.personal import Personal, RetentionPolicy, Table

TABLES = (
    Table(IdempotencyRecord, "First reply to the form", RetentionPolicy("request", "KEYS_RETENTION_DAYS"), request="request",
        plain="id kind request", personal={"key": Personal(), "body_digest": Personal(), "reply": Personal()},
        is_deleted=True),
    # Digests keyed with the shop's secret key, not linked to requests; deleted after an hour.
    Table(RateLimitEntry, "Rate limits", RetentionPolicy("request", "an hour"), plain="id at address phone email"),
)  # fmt: skip
