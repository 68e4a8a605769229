"""Types of settings: how a value of the environment is parsed, and the sentence for one that is wrong."""

import re
import warnings
from collections.abc import Mapping
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
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

CHECKOUT = Path(__file__).resolve().parents[3]
MEALS = ("breakfast", "lunch", "dinner", "event")
MAX_LABEL_SHIFT = 20.0  # millimetres
MAX_RETENTION_MONTHS = 240
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


def parse_times(sent: str, info: ValidationInfo) -> dict[str, time]:
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


def parse_monday(sent: str, info: ValidationInfo) -> date:
    try:
        day = date.fromisoformat(sent)
    except ValueError:
        day = None
    if day is None or day.weekday() != 0:
        raise ValueError(f"{info.field_name}={sent!r} is no Monday. Write one as 2026-11-02.")
    return day


def parse_lengths(sent: str, info: ValidationInfo) -> tuple[float, float]:
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


def setting(
    default: Any,
    meaning: str,
    *,
    default_text: str = "",
    values: str = "",
    least: int = 0,
    **rules: Any,
) -> Any:
    """A field: `default_text` is its default in words, `values` what may be set, `least` its months unless 0."""
    extra: JsonDict = {"default_text": default_text, "values": values, "least": least}
    return Field(default, description=meaning, json_schema_extra=extra, **rules)


def months_setting(default: int, least: int, meaning: str) -> Any:
    return setting(default, meaning, least=least, ge=0, le=MAX_RETENTION_MONTHS)


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


class EnvironmentSettings(BaseSettings):
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
        return InitSettingsSource(
            settings_cls, init_kwargs=_renamed_settings(settings_cls, sent)
        ), env_settings

    @model_validator(mode="before")
    @classmethod
    def _drop_blanks(cls, sent: dict[str, str]) -> dict[str, str]:
        return {name: value.strip() for name, value in sent.items() if value.strip()}


def _renamed_settings(
    settings: type[BaseSettings], sent: Mapping[str, str | None]
) -> dict[str, Any]:
    """Read retention settings by their names from before 0.5.0, which 0.6.0 drops; a new name wins."""
    renamed: dict[str, Any] = {}
    for name in settings.model_fields:
        old = name.replace("_RETENTION_", "_KEPT_")
        value = (sent.get(old) or "").strip()
        if old != name and value and not (sent.get(name) or "").strip():
            warnings.warn(f"{old} is now called {name}. Rename it.", FutureWarning, stacklevel=2)
            renamed[name] = value
    return renamed
