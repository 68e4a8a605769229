"""Field types that several forms share."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from oottam.api.forms.rules import Rule, RuleError, Violation
from oottam.catalogue import Catalogue
from oottam.core.money import nearest_paise

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
