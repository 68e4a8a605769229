"""Every setting that the server reads from its environment: name, default, bounds and meaning.

`docs/settings.md` and `.env.example` are generated from this class (config/reference.py).
"""

import re
import warnings
from collections.abc import Mapping
from datetime import date, time
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args

from annotated_types import Ge, Le
from django.core.exceptions import ImproperlyConfigured
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainValidator,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticKnownError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from oottam.config.database import database, is_postgresql
from oottam.config.secret_key import check_given
from oottam.outbox.mail_settings import MailSettings

CHECKOUT = Path(__file__).resolve().parents[3]
MEALS = ("breakfast", "lunch", "dinner", "event")
MAX_LABEL_SHIFT = 20.0  # millimetres
MAX_RETENTION_MONTHS = 240
DEFAULT_PORTS = {"STARTTLS": 587, "TLS": 465, "NONE": 25}
_ADDRESS = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+")
_CLOCK = re.compile("([01][0-9]|2[0-3]):[0-5][0-9]")
_LENGTHS = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?),\s*(-?[0-9]+(?:\.[0-9]+)?)", re.ASCII)
_ORIGIN = re.compile(r"https?://[a-z0-9.\-]+(:[0-9]+)?")


def _require_digits(sent: str) -> str:
    """Pydantic alone would also take "+5", "1_000" and "80.0"."""
    if not (sent.isascii() and sent.isdigit()):
        raise PydanticKnownError("int_parsing")
    return sent


def _switch(sent: str, info: ValidationInfo) -> bool:
    if sent not in ("0", "1"):
        raise ValueError(f"{info.field_name}={sent!r} is neither 0 nor 1. Set it to one of them.")
    return sent == "1"


def _split(sent: str) -> list[str]:
    return [word.strip() for word in sent.split(",") if word.strip()]


def _origin(sent: str, info: ValidationInfo) -> str:
    if not _ORIGIN.fullmatch(sent):
        raise ValueError(
            f"{info.field_name} holds {sent!r}, which is no origin. Write https://name or "
            "https://name:port, in small letters and without a path."
        )
    return sent


def _internet_address(sent: str, info: ValidationInfo) -> str:
    try:
        return str(ip_address(sent)) if sent else ""
    except ValueError:
        raise ValueError(
            f"{info.field_name}={sent!r} is not an internet address. "
            "Write one such as 127.0.0.1 or ::1."
        ) from None


def _email_address(sent: str, info: ValidationInfo) -> str:
    if sent and not (sent.isascii() and _ADDRESS.fullmatch(sent)):
        raise ValueError(
            f"{info.field_name}={sent!r} is not an e-mail address. "
            "Write one such as orders@example.com."
        )
    return sent


def _times(sent: str, info: ValidationInfo) -> dict[str, time]:
    found = dict.fromkeys(MEALS, time(18))
    for word in _split(sent):
        meal, _, clock = word.rpartition("=")
        if not _CLOCK.fullmatch(clock) or meal not in ("", *MEALS):
            raise ValueError(
                f"{info.field_name} holds {word!r}, which is no time. Write one for all, such as "
                f"18:00, or {MEALS[0]}=18:00, joined by commas, for any of {', '.join(MEALS)}."
            )
        found.update(dict.fromkeys([meal] if meal else MEALS, time.fromisoformat(clock)))
    return found


def _monday(sent: str, info: ValidationInfo) -> date:
    try:
        day = date.fromisoformat(sent)
    except ValueError:
        day = None
    if day is None or day.weekday() != 0:
        raise ValueError(f"{info.field_name}={sent!r} is no Monday. Write one as 2026-11-02.")
    return day


def _lengths(sent: str, info: ValidationInfo) -> tuple[float, float]:
    found = _LENGTHS.fullmatch(sent)
    right, down = (float(found[1]), float(found[2])) if found else (MAX_LABEL_SHIFT + 1, 0.0)
    if not abs(right) <= MAX_LABEL_SHIFT >= abs(down):
        raise ValueError(
            f"{info.field_name}={sent!r} is no pair of lengths. Write millimetres to the right and "
            f"down, such as 0.5,-1, none of them above {MAX_LABEL_SHIFT:g}."
        )
    return right, down


Number = Annotated[int, BeforeValidator(_require_digits)]
Switch = Annotated[bool, PlainValidator(_switch)]
Upper = BeforeValidator(str.upper)
Words = Annotated[list[str], BeforeValidator(_split)]
Origins = Annotated[list[Annotated[str, AfterValidator(_origin)]], BeforeValidator(_split)]
InternetAddress = Annotated[str, AfterValidator(_internet_address)]
EmailAddress = Annotated[str, AfterValidator(_email_address)]
Folder = Annotated[Path, AfterValidator(lambda path: path.expanduser().resolve())]


def _setting(
    default: Any, meaning: str, *, shown: str = "", values: str = "", least: int = 0, **rules: Any
) -> Any:
    """A field: `shown` is its default in words, `values` what may be set, `least` its months unless 0."""
    extra: JsonDict = {"shown": shown, "values": values, "least": least}
    return Field(default, description=meaning, json_schema_extra=extra, **rules)


def _renamed_settings(sent: Mapping[str, str | None]) -> dict[str, Any]:
    """Read retention settings by their names from before 0.5.0, which 0.6.0 drops; a new name wins."""
    renamed: dict[str, Any] = {}
    for name in Environment.model_fields:
        old = name.replace("_RETENTION_", "_KEPT_")
        value = (sent.get(old) or "").strip()
        if old != name and value and not (sent.get(name) or "").strip():
            warnings.warn(f"{old} is now called {name}. Rename it.", FutureWarning, stacklevel=2)
            renamed[name] = value
    return renamed


def _months(default: int, least: int, meaning: str) -> Any:
    return _setting(default, meaning, least=least, ge=0, le=MAX_RETENTION_MONTHS)


class Environment(BaseSettings):
    """Values are stripped; a blank one counts as unset, as Compose passes `SMTP_HOST=`.

    A setting that depends on others stands below them: its validator sees those that are valid.
    """

    model_config = SettingsConfigDict(
        case_sensitive=True,
        enable_decoding=False,
        frozen=True,
        hide_input_in_errors=True,
        validate_default=False,
    )

    HOST: str = _setting(
        "127.0.0.1", "address to listen on", values="an address; `0.0.0.0` for every interface"
    )
    PORT: Number = _setting(8000, "port to listen on", ge=1, le=65535)
    THREADS: Number = _setting(
        8,
        "pages worked on at once; on PostgreSQL each may have a connection, besides the writer's",
        ge=1,
        le=512,
    )
    LOG_LEVEL: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], Upper] = _setting(
        "INFO", "the least severe lines that are logged"
    )
    LOG_FORMAT: Annotated[Literal["LINES", "JSON"], Upper] = _setting(
        "LINES", "lines for people, or JSON for a log collector"
    )
    METRICS_TOKEN: SecretStr = _setting(
        SecretStr(""),
        "the bearer token that reads `/metrics`; without it nobody may",
        values="a random word",
    )

    OOTTAM_VAR: Folder = _setting(
        CHECKOUT / "var", "the database, the secret key, mails as files, backups", values="a folder"
    )
    OOTTAM_CONTRACT: Folder = _setting(
        CHECKOUT / "contract",
        "the shop's own menus, rules, words and pictures: "
        "[make it your cafe](docs/make-it-your-cafe.md)",
        values="a folder",
    )
    OOTTAM_STOREFRONT: Folder = _setting(
        CHECKOUT / "frontend" / "dist", "the built storefront", values="a folder"
    )

    DATABASE_URL: SecretStr = _setting(
        SecretStr(""),
        "the database; `@host,host` names a primary and its standbys",
        shown="SQLite in `OOTTAM_VAR`",
        values="`postgres://user:password@host/name` or `sqlite:////path`",
    )
    POSTGRESQL_BIN: str = _setting(
        "",
        "where `pg_dump`, `pg_restore` and `psql` are, for backups of PostgreSQL",
        shown="the `PATH`",
        values="a folder",
    )
    SECRET_KEY: SecretStr = _setting(
        SecretStr(""),
        "signs staff sessions; on PostgreSQL it must be set, the same for every server",
        shown="made once, kept in `OOTTAM_VAR`",
        values="50 characters or more",
        validate_default=True,
    )

    ALLOWED_HOSTS: Words = _setting(
        [],
        "host names that the back office answers to",
        shown="`localhost`, `127.0.0.1`, `[::1]` and `HOST`",
        values="names, joined by commas",
    )
    ALLOWED_ORIGINS: Origins = _setting(
        [],
        "storefronts on other hosts that may send requests",
        values="`https://name`, joined by commas",
    )
    BEHIND_TLS: Switch = _setting(
        default=False,
        meaning="`1` when a proxy in front speaks HTTPS: secure cookies and HSTS; "
        "needs `TRUSTED_PROXY`",
    )
    TRUSTED_PROXY: InternetAddress = _setting(
        "",
        "the proxy whose `X-Forwarded-*` headers are believed",
        values="an internet address",
        validate_default=True,
    )
    TRUSTED_PROXY_COUNT: Number = _setting(
        1,
        "how many proxies stand in a row: the client's address is so many from the right",
        ge=1,
        le=10,
    )

    FLAG_PER_ADDRESS: Number = _setting(
        100,
        "requests an hour from one internet address (an IPv6 /64) from which on staff see a flag; "
        "`0` for none",
        ge=0,
        le=1_000_000,
    )
    CAP_PER_ADDRESS: Number = _setting(
        1000,
        "requests an hour from one internet address from which on they are refused; `0` for never",
        ge=0,
        le=1_000_000,
    )
    FLAG_PER_PERSON: Number = _setting(
        10,
        "requests an hour with one phone number, or for one mailbox, from which on staff see a "
        "flag; `0` for none",
        ge=0,
        le=1_000_000,
    )
    CAP_PER_PERSON: Number = _setting(
        10,
        "acknowledgements an hour to one mailbox; its requests are never refused; "
        "`0` for any number",
        ge=0,
        le=1_000_000,
    )

    KEYS_RETENTION_DAYS: Number = _setting(
        30, "days that a retry with an `Idempotency-Key` is recognised", ge=1, le=3650
    )
    HEALTH_RETENTION_DAYS: Number = _setting(
        90,
        "days that texts about health are kept ([privacy](docs/privacy.md)); `0` for ever",
        ge=0,
        le=3650,
    )
    ENQUIRIES_RETENTION_MONTHS: Number = _months(
        12, 0, "months that personal data of an enquiry is kept; `0` for ever"
    )
    ORDERS_RETENTION_MONTHS: Number = _months(
        36, 0, "months that personal data of a closed order is kept; `0` for ever"
    )
    MAILS_RETENTION_MONTHS: Number = _months(
        12,
        3,
        "months that the record of sent mails is kept ([privacy](docs/privacy.md#what-is-noted)); "
        "`0` for ever",
    )
    CLICKS_RETENTION_MONTHS: Number = _months(
        12,
        3,
        "months that the record of ticked boxes is kept, and what undoes changes of a plan; `0` for ever",
    )
    RECORD_RETENTION_MONTHS: Number = _months(
        48, 12, "months that the rest of the audit log is kept; `0` for ever"
    )
    PROOF_RETENTION_MONTHS: Number = _months(
        96,
        72,
        "months that the record of money, consents, and texts about health that were read or erased is kept; `0` for ever",
    )
    KITCHEN_RETENTION_MONTHS: Number = _months(
        24,
        12,
        "months that the record of what the kitchen was told and cooked is kept; `0` for ever",
    )
    DOORS_RETENTION_MONTHS: Number = _months(
        36, 24, "months that the record of deliveries at doors is kept; `0` for ever"
    )

    SESSION_HOURS: Number = _setting(12, "hours that staff stay logged in at most", ge=1, le=168)
    SESSION_IDLE_MINUTES: Number = _setting(
        120, "minutes that staff stay logged in without opening any page", ge=5, le=10_080
    )
    SECOND_FACTOR: Annotated[Literal["OFF", "OWNERS", "ALL"], Upper] = _setting(
        "OWNERS", "who of the staff must log in with a second factor"
    )

    CUT_OFFS: Annotated[dict[str, time], PlainValidator(_times)] = _setting(
        dict.fromkeys(MEALS, time(18)),
        "the time on the day before, after which the kitchen counts on a meal",
        shown="`18:00`",
        values="one time, or some by name: `lunch=18:00,dinner=20:00`",
    )
    MENU_ROTATION: Annotated[date, PlainValidator(_monday)] | None = _setting(
        None, "a Monday on which week 1 of the weekly menu began", values="a date: `2026-11-02`"
    )
    LABEL_STOCK: Annotated[Literal["A4-21", "100X50", "50X50"], Upper] = _setting(
        "A4-21", "the labels in the kitchen's printer: sheets of 21, or rolls, in millimetres"
    )
    LABEL_SHIFT: Annotated[tuple[float, float], PlainValidator(_lengths)] = _setting(
        (0.0, 0.0),
        "millimetres by which all that is printed on labels moves to the right and down",
        shown="`0,0`",
        values=f"two lengths up to {MAX_LABEL_SHIFT:g}: `0.5,-1`",
    )

    SMTP_HOST: str = _setting(
        "", "the mail server", shown="none: mails become files", values="a host name"
    )
    SMTP_TLS: Annotated[Literal["STARTTLS", "TLS", "NONE"], Upper] = _setting(
        "STARTTLS", "encryption of the connection to the mail server; `TLS` from the first byte"
    )
    SMTP_PORT: Number = _setting(
        0,
        "port of the mail server",
        shown="the one of `SMTP_TLS`: `587`, `465` or `25`",
        ge=1,
        le=65535,
    )
    SMTP_USER: str = _setting("", "account at the mail server; goes with `SMTP_PASSWORD`")
    SMTP_PASSWORD: SecretStr = _setting(
        SecretStr(""), "password of that account; goes with `SMTP_USER`", validate_default=True
    )
    MAIL_FROM: EmailAddress = _setting(
        "",
        "the address that mails come from; needed with `SMTP_HOST`",
        shown="the contact of `site.json`",
        values="an e-mail address",
        validate_default=True,
    )
    MAIL_SHOP: EmailAddress = _setting(
        "",
        "where the shop reads of new requests; needed with `SMTP_HOST`",
        shown="the contact of `site.json`",
        values="an e-mail address",
        validate_default=True,
    )
    MAIL_FOLDER: Folder | None = _setting(
        None,
        "where mails become files; on PostgreSQL it must be set, or `SMTP_HOST`",
        shown="`mail` in `OOTTAM_VAR`",
        values="a folder",
        validate_default=True,
    )
    OOTTAM_MAIL_WORKER: Switch = _setting(
        default=True, meaning="`0` when the mail worker is started otherwise"
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment alone: systemd and Compose read the files."""
        sent = cast("EnvSettingsSource", env_settings).env_vars
        return InitSettingsSource(settings_cls, init_kwargs=_renamed_settings(sent)), env_settings

    @model_validator(mode="before")
    @classmethod
    def _drop_blanks(cls, sent: dict[str, str]) -> dict[str, str]:
        return {name: value.strip() for name, value in sent.items() if value.strip()}

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
            check_given(
                key.get_secret_value(), info.data["OOTTAM_VAR"], is_shared=_is_shared(info.data)
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

    @field_validator(
        "MAILS_RETENTION_MONTHS",
        "CLICKS_RETENTION_MONTHS",
        "RECORD_RETENTION_MONTHS",
        "PROOF_RETENTION_MONTHS",
        "KITCHEN_RETENTION_MONTHS",
        "DOORS_RETENTION_MONTHS",
    )
    @classmethod
    def _check_retention(cls, kept: int, info: ValidationInfo) -> int:
        field = cls.model_fields[str(info.field_name)]
        least = extra(field)["least"]
        if 0 < kept < least:
            raise ValueError(
                f"{info.field_name}={kept} is too short: it has to be kept for {least} months at "
                f"least. Correct it, or unset it to use {field.default}; 0 keeps it for ever."
            )
        return kept

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
        local = info.data["SMTP_HOST"] in ("localhost", "127.0.0.1", "::1")
        if password and info.data.get("SMTP_TLS") == "NONE" and not local:
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
        """Each server's own folder would hold some mails, and an erasure would find those of one."""
        if folder is None and _is_shared(info.data) and not info.data["SMTP_HOST"]:
            raise ValueError(
                "PostgreSQL needs SMTP_HOST, or MAIL_FOLDER, one folder that every server at this "
                "database reaches, for mails as files."
            )
        return folder

    def mail(self) -> MailSettings:
        """How mails leave: by SMTP when SMTP_HOST is set, else as files."""
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


def _is_shared(valid: dict[str, Any]) -> bool:
    """Whether several servers may be at the database, as far as DATABASE_URL is valid."""
    url = valid.get("DATABASE_URL")
    return url is not None and is_postgresql(url.get_secret_value())


def read() -> Environment:
    """The settings of this process; raises ImproperlyConfigured with a sentence for each wrong one."""
    try:
        return Environment()
    except ValidationError as error:
        said = list(dict.fromkeys(map(_sentence, error.errors(include_url=False))))
    # Not from the error: it holds what was sent, secrets too.
    if len(said) == 1:
        raise ImproperlyConfigured(said[0])
    raise ImproperlyConfigured("\n- ".join([f"{len(said)} settings are wrong:", *said]))


def _sentence(error: ErrorDetails) -> str:
    if error["type"] == "value_error":
        return str(error["ctx"]["error"])
    name = str(error["loc"][0])
    field = Environment.model_fields[name]
    sent = f"{name}={str(error['input'])!r}"
    if error["type"] == "literal_error":
        return f"{sent} is unknown. Use one of {', '.join(get_args(field.annotation))}."
    lowest, highest = bounds(field)
    default = plain(str(extra(field)["shown"] or field.default))
    return (
        f"{sent} is not a whole number from {lowest} to {highest}. "
        f"Correct it, or unset it to use {default}."
    )


def extra(field: FieldInfo) -> dict[str, Any]:
    """What `_setting` notes of a field."""
    return cast("dict[str, Any]", field.json_schema_extra)


def bounds(field: FieldInfo) -> tuple[int, int]:
    """The lowest and the highest value of a number, both included."""
    rules = {type(rule): rule for rule in field.metadata}
    return rules[Ge].ge, rules[Le].le


def plain(text: str) -> str:
    """Markdown without its marks."""
    return re.sub(r"\[([^]]*)\]\(([^)]*)\)", r"\1: \2", text).replace("`", "")
