"""POST /api/nutrition."""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from oottam.catalogue import Catalogue
from oottam.enquiries.domain.nutrition import NutritionWish
from oottam.intake.calls import Customer
from oottam.intake.forms.common_fields import Email, Name, required, whole_number
from oottam.intake.forms.fields import Field, Problem, UnacceptableError

YOUNGEST, OLDEST = 1, 120  # years

OptionalText = Annotated[str, Meta(max_length=2000)] | None


class Age(Field[int]):
    """Years, as a number or as its digits: the form holds what was typed.

    A whole number, because portions follow from it: "thirty-ish", 0.5 or 300 would only be asked
    about again, and the customer is still at the form to correct it.
    """

    wire: ClassVar[Any] = Any
    schema: ClassVar[dict[str, Any]] = {
        "type": ["integer", "string"],
        "minimum": YOUNGEST,
        "maximum": OLDEST,
        "pattern": "^[0-9]{1,9}$",
        "description": "Years, as a number or as its digits; the bounds hold for both.",
    }

    @classmethod
    def check(cls, sent: Any, catalogue: Catalogue) -> int:
        """A whole number from 1 to 120."""
        value = whole_number(sent)
        if value is None or not YOUNGEST <= value <= OLDEST:
            raise UnacceptableError(Problem(f"must be a whole number from {YOUNGEST} to {OLDEST}."))
        return value


class NutritionForm(msgspec.Struct, kw_only=True):
    """A nutrition enquiry; allergies and preferred foods may be empty (section 5)."""

    name: Name
    age: Annotated[Age, Meta(title="Age")]
    email: Email
    dietaryGoal: Annotated[Annotated[str, required(2000)], Meta(title="Dietary goal")]
    allergies: Annotated[OptionalText, Meta(title="Allergies")] = ""
    preferredFoods: Annotated[OptionalText, Meta(title="Preferred foods")] = ""

    def customer(self) -> Customer:
        """Who asks; this form has no phone number."""
        return Customer(self.name, email=self.email)

    def wish(self) -> NutritionWish:
        """The enquiry in the domain's words."""
        return NutritionWish(
            age=self.age.value,
            dietary_goal=self.dietaryGoal,
            allergies=self.allergies or "",
            preferred_foods=self.preferredFoods or "",
        )
