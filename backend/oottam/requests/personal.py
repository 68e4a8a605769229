"""What the requests' tables hold of a person."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from oottam.core.personal import FIXED, PER_REQUEST, Personal, RetentionPolicy, Rule, Table
from oottam.outbox.models import OutboxEntry, State
from oottam.requests.models import Kind, Request, RequestFlag, StatusKey

ERASED_NAME = "(erased)"  # stands where lists show a name


def _mails(before: datetime) -> "QuerySet[OutboxEntry]":
    """Of requests that are closed; a letter's words stay with its request, and what became of it with them."""
    about = Request.objects.filter(reference=OuterRef("reference"))
    closed = Exists(about.filter(closed_at__isnull=False))
    erased = Exists(about.filter(erased_at__isnull=False))
    settled = OutboxEntry.objects.filter(created_at__lt=before).exclude(state=State.WAITING)
    return settled.filter((Q(message_id=None) & closed) | erased)


TABLES = (
    Table(
        Request,
        "Request",
        PER_REQUEST,
        request="pk",
        plain="id kind reference received_at status source entered_by assignee follow_up_on version closed_at merged_into erased_at health_erased_at",
        personal={
            "customer_name": Personal(ERASED_NAME),
            "phone": Personal(),
            "phone_normalised": Personal(),
            "email": Personal(),
            # It repeats all that was sent; of a nutrition enquiry, the words about health.
            "body": Personal(health=Q(kind=Kind.NUTRITION)),
            "extra_fields": Personal([]),
        },
    ),
    # The outbox itself knows no requests. A mail server's words may repeat an address.
    Table(OutboxEntry, "Mails",
        RetentionPolicy("request, two, and letter", "MAILS_RETENTION_MONTHS, once the request is closed; a letter's with its person"),
        reference="reference",
        plain="id kind reference recipient created_at state due_at attempts sent_at message_id resends http_request_id",
        personal={"last_error": Personal()}, rules=(Rule("mails", "MAILS_RETENTION_MONTHS", _mails),)),
    Table(RequestFlag, "What was noticed", PER_REQUEST, request="request", plain="id request flag"),
    Table(StatusKey, "Key of the status pages", FIXED, plain="id key"),
)  # fmt: skip
