"""Nutrition enquiries (specification, section 3).

Health data is never repeated: neither in the response, which a browser may store, nor in a log.
"""

from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from oottam.api.endpoints import AcceptedRequest, Arrival, Customer
from oottam.api.forms import (
    Email,
    Form,
    Name,
    Rule,
    RuleError,
    Violation,
    optional,
    required,
    whole_number,
)
from oottam.catalogue import Catalogue
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import UNCLEAR_AGE, NutritionEnquiry
from oottam.requests.models import Flag

AGES = range(1, 121)  # years


def parse_age(sent: Any, _: Catalogue) -> int:
    """Years as a number or digits; UNCLEAR_AGE for others ("1e2" passes the browser's checks), which staff ask about."""
    if sent == "":
        raise RuleError(Violation("is required."))
    if isinstance(sent, bool) or not isinstance(sent, (str, int, Decimal)):
        raise RuleError(Violation("must be a number."))
    years = whole_number(sent) or UNCLEAR_AGE
    return years if years in AGES else UNCLEAR_AGE


AGE_SCHEMA = {
    "type": ["number", "string"],
    "minLength": 1,
    "description": f"Years, {AGES.start} to {AGES.stop - 1}, as a number or as its digits; others are flagged.",
}


class NutritionForm(Form):
    """A nutrition enquiry; allergies and preferred foods may be empty (section 5)."""

    name: Name
    age: Annotated[int, Rule(parse_age, schema=lambda _: AGE_SCHEMA)] = Field(title="Age")
    email: Email
    dietary_goal: str = required("Dietary goal", 2000, missing=Flag.GOAL_MISSING)
    allergies: str | None = optional("Allergies", 2000)
    preferred_foods: str | None = optional("Preferred foods", 2000)


def accept(form: NutritionForm, arrival: Arrival, _: Catalogue) -> AcceptedRequest:
    """Accept the enquiry; the form has no phone number, so staff reply by email."""
    return AcceptedRequest(
        customer=Customer(form.name, email=form.email),
        message=lambda reference: (
            f"Thank you! We have received your nutrition enquiry {reference}. "
            "We will reply to you by email."
        ),
        rows=[
            Row(
                NutritionEnquiry,
                request_id=arrival.request_id,
                age=form.age,
                dietary_goal=form.dietary_goal,
                allergies=form.allergies or "",
                preferred_foods=form.preferred_foods or "",
            )
        ],
        flags=[Flag.AGE_UNCLEAR] if form.age == UNCLEAR_AGE else [],
    )
