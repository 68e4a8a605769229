"""Every setting that the server reads from its environment: name, default, bounds and meaning.

`docs/settings.md` and `.env.example` are generated from these classes (config/reference.py).
"""

import os
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from django.core.exceptions import ImproperlyConfigured
from pydantic import SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails

from oottam.config.server_settings import ServerSettings, is_shared
from oottam.config.setting_types import (
    EmailAddress,
    Folder,
    Number,
    Switch,
    Upper,
    bounds,
    extra,
    setting,
    strip_markdown,
)
from oottam.outbox.mail_settings import MailSettings

DEFAULT_PORTS = {"STARTTLS": 587, "TLS": 465, "NONE": 25}


class Environment(ServerSettings):
    """The settings of the server and of its mails, which depend on the database."""

    SMTP_HOST: str = setting(
        "", "the mail server", default_text="none: mails become files", values="a host name"
    )
    SMTP_TLS: Annotated[Literal["STARTTLS", "TLS", "NONE"], Upper] = setting(
        "STARTTLS", "encryption of the connection to the mail server; `TLS` from the first byte"
    )
    SMTP_PORT: Number = setting(
        0,
        "port of the mail server",
        default_text="the one of `SMTP_TLS`: `587`, `465` or `25`",
        ge=1,
        le=65535,
    )
    SMTP_USER: str = setting("", "account at the mail server; goes with `SMTP_PASSWORD`")
    SMTP_PASSWORD: SecretStr = setting(
        SecretStr(""), "password of that account; goes with `SMTP_USER`", validate_default=True
    )
    MAIL_FROM: EmailAddress = setting(
        "",
        "the address that mails come from; needed with `SMTP_HOST`",
        default_text="the contact of `site.json`",
        values="an e-mail address",
        validate_default=True,
    )
    MAIL_SHOP: EmailAddress = setting(
        "",
        "where the shop reads of new requests; needed with `SMTP_HOST`",
        default_text="the contact of `site.json`",
        values="an e-mail address",
        validate_default=True,
    )
    MAIL_FOLDER: Folder | None = setting(
        None,
        "where mails become files; on PostgreSQL it must be set, or `SMTP_HOST`",
        default_text="`mail` in `OOTTAM_VAR`",
        values="a folder",
        validate_default=True,
    )
    OOTTAM_MAIL_WORKER: Switch = setting(
        default=True, meaning="`0` when the mail worker is started otherwise"
    )

    @field_validator("SMTP_PORT", "SMTP_USER")
    @classmethod
    def _check_smtp_host(cls, value: Any, info: ValidationInfo) -> Any:
        if not info.data["SMTP_HOST"]:
            raise ValueError(
                "SMTP_USER or SMTP_PORT is set without SMTP_HOST. "
                "Name the mail server, or unset them."
            )
        return value

    @field_validator("SMTP_PASSWORD")
    @classmethod
    def _check_smtp_login(cls, password: SecretStr, info: ValidationInfo) -> SecretStr:
        if "SMTP_USER" in info.data and bool(info.data["SMTP_USER"]) != bool(password):
            raise ValueError("SMTP_USER and SMTP_PASSWORD go together. Set both, or neither.")
        is_local = info.data["SMTP_HOST"] in ("localhost", "127.0.0.1", "::1")
        if password and info.data.get("SMTP_TLS") == "NONE" and not is_local:
            raise ValueError(
                "SMTP_TLS=none would send SMTP_PASSWORD in the clear. Use starttls or tls."
            )
        return password

    @field_validator("MAIL_FROM", "MAIL_SHOP")
    @classmethod
    def _check_mail_addresses(cls, address: str, info: ValidationInfo) -> str:
        if info.data["SMTP_HOST"] and not address:
            raise ValueError(
                "SMTP_HOST needs MAIL_FROM, the address that mails come from, and MAIL_SHOP, the "
                "address at which the shop reads of new requests."
            )
        return address

    @field_validator("MAIL_FOLDER")
    @classmethod
    def _check_mail_folder(cls, folder: Path | None, info: ValidationInfo) -> Path | None:
        """Require a shared folder: with one per server, an erasure would miss the mails of the others."""
        if folder is None and is_shared(info.data) and not info.data["SMTP_HOST"]:
            raise ValueError(
                "PostgreSQL needs SMTP_HOST, or MAIL_FOLDER, one folder that every server at this "
                "database reaches, for mails as files."
            )
        return folder

    def mail(self) -> MailSettings:
        """Return the mail settings: SMTP if SMTP_HOST is set, else files."""
        return MailSettings(
            folder=self.MAIL_FOLDER or self.OOTTAM_VAR / "mail",
            host=self.SMTP_HOST,
            port=self.SMTP_PORT or DEFAULT_PORTS[self.SMTP_TLS],
            tls=self.SMTP_TLS.lower(),
            user=self.SMTP_USER,
            password=self.SMTP_PASSWORD.get_secret_value(),
            sender=self.MAIL_FROM,
            shop=self.MAIL_SHOP,
        )


def read() -> Environment:
    """Read the settings of this process. Raises ImproperlyConfigured with a message for each invalid one."""
    for name in Environment.model_fields:
        former = name.replace("_RETENTION_", "_KEPT_")
        if former != name and os.environ.get(former, "").strip():  # else more or less would be kept
            raise ImproperlyConfigured(f"{former} is now called {name}. Rename it.")
    try:
        return Environment()
    except ValidationError as error:
        messages = list(dict.fromkeys(map(_message, error.errors(include_url=False))))
    # Without `from error`, which contains the values, secrets included.
    if len(messages) == 1:
        raise ImproperlyConfigured(messages[0])
    raise ImproperlyConfigured("\n- ".join([f"{len(messages)} settings are wrong:", *messages]))


def _message(error: ErrorDetails) -> str:
    if error["type"] == "value_error":
        return str(error["ctx"]["error"])
    name = str(error["loc"][0])
    field = Environment.model_fields[name]
    assignment = f"{name}={str(error['input'])!r}"
    if error["type"] == "literal_error":
        return f"{assignment} is unknown. Use one of {', '.join(get_args(field.annotation))}."
    lowest, highest = bounds(field)
    default = strip_markdown(str(extra(field)["default_text"] or field.default))
    return (
        f"{assignment} is not a whole number from {lowest} to {highest}. "
        f"Correct it, or unset it to use {default}."
    )
