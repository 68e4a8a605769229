"""An SMTP server that counts how often each mail is sent to it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from system_tests.support.databases import Database
from system_tests.support.report import Report
from system_tests.support.shop import free_port
from tests.outbox.mail_server import SmtpHandler, mail_server

BATCH = 20  # mails that a worker records together


@contextmanager
def smtp_server() -> Iterator[tuple[SmtpHandler, dict[str, str]]]:
    """Run a mail server; yield it with the shop's SMTP settings."""
    smtp_handler = SmtpHandler()
    with mail_server(smtp_handler, free_port()) as port:
        yield (
            smtp_handler,
            {
                "OOTTAM_MAIL_WORKER": "1",
                "SMTP_HOST": "127.0.0.1",
                "SMTP_PORT": str(port),
                "SMTP_TLS": "NONE",
                "MAIL_FROM": "shop@example.com",
                "MAIL_SHOP": "kitchen@example.com",
            },
        )


def verify_outbox(
    smtp_handler: SmtpHandler, database: Database, *, killed: int, withheld: int, report: Report
) -> None:
    """Check that every outbox mail was sent once; a killed worker may have sent a batch without recording it.

    `withheld` mails must be held back by the mailbox cap.
    """
    [(due,)] = database.rows("SELECT count(*) FROM notify_outboxentry WHERE state <> 'withheld'")
    [(sent,)] = database.rows("SELECT count(*) FROM notify_outboxentry WHERE state = 'sent'")
    [(db,)] = database.rows("SELECT count(*) FROM notify_outboxentry WHERE state = 'withheld'")
    report.figures["mails withheld by the mailbox cap"] = db
    if db != withheld:
        report.faults.append(f"caps: {db} mails were withheld instead of {withheld}")
    copies = Counter(smtp_handler.message_ids())
    twice = {name: many for name, many in copies.items() if many > 1}
    report.figures["mails due, sent once, sent twice"] = (due, len(copies) - len(twice), len(twice))
    if (sent, len(copies)) != (due, due):
        report.faults.append(f"mails: {due} due, {sent} recorded as sent, {len(copies)} received")
    if len(twice) > BATCH * killed or any(many > 2 for many in twice.values()):
        report.faults.append(
            f"mails: {len(twice)} went more than once, {killed} workers were killed"
        )
