"""Nutrition enquiries (specification, section 3).

Health data is never repeated: neither in the response, which a browser may store, nor in a log.
"""

from typing import Annotated

from pydantic import Field

from oottam.api.endpoints import AcceptedRequest, Customer, Receipt
from oottam.api.forms import (
    Email,
    Form,
    Name,
    number_between,
    optional,
    required,
)
from oottam.catalogue import Catalogue
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import NutritionEnquiry

MIN_AGE, MAX_AGE = 1, 120  # years


class NutritionForm(Form):
    """A nutrition enquiry; allergies and preferred foods may be empty (section 5)."""

    name: Name
    # A whole number, because portions depend on it, and the customer can correct it in the form.
    age: Annotated[int, number_between(lambda _: (MIN_AGE, MAX_AGE), "Years")] = Field(title="Age")
    email: Email
    dietary_goal: str = required("Dietary goal", 2000)
    allergies: str | None = optional("Allergies", 2000)
    preferred_foods: str | None = optional("Preferred foods", 2000)


def accept(form: NutritionForm, receipt: Receipt, _: Catalogue) -> AcceptedRequest:
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
                request_id=receipt.request_id,
                age=form.age,
                dietary_goal=form.dietary_goal,
                allergies=form.allergies or "",
                preferred_foods=form.preferred_foods or "",
            )
        ],
    )
