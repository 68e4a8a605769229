"""Request bodies of the four enquiry endpoints (specification, sections 3 and 5)."""

from typing import Annotated

from pydantic import Field

from oottam.api.endpoints import Customer
from oottam.api.forms.fields import (
    Address,
    Email,
    FirstName,
    Name,
    Phone,
    RequiredLastName,
    number_between,
    one_of,
    optional,
    required,
)
from oottam.api.forms.form import Form, FormPart
from oottam.api.forms.rules import Rule
from oottam.api.limits import MAX_ENTRIES
from oottam.catalogue import Catalogue
from oottam.enquiries.domain.appointments import AppointmentInput
from oottam.enquiries.domain.events import EventInput
from oottam.enquiries.domain.nutrition import NutritionInput
from oottam.enquiries.domain.subscriptions import ChosenMeal, SubscriptionInput

MAX_PLAN_NAME_LENGTH = 20_000  # characters: all titles joined by commas, with a margin
MIN_AGE, MAX_AGE = 1, 120  # years


def _plan_durations(catalogue: Catalogue) -> tuple[str, ...]:
    return tuple(duration.value for duration in catalogue.rules.plan_durations)


class SelectedItem(FormPart):
    """A chosen meal as the page showed it (section 3 "Selected item")."""

    id: str = required("Meal id", 60)
    title: str = required("Meal title", 300)
    image: str | None = optional("Meal image", 500)
    desc: str | None = optional("Description", 1000)
    category: str | None = optional("Category", 60)


def parse_meals(sent: list[SelectedItem], catalogue: Catalogue) -> tuple[ChosenMeal, ...]:
    """Convert the meals to the domain's type, whether on the menus or not."""
    return tuple(
        ChosenMeal(
            id=item.id,
            title=item.title,
            category=item.category or "",
            description=item.desc or "",
            image=item.image or "",
        )
        for item in sent
    )


MEALS_SCHEMA = {
    "maxItems": MAX_ENTRIES,
    "description": "Ids of contract/catalogue/custom-choice.json, or W1-B-Monday and the like.",
}


class CustomerForm(Form):
    """A request for a subscription; only plan name and items may be missing (section 5)."""

    first_name: FirstName
    last_name: RequiredLastName
    phone: Phone
    email: Email
    plan_name: str | None = optional("Plan name", MAX_PLAN_NAME_LENGTH)
    plan_duration: Annotated[str, one_of(_plan_durations)] = Field(title="Plan duration")
    selected_items: Annotated[
        tuple[ChosenMeal, ...], Rule(parse_meals, list[SelectedItem], lambda _: MEALS_SCHEMA)
    ] = Field((), title="Selected items")

    def customer(self) -> Customer:
        """The customer, with first and last name joined."""
        return Customer(f"{self.first_name} {self.last_name}", email=self.email, phone=self.phone)

    def to_input(self) -> SubscriptionInput:
        return SubscriptionInput(self.plan_duration, self.plan_name or "", self.selected_items)


class EventForm(Form):
    """An event enquiry; the message may be empty (section 5)."""

    name: Name
    email: Email
    phone: Phone
    event_type: Annotated[str, one_of(lambda catalogue: catalogue.rules.event_types)] = Field(
        title="Event type"
    )
    message: str | None = optional("Message", 5000)

    def customer(self) -> Customer:
        return Customer(self.name, email=self.email, phone=self.phone)

    def to_input(self) -> EventInput:
        return EventInput(self.event_type, self.message or "")


# Doctors differ from shop to shop; the contract's document does not.
DOCTORS_SCHEMA = {"description": "One of doctors.names in contract/site.json."}


class AppointmentForm(Form):
    """A request for an appointment, whose path section 7 leaves open; all of it is required (section 5)."""

    name: Name
    phone: Phone
    address: Address
    email: Email
    doctor_name: Annotated[
        str, one_of(lambda catalogue: catalogue.site.doctors, lambda _: DOCTORS_SCHEMA)
    ] = Field(title="Doctor")

    def customer(self) -> Customer:
        return Customer(self.name, email=self.email, phone=self.phone)

    def to_input(self) -> AppointmentInput:
        return AppointmentInput(self.doctor_name, self.address)


class NutritionForm(Form):
    """A nutrition enquiry; allergies and preferred foods may be empty (section 5)."""

    name: Name
    # A whole number, because portions depend on it, and the customer can correct it in the form.
    age: Annotated[int, number_between(lambda _: (MIN_AGE, MAX_AGE), "Years")] = Field(title="Age")
    email: Email
    dietary_goal: str = required("Dietary goal", 2000)
    allergies: str | None = optional("Allergies", 2000)
    preferred_foods: str | None = optional("Preferred foods", 2000)

    def customer(self) -> Customer:
        """The customer; this form has no phone number."""
        return Customer(self.name, email=self.email)

    def to_input(self) -> NutritionInput:
        return NutritionInput(
            self.age, self.dietary_goal, self.allergies or "", self.preferred_foods or ""
        )
