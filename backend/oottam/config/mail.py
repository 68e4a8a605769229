"""How mails leave the house: by SMTP when SMTP_HOST is set, else as files in `var`/mail."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from oottam.config import env
from oottam.notify.mail_settings import MailSettings

USUAL_PORTS = {"starttls": 587, "tls": 465, "none": 25}


def mail(var: Path) -> MailSettings:
    """What the environment says; raises ImproperlyConfigured when that cannot work."""
    host = env.text("SMTP_HOST", "")
    tls = env.choice("SMTP_TLS", "STARTTLS", ("STARTTLS", "TLS", "NONE")).lower()
    found = MailSettings(
        folder=var / "mail",
        host=host,
        port=env.number("SMTP_PORT", USUAL_PORTS[tls], 1, 65535),
        tls=tls,
        user=env.text("SMTP_USER", ""),
        password=env.text("SMTP_PASSWORD", ""),
        sender=env.address("MAIL_FROM"),
        shop=env.address("MAIL_SHOP"),
    )
    _require_whole(found)
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
