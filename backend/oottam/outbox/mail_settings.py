"""How mails leave the house; filled from the environment by the project's configuration."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class MailSettings:
    """By SMTP when there is a `host`, else as files in `folder`.

    `tls` is "starttls", "tls" (from the first byte) or "none". `sender` and `shop` are addresses;
    empty ones stand for the contact address of the shop's own site configuration.
    """

    folder: Path
    host: str = ""
    port: int = 587
    tls: str = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""
    shop: str = ""
