"""Nutrition enquiries (specification, section 3).

Health data is never repeated: neither in the response, which a browser may store, nor in a log.
"""

from dataclasses import dataclass

from oottam.api.endpoints import AcceptedRequest, Customer, Receipt
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import NutritionEnquiry


@dataclass(frozen=True, slots=True)
class NutritionInput:
    """`age` in years; allergies and preferred foods may be empty."""

    age: int
    dietary_goal: str
    allergies: str
    preferred_foods: str


def accept(details: NutritionInput, customer: Customer, receipt: Receipt) -> AcceptedRequest:
    """Accept the enquiry; the form has no phone number, so staff reply by email."""
    return AcceptedRequest(
        customer=customer,
        message=lambda reference: (
            f"Thank you! We have received your nutrition enquiry {reference}. "
            "We will reply to you by email."
        ),
        rows=[
            Row(
                NutritionEnquiry,
                request_id=receipt.request_id,
                age=details.age,
                dietary_goal=details.dietary_goal,
                allergies=details.allergies,
                preferred_foods=details.preferred_foods,
            )
        ],
    )
