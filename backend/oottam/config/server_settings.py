"""The server's settings without mail; `environment.Environment` adds the mail settings."""

from datetime import date, time
from pathlib import Path
from typing import Annotated, Any, Literal

from django.core.exceptions import ImproperlyConfigured
from pydantic import PlainValidator, SecretStr, ValidationInfo, field_validator

from oottam.config.database import database, is_postgresql
from oottam.config.secret_key import check_secret_key
from oottam.config.setting_types import (
    CHECKOUT,
    MAX_LABEL_SHIFT,
    MEALS,
    CallBases,
    EnvironmentSettings,
    Folder,
    InternetAddress,
    Number,
    Origins,
    Switch,
    Upper,
    Words,
    extra,
    months_setting,
    parse_lengths,
    parse_monday,
    parse_times,
    rate_setting,
    setting,
)


class ServerSettings(EnvironmentSettings):
    """Settings of the server, in the order of docs/settings.md."""

    HOST: str = setting(
        "127.0.0.1", "address to listen on", values="an address; `0.0.0.0` for every interface"
    )
    PORT: Number = setting(8000, "port to listen on", ge=1, le=65535)
    THREADS: Number = setting(
        8,
        "threads of pages and posted forms, of which one at a time renders a staff page;"
        " on PostgreSQL each may have a connection, besides the writer's",
        ge=1,
        le=512,
    )
    LOG_LEVEL: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], Upper] = setting(
        "INFO", "the least severe lines that are logged"
    )
    LOG_FORMAT: Annotated[Literal["LINES", "JSON"], Upper] = setting(
        "LINES", "lines for people, or JSON for a log collector"
    )
    METRICS_TOKEN: SecretStr = setting(
        SecretStr(""),
        "the bearer token that reads `/metrics`; without it nobody may",
        values="a random word",
    )

    OOTTAM_VAR: Folder = setting(
        CHECKOUT / "var", "the database, the secret key, mails as files, backups", values="a folder"
    )
    OOTTAM_CONTRACT: Folder = setting(
        CHECKOUT / "contract",
        "the shop's own menus, rules, words and pictures: "
        "[make it your cafe](docs/make-it-your-cafe.md)",
        values="a folder",
    )
    OOTTAM_STOREFRONT: Folder = setting(
        CHECKOUT / "frontend" / "dist", "the built storefront", values="a folder"
    )
    OOTTAM_CALL_BASES: CallBases = setting(
        {},
        "other servers that take the storefront's calls (`event`, `subscription`, `appointment`, `nutrition`, `nonveg`, "
        "`veg`, `combos`, `tray`)",
        default_text="this one",
        values="`veg=https://name/folder`, joined by commas",
    )

    DATABASE_URL: SecretStr = setting(
        SecretStr(""),
        "the database; `@host,host` names a primary and its standbys",
        default_text="SQLite in `OOTTAM_VAR`",
        values="`postgres://user:password@host/name` or `sqlite:////path`",
    )
    POSTGRESQL_BIN: str = setting(
        "",
        "where `pg_dump`, `pg_restore` and `psql` are, for backups of PostgreSQL",
        default_text="the `PATH`",
        values="a folder",
    )
    SECRET_KEY: SecretStr = setting(
        SecretStr(""),
        "signs staff sessions; on PostgreSQL it must be set, the same for every server",
        default_text="made once, kept in `OOTTAM_VAR`",
        values="50 characters or more",
        validate_default=True,
    )

    ALLOWED_HOSTS: Words = setting(
        [],
        "host names that the back office answers to",
        default_text="`localhost`, `127.0.0.1`, `[::1]` and `HOST`",
        values="names, joined by commas",
    )
    ALLOWED_ORIGINS: Origins = setting(
        [],
        "storefronts on other hosts that may send requests",
        values="`https://name`, joined by commas",
    )
    BEHIND_TLS: Switch = setting(
        default=False,
        meaning="`1` when a proxy in front speaks HTTPS: secure cookies and HSTS; "
        "needs `TRUSTED_PROXY`",
    )
    TRUSTED_PROXY: InternetAddress = setting(
        "",
        "the proxy whose `X-Forwarded-*` headers are believed",
        values="an internet address",
        validate_default=True,
    )
    TRUSTED_PROXY_COUNT: Number = setting(
        1,
        "number of proxies in a row: the client's address is at this position from the right",
        ge=1,
        le=10,
    )

    FLAG_PER_ADDRESS: Number = rate_setting(
        100,
        "requests an hour from one internet address (an IPv6 /64) from which on staff see a flag; "
        "`0` for none",
    )
    CAP_PER_ADDRESS: Number = rate_setting(
        1000,
        "requests an hour from one internet address from which on they are refused; `0` for never",
    )
    FLAG_PER_PERSON: Number = rate_setting(
        10,
        "requests an hour with one phone number, or for one mailbox, from which on staff see a "
        "flag; `0` for none",
    )
    CAP_PER_PERSON: Number = rate_setting(
        10,
        "acknowledgements an hour to one mailbox; its requests are never refused; "
        "`0` for any number",
    )

    KEYS_RETENTION_DAYS: Number = setting(
        30, "days that a retry with an `Idempotency-Key` is recognised", ge=1, le=3650
    )
    HEALTH_RETENTION_DAYS: Number = setting(
        90,
        "days that texts about health are kept ([privacy](docs/privacy.md)); `0` for ever",
        ge=0,
        le=3650,
    )
    ENQUIRIES_RETENTION_MONTHS: Number = months_setting(
        12, 0, "months that personal data of an enquiry is kept; `0` for ever"
    )
    ORDERS_RETENTION_MONTHS: Number = months_setting(
        36, 0, "months that personal data of a closed order is kept; `0` for ever"
    )
    MAILS_RETENTION_MONTHS: Number = months_setting(
        12,
        3,
        "months that the record of sent mails is kept ([privacy](docs/privacy.md#what-is-noted)); "
        "`0` for ever",
    )
    CLICKS_RETENTION_MONTHS: Number = months_setting(
        12,
        3,
        "months that the record of ticked boxes is kept, and what undoes changes of a plan; `0` for ever",
    )
    RECORD_RETENTION_MONTHS: Number = months_setting(
        48, 12, "months that the rest of the audit log is kept; `0` for ever"
    )
    PROOF_RETENTION_MONTHS: Number = months_setting(
        96,
        72,
        "months that receipts, bills and the record of money, consents, and texts about health that were read or erased are kept; "
        "`0` for ever",
    )
    KITCHEN_RETENTION_MONTHS: Number = months_setting(
        24,
        12,
        "months that the record of what the kitchen was told and cooked is kept; `0` for ever",
    )
    DOORS_RETENTION_MONTHS: Number = months_setting(
        36, 24, "months that the record of deliveries at doors is kept; `0` for ever"
    )

    SESSION_HOURS: Number = setting(12, "hours that staff stay logged in at most", ge=1, le=168)
    SESSION_IDLE_MINUTES: Number = setting(
        120, "minutes that staff stay logged in without opening any page", ge=5, le=10_080
    )
    SECOND_FACTOR: Annotated[Literal["OFF", "OWNERS", "ALL"], Upper] = setting(
        "OWNERS", "who of the staff must log in with a second factor"
    )

    CUT_OFFS: Annotated[dict[str, time], PlainValidator(parse_times)] = setting(
        dict.fromkeys(MEALS, time(18)),
        "the time on the day before, after which the kitchen counts on a meal",
        default_text="`18:00`",
        values="one time, or some by name: `lunch=18:00,dinner=20:00`",
    )
    MENU_GRACE_HOURS: Number = setting(
        24, "hours that the prices of a replaced menu are honoured on open pages", ge=1, le=168
    )
    MENU_ROTATION: Annotated[date, PlainValidator(parse_monday)] | None = setting(
        None, "a Monday on which week 1 of the weekly menu began", values="a date: `2026-11-02`"
    )
    LABEL_STOCK: Annotated[Literal["A4-21", "100X50", "50X50"], Upper] = setting(
        "A4-21", "the labels in the kitchen's printer: sheets of 21, or rolls, in millimetres"
    )
    LABEL_SHIFT: Annotated[tuple[float, float], PlainValidator(parse_lengths)] = setting(
        (0.0, 0.0),
        "millimetres by which all that is printed on labels moves to the right and down",
        default_text="`0,0`",
        values=f"two lengths up to {MAX_LABEL_SHIFT:g}: `0.5,-1`",
    )

    @field_validator("DATABASE_URL")
    @classmethod
    def _check_database_url(cls, url: SecretStr) -> SecretStr:
        try:
            database(url.get_secret_value(), Path())
        except ImproperlyConfigured as error:
            raise ValueError(str(error)) from None
        return url

    @field_validator("SECRET_KEY")
    @classmethod
    def _check_secret_key(cls, key: SecretStr, info: ValidationInfo) -> SecretStr:
        try:
            check_secret_key(
                key.get_secret_value(), info.data["OOTTAM_VAR"], is_shared=is_shared(info.data)
            )
        except ImproperlyConfigured as error:
            raise ValueError(str(error)) from None
        return key

    @field_validator("TRUSTED_PROXY")
    @classmethod
    def _check_trusted_proxy(cls, proxy: str, info: ValidationInfo) -> str:
        if info.data.get("BEHIND_TLS") and not proxy:
            raise ValueError(
                "BEHIND_TLS=1 needs TRUSTED_PROXY, the address of the proxy that speaks HTTPS in "
                "front, such as TRUSTED_PROXY=127.0.0.1."
            )
        return proxy

    @field_validator("*")
    @classmethod
    def _check_least(cls, value: Any, info: ValidationInfo) -> Any:
        field = cls.model_fields[str(info.field_name)]
        least = extra(field)["least"]
        if least and 0 < value < least:
            raise ValueError(
                f"{info.field_name}={value} is too short: it has to be kept for {least} months at "
                f"least. Correct it, or unset it to use {field.default}; 0 keeps it for ever."
            )
        return value


def is_shared(valid: dict[str, Any]) -> bool:
    """Whether a valid DATABASE_URL allows several servers."""
    url = valid.get("DATABASE_URL")
    return url is not None and is_postgresql(url.get_secret_value())
