"""Types of settings: parsing, and messages for invalid values."""

import re
from datetime import date, time
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, cast

from annotated_types import Ge, Le
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainValidator,
    ValidationInfo,
    model_validator,
)
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo
from pydantic_core import PydanticKnownError
from pydantic_settings import BaseSettings, SettingsConfigDict

CHECKOUT = Path(__file__).resolve().parents[3]
MEALS = ("breakfast", "lunch", "dinner", "event")
CALLS = ("event", "subscription", "appointment", "nutrition", "nonveg", "veg", "combos", "tray")
MAX_LABEL_SHIFT = 20.0  # millimetres
MAX_RETENTION_MONTHS = 240
_ADDRESS = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+")
_CLOCK = re.compile("([01][0-9]|2[0-3]):[0-5][0-9]")
_LENGTHS = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?),\s*(-?[0-9]+(?:\.[0-9]+)?)", re.ASCII)
_BASE = re.compile(r"https?://[a-z0-9.\-]+(:[0-9]+)?(/[A-Za-z0-9._~\-]+)*")
_ORIGIN = re.compile(r"https?://[a-z0-9.\-]+(:[0-9]+)?")


def _require_digits(value: str) -> str:
    """Reject "+5", "1_000" and "80.0", which Pydantic accepts."""
    if not (value.isascii() and value.isdigit()):
        raise PydanticKnownError("int_parsing")
    return value


def _parse_switch(value: str, info: ValidationInfo) -> bool:
    if value not in ("0", "1"):
        raise ValueError(f"{info.field_name}={value!r} is neither 0 nor 1. Set it to one of them.")
    return value == "1"


def _split(value: str) -> list[str]:
    return [item.strip() for item in value.split(",") if item.strip()]


def _check_origin(value: str, info: ValidationInfo) -> str:
    if not _ORIGIN.fullmatch(value):
        raise ValueError(
            f"{info.field_name} holds {value!r}, which is no origin. Write https://name or "
            "https://name:port, in small letters and without a path."
        )
    return value


def _parse_call_bases(value: str, info: ValidationInfo) -> dict[str, str]:
    """Addresses by the name of the call (frontend/shared/http/callBases.ts)."""
    result = {}
    for word in _split(value):
        call, _, base = word.partition("=")
        if call not in CALLS or not _BASE.fullmatch(base):
            raise ValueError(
                f"{info.field_name} holds {word!r}. Write one of {', '.join(CALLS)}, = and a whole address without a "
                "slash at its end, such as veg=https://orders.example.com."
            )
        result[call] = base
    return result


def _check_internet_address(value: str, info: ValidationInfo) -> str:
    try:
        return str(ip_address(value)) if value else ""
    except ValueError:
        raise ValueError(
            f"{info.field_name}={value!r} is not an internet address. "
            "Write one such as 127.0.0.1 or ::1."
        ) from None


def _check_email_address(value: str, info: ValidationInfo) -> str:
    if value and not (value.isascii() and _ADDRESS.fullmatch(value)):
        raise ValueError(
            f"{info.field_name}={value!r} is not an e-mail address. "
            "Write one such as orders@example.com."
        )
    return value


def parse_times(value: str, info: ValidationInfo) -> dict[str, time]:
    parsed = dict.fromkeys(MEALS, time(18))
    for item in _split(value):
        meal, _, clock = item.rpartition("=")
        if not _CLOCK.fullmatch(clock) or meal not in ("", *MEALS):
            raise ValueError(
                f"{info.field_name} holds {item!r}, which is no time. Write one for all, such as "
                f"18:00, or {MEALS[0]}=18:00, joined by commas, for any of {', '.join(MEALS)}."
            )
        parsed.update(dict.fromkeys([meal] if meal else MEALS, time.fromisoformat(clock)))
    return parsed


def parse_monday(value: str, info: ValidationInfo) -> date:
    try:
        day = date.fromisoformat(value)
    except ValueError:
        day = None
    if day is None or day.weekday() != 0:
        raise ValueError(f"{info.field_name}={value!r} is no Monday. Write one as 2026-11-02.")
    return day


def parse_lengths(value: str, info: ValidationInfo) -> tuple[float, float]:
    parsed = _LENGTHS.fullmatch(value)
    right, down = (float(parsed[1]), float(parsed[2])) if parsed else (MAX_LABEL_SHIFT + 1, 0.0)
    if not abs(right) <= MAX_LABEL_SHIFT >= abs(down):
        raise ValueError(
            f"{info.field_name}={value!r} is no pair of lengths. Write millimetres to the right and "
            f"down, such as 0.5,-1, none of them above {MAX_LABEL_SHIFT:g}."
        )
    return right, down


Number = Annotated[int, BeforeValidator(_require_digits)]
CallBases = Annotated[dict[str, str], BeforeValidator(_parse_call_bases)]
Switch = Annotated[bool, PlainValidator(_parse_switch)]
Upper = BeforeValidator(str.upper)
Words = Annotated[list[str], BeforeValidator(_split)]
Origins = Annotated[list[Annotated[str, AfterValidator(_check_origin)]], BeforeValidator(_split)]
InternetAddress = Annotated[str, AfterValidator(_check_internet_address)]
EmailAddress = Annotated[str, AfterValidator(_check_email_address)]
Folder = Annotated[Path, AfterValidator(lambda path: path.expanduser().resolve())]


def setting(
    default: Any,
    meaning: str,
    *,
    default_text: str = "",
    values: str = "",
    least: int = 0,
    **rules: Any,
) -> Any:
    """Define a field. `default_text` and `values` are for the docs; `least` is the minimum in months, apart from 0."""
    extra: JsonDict = {"default_text": default_text, "values": values, "least": least}
    return Field(default, description=meaning, json_schema_extra=extra, **rules)


def months_setting(default: int, least: int, meaning: str) -> Any:
    return setting(default, meaning, least=least, ge=0, le=MAX_RETENTION_MONTHS)


def rate_setting(default: int, meaning: str) -> Any:
    return setting(default, meaning, ge=0, le=1_000_000)


def extra(field: FieldInfo) -> dict[str, Any]:
    """Return the field's `default_text`, `values` and `least`."""
    return cast("dict[str, Any]", field.json_schema_extra)


def bounds(field: FieldInfo) -> tuple[int, int]:
    """Return a number's inclusive bounds."""
    rules = {type(rule): rule for rule in field.metadata}
    return rules[Ge].ge, rules[Le].le


def strip_markdown(text: str) -> str:
    """Convert Markdown to bare text."""
    return re.sub(r"\[([^]]*)\]\(([^)]*)\)", r"\1: \2", text).replace("`", "")


class EnvironmentSettings(BaseSettings):
    """Read from the environment only: systemd and Compose read .env files. Strips values; blank ones are unset, as
    Compose passes `SMTP_HOST=`.

    Fields are validated in order: a validator only sees valid fields above its own.
    """

    model_config = SettingsConfigDict(
        case_sensitive=True,
        enable_decoding=False,
        frozen=True,
        hide_input_in_errors=True,
        validate_default=False,
    )

    @model_validator(mode="before")
    @classmethod
    def _drop_blanks(cls, environment: dict[str, str]) -> dict[str, str]:
        return {name: value.strip() for name, value in environment.items() if value.strip()}
