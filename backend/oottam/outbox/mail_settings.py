"""Mail settings, read from the environment by `config`."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class MailSettings:
    """Mails go by SMTP if `host` is set, else to files in `folder`.

    `tls` is "starttls", "tls" (implicit TLS) or "none". `sender` and `shop` are addresses; if empty,
    the site's contact address is used.
    """

    folder: Path
    host: str = ""
    port: int = 587
    tls: str = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""
    shop: str = ""
