"""POST /weekmonth-form.php: meals of the weekly menu; `lastname` is required here (section 5)."""

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
    Phone,
    RequiredLastName,
    whole_number,
)
from oottam.intake.forms.fields import Field, Problem, UnacceptableError
from oottam.orders.domain.combo_orders import ComboRequest
from oottam.orders.wire.combo_slots import ChosenSlots


class ComboDays(Field[int]):
    """`days` is fixed (section 5): the form has no input for it, and sends the number of the rules."""

    wire: ClassVar[Any] = Any

    @classmethod
    def described(cls, catalogue: Catalogue) -> dict[str, Any]:
        """The one number, or its digits."""
        days = catalogue.rules.combos.days
        return {
            "type": ["integer", "string"],
            "minimum": days,
            "maximum": days,
            "pattern": f"^0*{days}$",
            "description": f"Always {days}, as a number or as its digits.",
        }

    @classmethod
    def check(cls, sent: Any, catalogue: Catalogue) -> int:
        """The number, also as text; fewer has a sentence of its own in the specification."""
        days = catalogue.rules.combos.days
        value = whole_number(sent)
        if value is not None and value < days:
            raise UnacceptableError(Problem(f"{days} days required.", title="Minimum"))
        if value != days:
            raise UnacceptableError(Problem(f"must be {days}."))
        return value


class WeekMonthForm(msgspec.Struct, kw_only=True):
    """A weekly/monthly combo order."""

    name: FirstName
    lastname: RequiredLastName
    phone: Phone
    email: Email
    address: Address
    deliveryTime: Annotated[ClockTime, Meta(title="Delivery time")]
    days: Annotated[ComboDays, Meta(title="Days")]
    totalSelected: Annotated[ClaimedCount, Meta(title="Total selected")] = NO_COUNT
    selectedItems: Annotated[ChosenSlots, Meta(title="Selected items")]
    finalAmount: Annotated[ClaimedAmount, Meta(title="Final amount")] = NO_AMOUNT
    discount: Annotated[ClaimedAmount, Meta(title="Discount")] = NO_AMOUNT

    def customer(self) -> Customer:
        """Who ordered; first and last name in one."""
        return Customer(f"{self.name} {self.lastname}", email=self.email, phone=self.phone)

    def order(self) -> ComboRequest:
        """The order in the domain's words."""
        return ComboRequest(
            days=self.days.value,
            delivery_time=time.fromisoformat(self.deliveryTime),
            address=self.address,
            meals=self.selectedItems.value,
            claimed_total=self.finalAmount.value,
            claimed_discount=self.discount.value,
            claimed_count=self.totalSelected.value,
        )
