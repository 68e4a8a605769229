"""Forms: request bodies as strict pydantic models, in the contract's camel case.

A form's fields have the shared types below; a Rule parses what JSON types, lengths and patterns cannot. An error per
invalid field names it by its title; unknown fields are recorded.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, ClassVar, Self, get_args

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

# The browsers' rule for <input type="email"> (WHATWG HTML, "valid e-mail address"), as one
# lookahead over the whole text.
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL = rf"^[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})*$(?!\n)"
# Browsers send minutes, and seconds depending on the input's step.
CLOCK = r"^(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$(?!\n)"
NON_BLANK = r"\S"

MAX_CLAIM = 10**12  # rupees
MAX_COUNT = 10**6
MAX_ECHO_LENGTH = 60  # characters of an unknown name in error messages

WHOLE_BODY = "The form"
_TEXTS = {
    "missing": "is required.",
    "string_type": "must be text.",
    "bool_type": "must be true or false.",
    "list_type": "must be a list.",
    "model_type": "must be an object.",
    "string_too_long": "is too long: at most {max_length} characters.",
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
    """Annotates a field with its parsing rule: `date: Annotated[int, Rule(days)]`.

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


def required(title: str, max_length: int) -> Any:
    """A required, non-blank text of at most `max_length` characters; `title` names it in error messages."""
    return Field(title=title, max_length=max_length, pattern=NON_BLANK)


def optional(title: str, max_length: int) -> Any:
    """An optional text: may be empty, null or missing."""
    return Field(default="", title=title, max_length=max_length)


Name = Annotated[str, required("Name", 200)]
FirstName = Annotated[str, required("First name", 200)]
LastName = Annotated[str | None, optional("Last name", 200)]
RequiredLastName = Annotated[str, required("Last name", 200)]
Phone = Annotated[str, required("Phone", 60)]
Address = Annotated[str, required("Address", 2000)]
DishName = Annotated[str, required("Dish name", 200)]
Email = Annotated[
    str,
    Field(title="Email", max_length=254, pattern=EMAIL),
    PatternMessage("must be an email address, such as name@example.com."),
]
# For phone orders only: the customer may have no email address.
OptionalEmail = Annotated[
    str,
    Field(default="", title="Email", max_length=254, pattern=rf"^$(?!\n)|{EMAIL}"),
    PatternMessage("must be an email address, such as name@example.com, or empty."),
]
ClockTime = Annotated[
    str,
    Field(title="Timing", max_length=8, pattern=CLOCK),
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


def number_between(bounds: Callable[[Catalogue], tuple[int, int]], unit: str) -> Rule:
    """A whole number, as a number or digits, within inclusive bounds of the catalogue."""

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
            "description": f"{unit}, as a number or as its digits; the bounds hold for both.",
        }

    return Rule(check, schema=schema)


def one_of(
    allowed: Callable[[Catalogue], tuple[str, ...]],
    schema: Callable[[Catalogue], dict[str, Any]] | None = None,
) -> Rule:
    """One of the texts of the shop's contract/; `schema` replaces their list in the JSON schema."""

    def check(sent: str, catalogue: Catalogue) -> str:
        if sent not in allowed(catalogue):
            raise RuleError(Violation(f"must be one of: {', '.join(allowed(catalogue))}."))
        return sent

    return Rule(
        check,
        wire=Annotated[str, Field(max_length=200, pattern=NON_BLANK)],
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
    @cache
    def without_email(cls) -> type[Self]:
        """Return this form with an optional `email`, for phone orders."""
        return create_model(f"{cls.__name__}ByPhone", __base__=cls, email=OptionalEmail)


@cache
def _fields(model: type[FormPart]) -> dict[str, tuple[FieldInfo, type[FormPart] | None]]:
    """Map wire names to fields, with the model of a nested object or list entry."""
    result = {}
    for name, field in model.model_fields.items():
        wires = [note.wire for note in field.metadata if isinstance(note, Rule)]
        result[field.alias or name] = field, _model_in(wires[0] if wires else field.annotation)
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
            elif part := fields[name][1]:
                yield from _extras(part, value, _join(path, name))


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
            field, part = _fields(model)[place]
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
    if field and kind in ("string_too_long", "string_pattern_mismatch"):
        if field.is_required() and not details["input"].strip():
            return _TEXTS["missing"]
        if kind == "string_pattern_mismatch":
            messages = (note.text for note in field.metadata if isinstance(note, PatternMessage))
            return next(messages, _ANY_OTHER_TEXT)
    return _TEXTS.get(kind, _ANY_OTHER_TEXT)
