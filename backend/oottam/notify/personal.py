"""What the outbox holds of a person: a mail server's words, which may repeat an address."""

from oottam.common.personal import Personal, Table
from oottam.notify.models import OutboxEntry

TABLES = (
    Table(
        OutboxEntry,
        "Mails",
        reference="reference",
        plain=(
            "id", "kind", "reference", "recipient", "created_at", "state", "due_at", "attempts",
            "sent_at", "message_id", "resends", "http_request_id",
        ),
        personal={"last_error": Personal()},
    ),
)  # fmt: skip
