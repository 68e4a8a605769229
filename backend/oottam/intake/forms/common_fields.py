"""The fields that several of the eight forms share."""

import re
from decimal import Decimal
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from oottam.catalogue import Catalogue
from oottam.common.money import nearest_paise
from oottam.intake.forms.fields import Field, Problem, UnacceptableError

# The browsers' own rule for <input type="email"> (WHATWG HTML, "valid e-mail address"), written
# here as a look at the whole text.
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL = rf"^[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})*$(?!\n)"
# Browsers send minutes, and seconds too where the step asks for them.
CLOCK = r"^(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$(?!\n)"
FILLED_IN = r"\S"

LARGEST_CLAIM = 10**12  # rupees
LARGEST_COUNT = 10**6


def required(longest: int) -> Meta:
    """Text that holds more than blanks, of at most `longest` characters."""
    return Meta(pattern=FILLED_IN, max_length=longest)


OptionalName = Annotated[str, Meta(max_length=200)] | None

Name = Annotated[Annotated[str, required(200)], Meta(title="Name")]
FirstName = Annotated[Annotated[str, required(200)], Meta(title="First name")]
LastName = Annotated[OptionalName, Meta(title="Last name")]
RequiredLastName = Annotated[Annotated[str, required(200)], Meta(title="Last name")]
Phone = Annotated[Annotated[str, required(60)], Meta(title="Phone")]
Address = Annotated[Annotated[str, required(2000)], Meta(title="Address")]
DishName = Annotated[Annotated[str, required(200)], Meta(title="Dish name")]
Email = Annotated[
    str,
    Meta(
        title="Email",
        pattern=EMAIL,
        max_length=254,
        extra={"says": "must be an email address, such as name@example.com."},
    ),
]
# Only where somebody of the staff has spoken with the customer, who may have none.
OptionalEmail = Annotated[
    str,
    Meta(
        title="Email",
        pattern=rf"^$(?!\n)|{EMAIL}",
        max_length=254,
        extra={"says": "must be an e-mail address, such as name@example.com, or empty."},
    ),
]
ClockTime = Annotated[
    str,
    Meta(
        title="Timing",
        pattern=CLOCK,
        max_length=8,
        extra={"says": "must be a time from 00:00 to 23:59, such as 08:30."},
    ),
]


def whole_number(sent: Any) -> int | None:
    """A whole number sent as a number or as ASCII digits; None for anything else.

    Section 3: the tray form holds its days as text, the others as a number. `true`, fractions and
    the digits of other scripts are not numbers here.
    """
    if isinstance(sent, str):
        return int(sent) if re.fullmatch("[0-9]{1,9}", sent) else None
    if isinstance(sent, bool) or not isinstance(sent, (int, Decimal)) or sent != int(sent):
        return None
    return int(sent)


class ClaimedCount(Field[int | None]):
    """How many items the sender says there are; None when it does not say."""

    wire: ClassVar[Any] = Any
    schema: ClassVar[dict[str, Any]] = {
        "type": ["integer", "string", "null"],
        "minimum": 0,
        "maximum": LARGEST_COUNT,
        "pattern": "^[0-9]{0,9}$",
        "description": "What the sender counted; compared with ours, never relied on.",
    }

    @classmethod
    def check(cls, sent: Any, catalogue: Catalogue) -> int | None:
        """A claim may be absent or wrong, but not malformed."""
        if sent is None or sent == "":
            return None
        value = whole_number(sent)
        if value is None or not 0 <= value <= LARGEST_COUNT:
            raise UnacceptableError(Problem("must be a whole number."))
        return value


class ClaimedAmount(Field[int | None]):
    """What the sender says something costs, in paise; None when it does not say."""

    wire: ClassVar[Any] = Any
    schema: ClassVar[dict[str, Any]] = {
        "type": ["number", "null"],
        "minimum": -LARGEST_CLAIM,
        "maximum": LARGEST_CLAIM,
        "description": "Rupees, as the sender calculated them; compared with ours, never charged.",
    }

    @classmethod
    def check(cls, sent: Any, catalogue: Catalogue) -> int | None:
        """Rupees as a JSON number; the noise of floats below half a paisa is rounded away."""
        if sent is None:
            return None
        if isinstance(sent, bool) or not isinstance(sent, (int, Decimal)):
            raise UnacceptableError(Problem("must be a number."))
        amount = Decimal(sent)
        if abs(amount) > LARGEST_CLAIM:
            raise UnacceptableError(Problem("is too large."))
        return nearest_paise(amount)


# Factories, because msgspec cannot write a Field as the default in a JSON Schema.
NO_COUNT = msgspec.field(default_factory=lambda: ClaimedCount(None))
NO_AMOUNT = msgspec.field(default_factory=lambda: ClaimedAmount(None))
