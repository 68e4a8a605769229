"""The fields that veg, non-veg and tray orders share."""

from datetime import time
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from oottam.catalogue import Catalogue
from oottam.intake.calls import Customer
from oottam.intake.forms.common_fields import (
    NO_AMOUNT,
    NO_COUNT,
    Address,
    ClaimedAmount,
    ClaimedCount,
    ClockTime,
    Email,
    FirstName,
    LastName,
    Phone,
    whole_number,
)
from oottam.intake.forms.fields import Field, Problem, UnacceptableError
from oottam.orders.domain.plan_orders import PlanOrder
from oottam.orders.wire.dishes import ChosenDishes


class Days(Field[int]):
    """`date` on the wire: how many days, within the bounds of the rules (section 5)."""

    wire: ClassVar[Any] = Any

    @classmethod
    def described(cls, catalogue: Catalogue) -> dict[str, Any]:
        """The bounds of a number; text holds the same digits (the tray's form sends text)."""
        rules = catalogue.rules.plans
        return {
            "type": ["integer", "string"],
            "minimum": rules.minimum_days,
            "maximum": rules.maximum_days,
            "pattern": "^[0-9]{1,9}$",
            "description": "Days, as a number or as its digits; the bounds hold for both.",
        }

    @classmethod
    def check(cls, sent: Any, catalogue: Catalogue) -> int:
        """A number or numeric text from 6 to 40."""
        rules = catalogue.rules.plans
        value = whole_number(sent)
        if value is None or not rules.minimum_days <= value <= rules.maximum_days:
            raise UnacceptableError(
                Problem(
                    f"must be a whole number from {rules.minimum_days} to {rules.maximum_days}."
                )
            )
        return value


class Sections(msgspec.Struct):
    """The three checkboxes."""

    breakfast: Annotated[bool, Meta(title="Breakfast")]
    lunch: Annotated[bool, Meta(title="Lunch")]
    dinner: Annotated[bool, Meta(title="Dinner")]


class Meals(Field[frozenset[str]]):
    """`sections` on the wire: the meal sections that are ticked, at least one (section 5)."""

    wire: ClassVar[Any] = Sections
    schema: ClassVar[dict[str, Any]] = {"description": "At least one of them is true."}

    @classmethod
    def check(cls, sent: Sections, catalogue: Catalogue) -> frozenset[str]:
        """The names of the ticked ones."""
        ticked = frozenset(name for name in sent.__struct_fields__ if getattr(sent, name))
        if not ticked:
            raise UnacceptableError(Problem("at least one Meal Section.", title="Please select"))
        return ticked


class PlanOrderForm(msgspec.Struct, kw_only=True):
    """The fields that the three forms spell alike; `selectedItems` differs."""

    name: FirstName
    lastname: LastName = ""
    phone: Phone
    email: Email
    selectedItemCount: Annotated[ClaimedCount, Meta(title="Selected item count")] = NO_COUNT
    date: Annotated[Days, Meta(title="Days")]
    sections: Annotated[Meals, Meta(title="Meal section")]
    timing: ClockTime
    address: Address
    finalAmount: Annotated[ClaimedAmount, Meta(title="Final amount")] = NO_AMOUNT

    def customer(self) -> Customer:
        """Who ordered; first and last name in one."""
        full_name = f"{self.name} {self.lastname or ''}".strip()
        return Customer(name=full_name, email=self.email, phone=self.phone)

    def order_of(self, noun: str, dishes: ChosenDishes) -> PlanOrder:
        """The order in the domain's words."""
        return PlanOrder(
            noun=noun,
            days=self.date.value,
            meals=self.sections.value,
            delivery_time=time.fromisoformat(self.timing),
            address=self.address,
            dishes=dishes.value,
            claimed_total=self.finalAmount.value,
            claimed_count=self.selectedItemCount.value,
        )
