"""Nutrition enquiries (specification, section 3). What they tell of a person's health is repeated
nowhere: not in the reply, which a browser may keep, and not in a log.
"""

from dataclasses import dataclass

from oottam.api.endpoints import Accepted, Customer, Receipt
from oottam.core.db.bulk_insert import Row
from oottam.enquiries.models import NutritionEnquiry


@dataclass(frozen=True, slots=True)
class NutritionWish:
    """`age` in years; allergies and preferred foods may be empty."""

    age: int
    dietary_goal: str
    allergies: str
    preferred_foods: str


def take(wish: NutritionWish, customer: Customer, receipt: Receipt) -> Accepted:
    """The enquiry; its form asks for no phone number, so that somebody writes."""
    return Accepted(
        customer=customer,
        message=lambda reference: (
            f"Thank you! We have received your nutrition enquiry {reference}. "
            "We will reply to you by email."
        ),
        rows=[
            Row(
                NutritionEnquiry,
                request_id=receipt.request_id,
                age=wish.age,
                dietary_goal=wish.dietary_goal,
                allergies=wish.allergies,
                preferred_foods=wish.preferred_foods,
            )
        ],
    )
