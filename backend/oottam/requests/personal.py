"""What the requests' tables hold of a person."""

from django.db.models import Q

from oottam.common.personal import Personal, Table
from oottam.requests.models import Kind, Request, RequestFlag, StatusKey

ERASED_NAME = "(erased)"  # stands where lists show a name

TABLES = (
    Table(
        Request,
        "Request",
        request="pk",
        plain=(
            "id", "kind", "reference", "received_at", "status", "source", "entered_by", "assignee",
            "follow_up_on", "version", "closed_at", "merged_into", "erased_at", "health_erased_at",
        ),
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
    Table(RequestFlag, "What was noticed", request="request", plain=("id", "request", "flag")),
    Table(StatusKey, "Key of the status pages", plain=("id", "key")),
)  # fmt: skip
