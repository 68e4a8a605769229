"""Forms: request bodies as strict pydantic models, in the contract's camel case.

A form's fields have the shared types below; a Rule parses what JSON types and patterns cannot. An error per invalid
field names it by its title; unknown fields are recorded. Blank and long texts are accepted and flagged, because the
browser's `required` accepts blanks, and no text is shortened while it is typed.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple, Self, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidationError,
    ValidationInfo,
    create_model,
)
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, ErrorDetails, core_schema

from oottam.api.limits import MAX_ENTRIES
from oottam.catalogue import Catalogue
from oottam.core.money import nearest_paise
from oottam.core.responses import FieldError
from oottam.requests.models import Flag

# The browsers' rule for <input type="email"> (WHATWG HTML, "valid e-mail address"), as one
# lookahead over the whole text.
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL = rf"^[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})*$(?!\n)"
# Browsers send minutes, and seconds depending on the input's step.
CLOCK = r"^(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$(?!\n)"
NON_BLANK = r"\S"
# White space and invisible characters: controls, joiners, fillers, the braille blank.
_VISIBLE = re.compile(
    r"[^\s\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
ELLIPSIS = "…"

MAX_CLAIM = 10**12  # rupees
MAX_COUNT = 10**6
MAX_ECHO_LENGTH = 60  # characters of an unknown name in error messages

WHOLE_BODY = "The form"
_TEXTS = {
    "missing": "is required.",
    "string_too_short": "is required.",
    "string_type": "must be text.",
    "bool_type": "must be true or false.",
    "list_type": "must be a list.",
    "model_type": "must be an object.",
}
_ANY_OTHER_TEXT = "is not in the right format."


@dataclass(frozen=True, slots=True)
class Violation:
    """An error of a field or of a part of it.

    `message` follows the title; `title` replaces the field's own. For a list, `entry` is
    the position of the invalid entry, and `part` the field of that entry.
    """

    message: str
    title: str = ""
    entry: int | None = None
    part: str = ""


class RuleError(ValueError):
    """All violations of a rule.

    `malformed` holds the errors of entries with invalid types in the same list, which the rule did not check.
    """

    def __init__(self, *violations: Violation, malformed: ValidationError | None = None) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations
        self.malformed = malformed


@dataclass(frozen=True)
class Rule:
    """Annotates a field with its parsing rule: `days: Annotated[int, Rule(parse_days)]`.

    pydantic parses the input as the type `wire`. `check` converts the result to the field's value, with the form's
    catalogue, or raises RuleError. `schema` returns the rule's addition to the JSON schema of `wire`.
    """

    check: Callable[[Any, Catalogue], Any]
    wire: Any = Any
    schema: Callable[[Catalogue], dict[str, Any]] = lambda _: {}

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        metadata = {"rule": self}
        if self.wire is Any:  # counts and amounts, which are frequent
            return core_schema.with_info_plain_validator_function(self._read_any, metadata=metadata)
        return core_schema.with_info_wrap_validator_function(
            self._read, handler.generate_schema(self.wire), metadata=metadata
        )

    def _read_any(self, sent: Any, info: ValidationInfo[Catalogue]) -> Any:
        _require_few(sent)
        return self.check(sent, info.context)

    def _read(self, sent: Any, read: Callable[[Any], Any], info: ValidationInfo[Catalogue]) -> Any:
        _require_few(sent)
        try:
            value = read(sent)
        except ValidationError as malformed:
            if isinstance(sent, list):
                self._check_other_entries(sent, read, info.context, malformed)
            raise
        return self.check(value, info.context)

    def _check_other_entries(
        self,
        sent: list[Any],
        read: Callable[[Any], Any],
        catalogue: Catalogue,
        malformed: ValidationError,
    ) -> None:
        """Apply the rule to the well-formed entries, also if others are malformed."""
        places = [error["loc"] for error in malformed.errors(include_url=False)]
        if () in places:  # not a list field
            return
        malformed_positions = {place[0] for place in places}
        positions = [
            position for position in range(len(sent)) if position not in malformed_positions
        ]
        try:
            self.check(read([sent[position] for position in positions]), catalogue)
        except RuleError as rule_error:
            violations = [
                replace(violation, entry=positions[violation.entry])
                for violation in rule_error.violations
                if violation.entry
                is not None  # no violation of the whole list: some entries are missing
            ]
            raise RuleError(*violations, malformed=malformed) from None


def _require_few(sent: Any) -> None:
    """Check a list's length before its entries."""
    if isinstance(sent, (list, dict)) and len(sent) > MAX_ENTRIES:
        raise RuleError(Violation(f"are too many: at most {MAX_ENTRIES}."))


@dataclass(frozen=True, slots=True)
class PatternMessage:
    """Annotates a text field with the error message for a pattern mismatch."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """Annotates a text field with what its column holds: at most `max_length` characters, and no blanks alone.

    A longer text is shortened, or left out if `shortens` is False, and flagged `long`; blanks become "" and are flagged
    `missing`. The request's body keeps the whole text.
    """

    max_length: int
    long: Flag = Flag.LONG_TEXT
    missing: Flag | None = None
    shortens: bool = True

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._fit, handler(source))

    def _fit(self, sent: str | None) -> str | None:
        if sent is None or is_blank(sent):
            return sent and ""
        if len(sent) <= self.max_length:
            return sent
        return sent[: self.max_length - len(ELLIPSIS)] + ELLIPSIS if self.shortens else ""

    def flag(self, sent: str) -> Flag | None:
        """Return the flag of a submitted text."""
        if sent and is_blank(sent):
            return self.missing
        return self.long if len(sent) > self.max_length else None


def is_blank(text: str) -> bool:
    """Whether nothing of a text is visible."""
    return not _VISIBLE.search(text)


def required(
    title: str, max_length: int, *, long: Flag = Flag.LONG_TEXT, missing: Flag | None = None
) -> Any:
    """A required text, of which `max_length` characters are stored; `title` names it in error messages.

    Blanks are accepted and flagged `missing`; without that flag they are an error, as "" is.
    """
    filled: dict[str, Any] = {"min_length": 1} if missing else {"pattern": NON_BLANK}
    return _field(Text(max_length, long, missing), title=title, **filled)


def optional(title: str, max_length: int, *, long: Flag = Flag.LONG_TEXT) -> Any:
    """An optional text: may be empty, null or missing."""
    return _field(Text(max_length, long), default="", title=title)


def _field(text: Text, **options: Any) -> Any:
    field = Field(**options)
    field.metadata.append(text)
    return field


Name = Annotated[str, required("Name", 401, long=Flag.LONG_NAME, missing=Flag.NAME_MISSING)]
FirstName = Annotated[
    str, required("First name", 200, long=Flag.LONG_NAME, missing=Flag.NAME_MISSING)
]
LastName = Annotated[str | None, optional("Last name", 200, long=Flag.LONG_NAME)]
RequiredLastName = Annotated[
    str, required("Last name", 200, long=Flag.LONG_NAME, missing=Flag.LAST_NAME_MISSING)
]
Phone = Annotated[str, required("Phone", 60, long=Flag.LONG_PHONE, missing=Flag.PHONE_MISSING)]
Address = Annotated[
    str, required("Address", 2000, long=Flag.LONG_ADDRESS, missing=Flag.ADDRESS_MISSING)
]
DishName = Annotated[str, required("Dish name", 200)]
# Mail servers accept no longer address; a shortened one would be another person's.
_MAILBOX = Text(254, Flag.LONG_EMAIL, shortens=False)
Email = Annotated[
    str,
    Field(title="Email", pattern=EMAIL),
    PatternMessage("must be an email address, such as name@example.com."),
    _MAILBOX,
]
# For phone orders only: the customer may have no email address.
OptionalEmail = Annotated[
    str,
    Field(default="", title="Email", pattern=rf"^$(?!\n)|{EMAIL}"),
    PatternMessage("must be an email address, such as name@example.com, or empty."),
    _MAILBOX,
]
ClockTime = Annotated[
    str,
    Field(title="Timing", pattern=CLOCK),
    PatternMessage("must be a time from 00:00 to 23:59, such as 08:30."),
]


def quoted(name: str) -> str:
    """Shorten a submitted name for error messages."""
    return f"“{name[:MAX_ECHO_LENGTH]}”"


def whole_number(sent: Any) -> int | None:
    """Parse a whole number from a number or ASCII digits; None for anything else.

    Specification, section 3: the tray form sends its days as text, the others as a number. `true`,
    fractions and digits of other scripts are invalid.
    """
    if isinstance(sent, str):
        return int(sent) if re.fullmatch("[0-9]{1,9}", sent) else None
    if isinstance(sent, bool) or not isinstance(sent, (int, Decimal)) or sent != int(sent):
        return None
    return int(sent)


def days_between(bounds: Callable[[Catalogue], tuple[int, int]]) -> Rule:
    """A whole number of days, as a number or digits, within inclusive bounds of the catalogue."""

    def check(sent: Any, catalogue: Catalogue) -> int:
        minimum, maximum = bounds(catalogue)
        value = whole_number(sent)
        if value is None or not minimum <= value <= maximum:
            raise RuleError(Violation(f"must be a whole number from {minimum} to {maximum}."))
        return value

    def schema(catalogue: Catalogue) -> dict[str, Any]:
        minimum, maximum = bounds(catalogue)
        return {
            "type": ["integer", "string"],
            "minimum": minimum,
            "maximum": maximum,
            "pattern": "^[0-9]{1,9}$",
            "description": "Days, as a number or as its digits; the bounds hold for both.",
        }

    return Rule(check, schema=schema)


def one_of(
    allowed: Callable[[Catalogue], tuple[str, ...]],
    schema: Callable[[Catalogue], dict[str, Any]] | None = None,
) -> Rule:
    """One of the texts of the shop's contract/; `schema` replaces their list in the JSON schema."""

    def check(sent: str, catalogue: Catalogue) -> str:
        if is_blank(sent):
            raise RuleError(Violation(_TEXTS["missing"]))
        if sent not in allowed(catalogue):
            raise RuleError(Violation(f"must be one of: {', '.join(allowed(catalogue))}."))
        return sent

    return Rule(
        check,
        wire=str,
        schema=schema or (lambda catalogue: {"enum": list(allowed(catalogue))}),
    )


def claimed_count(sent: Any, catalogue: Catalogue) -> int | None:
    """The client's number of items. A claim may be missing or wrong, but not malformed."""
    if sent is None or sent == "":
        return None
    value = whole_number(sent)
    if value is None or not 0 <= value <= MAX_COUNT:
        raise RuleError(Violation("must be a whole number."))
    return value


def claimed_amount(sent: Any, catalogue: Catalogue) -> int | None:
    """The client's price in paise, from rupees as a JSON number.

    Rounds to whole paise, as floats are inexact.
    """
    if sent is None:
        return None
    if isinstance(sent, bool) or not isinstance(sent, (int, Decimal)):
        raise RuleError(Violation("must be a number."))
    amount = Decimal(sent)
    if abs(amount) > MAX_CLAIM:
        raise RuleError(Violation("is too large."))
    return nearest_paise(amount)


ClaimedCount = Annotated[
    int | None,
    Rule(
        claimed_count,
        schema=lambda _: {
            "type": ["integer", "string", "null"],
            "minimum": 0,
            "maximum": MAX_COUNT,
            "pattern": "^[0-9]{0,9}$",
            "description": "What the sender counted; compared with ours, never relied on.",
        },
    ),
]
ClaimedAmount = Annotated[
    int | None,
    Rule(
        claimed_amount,
        schema=lambda _: {
            "type": ["number", "null"],
            "minimum": -MAX_CLAIM,
            "maximum": MAX_CLAIM,
            "description": "Rupees, as the sender calculated them; compared with ours, never charged.",
        },
    ),
]


class FormError(Exception):
    """The body is invalid; `errors` lists all invalid fields."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__(f"invalid fields: {len(errors)}")
        self.errors = errors


class FormPart(BaseModel):
    """An object within a form. A field's `title` names it in sentences to customers."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        strict=True,
        alias_generator=to_camel,
        extra="ignore",
        hide_input_in_errors=True,
        regex_engine="python-re",  # patterns use lookahead
    )


class Form(FormPart):
    """The body of a request to an endpoint."""

    @classmethod
    def read(cls, body: Any, catalogue: Catalogue) -> Self:
        """Validate a decoded JSON body with this catalogue; return the form. Raises FormError."""
        try:
            return cls.model_validate(body, context=catalogue)
        except ValidationError as error:
            raise FormError(list(_field_errors(cls, error))) from None

    @classmethod
    def extras(cls, body: Any, limit: int) -> list[str]:
        """Return the paths of the first unknown fields, without duplicates; entries of a list share a path."""
        result: dict[str, None] = {}
        for path in _extras(cls, body, ""):
            result[path] = None
            if len(result) == limit:
                break
        return list(result)

    @classmethod
    def flags(cls, body: Any) -> list[Flag]:
        """Return the flags of a valid body's texts, without duplicates."""
        found = (text.flag(sent) for _, text, sent in _texts(cls, body))
        return list(dict.fromkeys(filter(None, found)))

    @classmethod
    def long_texts(cls, body: Any) -> list[tuple[str, str]]:
        """Return the title and text of each field that is stored shortened, or not at all."""
        return [
            (title, sent) for title, text, sent in _texts(cls, body) if text.flag(sent) == text.long
        ]

    @classmethod
    @cache
    def without_email(cls) -> type[Self]:
        """Return this form with an optional `email`, for phone orders."""
        return create_model(f"{cls.__name__}ByPhone", __base__=cls, email=OptionalEmail)


class _Wire(NamedTuple):
    """A field, the model of a nested object or list entry, and the bounds of a text."""

    field: FieldInfo
    part: type[FormPart] | None
    text: Text | None


@cache
def _fields(model: type[FormPart]) -> dict[str, _Wire]:
    """Map wire names to fields."""
    result = {}
    for name, field in model.model_fields.items():
        wires = [note.wire for note in field.metadata if isinstance(note, Rule)]
        part = _model_in(wires[0] if wires else field.annotation)
        text = next((note for note in field.metadata if isinstance(note, Text)), None)
        result[field.alias or name] = _Wire(field, part, text)
    return result


def _model_in(kind: Any) -> type[FormPart] | None:
    if isinstance(kind, type) and issubclass(kind, FormPart):
        return kind
    return next(filter(None, map(_model_in, get_args(kind))), None)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path and name else path or name


def _extras(model: type[FormPart], sent: Any, path: str) -> Iterator[str]:
    if isinstance(sent, list):
        for entry in sent:
            yield from _extras(model, entry, f"{path}[]")
    elif isinstance(sent, dict):
        fields = _fields(model)
        for name, value in sent.items():
            if name not in fields:
                yield _join(path, name)
            elif part := fields[name].part:
                yield from _extras(part, value, _join(path, name))


def _texts(model: type[FormPart], sent: Any) -> Iterator[tuple[str, Text, str]]:
    """The title, bounds and value of each text of a valid body."""
    if isinstance(sent, list):
        for entry in sent:
            yield from _texts(model, entry)
    elif isinstance(sent, dict):
        for name, (field, part, text) in _fields(model).items():
            value = sent.get(name)
            if text and isinstance(value, str):
                yield field.title or name, text, value
            elif part:
                yield from _texts(part, value)


def _field_errors(
    model: type[FormPart], error: ValidationError, path: str = "", title: str = WHOLE_BODY
) -> Iterator[FieldError]:
    """Convert pydantic's errors of `model` at `path` to field errors with messages."""
    for details in error.errors(include_url=False):
        yield from _sentences(model, details, path, title)


def _sentences(
    model: type[FormPart], details: ErrorDetails, path: str, title: str
) -> Iterator[FieldError]:
    field = None
    for place in details["loc"]:
        if isinstance(place, int):
            path, title, field = f"{path}[{place}]", f"{title}, entry {place + 1},", None
        else:
            field, part, _ = _fields(model)[place]
            model = part or model
            path, title = _join(path, place), field.title or place
    context = details.get("ctx", {})
    if isinstance(rule_error := context.get("error"), RuleError):
        if rule_error.malformed:
            yield from _field_errors(model, rule_error.malformed, path, title)
        for violation in rule_error.violations:
            here = path if violation.entry is None else f"{path}[{violation.entry}]"
            sentence = f"{violation.title or title} {violation.message}"
            yield FieldError(_join(here, violation.part), sentence)
    else:
        yield FieldError(path, f"{title} {_text(details, field).format_map(context)}")


def _text(details: ErrorDetails, field: FieldInfo | None) -> str:
    """Return the message of one error, without the title."""
    kind = details["type"]
    if field and kind == "string_pattern_mismatch":
        if field.is_required() and is_blank(details["input"]):
            return _TEXTS["missing"]
        messages = (note.text for note in field.metadata if isinstance(note, PatternMessage))
        return next(messages, _ANY_OTHER_TEXT)
    return _TEXTS.get(kind, _ANY_OTHER_TEXT)
