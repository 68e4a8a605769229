"""POST /customer-form: a meal subscription and the meals that were chosen for it."""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from oottam.catalogue import Catalogue
from oottam.enquiries.domain.subscriptions import ChosenMeal, SubscriptionWish
from oottam.enquiries.wire.choices import PlanDuration
from oottam.intake.calls import Customer
from oottam.intake.forms.common_fields import Email, FirstName, Phone, RequiredLastName, required
from oottam.intake.forms.fields import Field
from oottam.intake.limits import MOST_ENTRIES

LONGEST_PLAN_NAME = 20_000  # characters: all titles there are, joined by commas, and room to spare


class SelectedItem(msgspec.Struct):
    """A chosen meal as the page showed it (section 3 "Selected item")."""

    id: Annotated[Annotated[str, required(60)], Meta(title="Meal id")]
    title: Annotated[Annotated[str, required(300)], Meta(title="Meal title")]
    image: Annotated[Annotated[str, Meta(max_length=500)] | None, Meta(title="Meal image")] = ""
    desc: Annotated[Annotated[str, Meta(max_length=1000)] | None, Meta(title="Description")] = ""
    category: Annotated[Annotated[str, Meta(max_length=60)] | None, Meta(title="Category")] = ""

    def meal(self) -> ChosenMeal:
        """The meal in the domain's words."""
        return ChosenMeal(
            id=self.id,
            title=self.title,
            category=self.category or "",
            description=self.desc or "",
            image=self.image or "",
        )


class SelectedItems(Field[tuple[ChosenMeal, ...]]):
    """`selectedItems`: any number of meals up to a limit, none included."""

    wire: ClassVar[Any] = list[SelectedItem]
    schema: ClassVar[dict[str, Any]] = {
        "maxItems": MOST_ENTRIES,
        "description": "Ids of contract/catalogue/custom-choice.json, or W1-B-Monday and the like.",
    }

    @classmethod
    def check(cls, sent: list[SelectedItem], catalogue: Catalogue) -> tuple[ChosenMeal, ...]:
        """The meals, known to our menus or not."""
        return tuple(item.meal() for item in sent)


class CustomerForm(msgspec.Struct, kw_only=True):
    """A request for a subscription; only plan name and items may be missing (section 5)."""

    firstName: FirstName
    lastName: RequiredLastName
    phone: Phone
    email: Email
    planName: Annotated[
        Annotated[str, Meta(max_length=LONGEST_PLAN_NAME)] | None, Meta(title="Plan name")
    ] = ""
    planDuration: Annotated[PlanDuration, Meta(title="Plan duration")]
    selectedItems: Annotated[SelectedItems, Meta(title="Selected items")] = msgspec.field(
        default_factory=lambda: SelectedItems(())
    )

    def customer(self) -> Customer:
        """Who subscribes; first and last name in one."""
        return Customer(f"{self.firstName} {self.lastName}", email=self.email, phone=self.phone)

    def wish(self) -> SubscriptionWish:
        """The request in the domain's words."""
        return SubscriptionWish(
            plan_duration=self.planDuration.value,
            plan_name=self.planName or "",
            meals=self.selectedItems.value,
        )
