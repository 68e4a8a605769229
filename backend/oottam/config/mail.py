"""How mails leave the house: by SMTP when SMTP_HOST is set, else as files in MAIL_FOLDER or `var`/mail."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from oottam.config import env
from oottam.notify.mail_settings import MailSettings

USUAL_PORTS = {"starttls": 587, "tls": 465, "none": 25}


def mail(var: Path, *, is_shared: bool = False) -> MailSettings:
    """What the environment says; raises ImproperlyConfigured when that cannot work.

    Where the database `is_shared`, mails as files need a folder that was named: each server's own
    `var` would hold some of them, and an erasure would find those of one server only.
    """
    host = env.text("SMTP_HOST", "")
    tls = env.choice("SMTP_TLS", "STARTTLS", ("STARTTLS", "TLS", "NONE")).lower()
    found = MailSettings(
        folder=env.folder("MAIL_FOLDER", var / "mail"),
        host=host,
        port=env.number("SMTP_PORT", USUAL_PORTS[tls], 1, 65535),
        tls=tls,
        user=env.text("SMTP_USER", ""),
        password=env.text("SMTP_PASSWORD", ""),
        sender=env.address("MAIL_FROM"),
        shop=env.address("MAIL_SHOP"),
    )
    _require_whole(found)
    if is_shared and not found.host and not env.text("MAIL_FOLDER", ""):
        raise ImproperlyConfigured(
            "PostgreSQL needs SMTP_HOST, or MAIL_FOLDER, one folder that every server at this database "
            "reaches, for mails as files."
        )
    return found


def _require_whole(found: MailSettings) -> None:
    if found.host and not (found.sender and found.shop):
        raise ImproperlyConfigured(
            "SMTP_HOST needs MAIL_FROM, the address that mails come from, and MAIL_SHOP, the "
            "address at which the shop reads of new requests."
        )
    if bool(found.user) != bool(found.password):
        raise ImproperlyConfigured("SMTP_USER and SMTP_PASSWORD go together. Set both, or neither.")
    if (
        found.password
        and found.tls == "none"
        and found.host not in ("localhost", "127.0.0.1", "::1")
    ):
        raise ImproperlyConfigured(
            "SMTP_TLS=none would send SMTP_PASSWORD in the clear. Use starttls or tls."
        )
    if not found.host and (found.user or env.text("SMTP_PORT", "")):
        raise ImproperlyConfigured(
            "SMTP_USER or SMTP_PORT is set without SMTP_HOST. Name the mail server, or unset them."
        )
