"""Personal columns and retention rules of requests and their mails."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from oottam.core.personal import FIXED, PER_REQUEST, Personal, RetentionPolicy, Rule, Table
from oottam.outbox.models import OutboxEntry, State
from oottam.requests.models import Kind, Request, RequestFlag, StatusKey

ERASED_NAME = "(erased)"  # replaces the customer's name in lists


def _mails(before: datetime) -> "QuerySet[OutboxEntry]":
    """Select mails to delete: of closed requests, unless they belong to a message, and of erased requests."""
    requests = Request.objects.filter(reference=OuterRef("reference"))
    closed = Exists(requests.filter(closed_at__isnull=False))
    erased = Exists(requests.filter(erased_at__isnull=False))
    finished = OutboxEntry.objects.filter(created_at__lt=before).exclude(state=State.WAITING)
    return finished.filter((Q(message_id=None) & closed) | erased)


TABLES = (
    Table(
        Request,
        "Request",
        PER_REQUEST,
        request="pk",
        plain="id kind reference received_at status source entered_by assignee follow_up_on version closed_at merged_into erased_at health_erased_at menu_edition link_number",
        personal={
            "customer_name": Personal(ERASED_NAME),
            "phone": Personal(),
            "phone_normalised": Personal(),
            "search_key": Personal(),
            "address_key": Personal(),
            "email": Personal(),
            # The raw body; a nutrition enquiry's contains health data.
            "body": Personal(health=Q(kind=Kind.NUTRITION)),
            "extra_fields": Personal([]),
        },
    ),
    # The outbox has no foreign key to requests. A mail server's error may contain an address.
    Table(OutboxEntry, "Mails",
        RetentionPolicy("request (two), and message of the desk", "MAILS_RETENTION_MONTHS, once the request is closed; of messages with the erasure"),
        reference="reference",
        plain="id kind reference recipient created_at state due_at attempts sent_at message_id resends http_request_id",
        personal={"last_error": Personal()}, rules=(Rule("mails", "MAILS_RETENTION_MONTHS", _mails),)),
    Table(RequestFlag, "Flags", PER_REQUEST, request="request", plain="id request flag"),
    Table(StatusKey, "Key of the status pages", FIXED, plain="id key"),
)  # fmt: skip
