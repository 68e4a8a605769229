"""POST /nonvegmeal-form.php: its items carry `name`, `price` and `discountedCost`."""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from oottam.intake.forms.common_fields import NO_AMOUNT, ClaimedAmount, DishName
from oottam.orders.domain.plan_orders import PlanOrder
from oottam.orders.wire.dishes import ChosenDishes
from oottam.orders.wire.plan_fields import PlanOrderForm


class NonvegItem(msgspec.Struct):
    """A ticked dish: `price` is its line before discount, `discountedCost` its charged line."""

    name: DishName
    price: Annotated[ClaimedAmount, Meta(title="Price of a dish")] = NO_AMOUNT
    discountedCost: Annotated[ClaimedAmount, Meta(title="Cost of a dish")] = NO_AMOUNT

    @property
    def claimed(self) -> int | None:
        """The charged line, in paise."""
        return self.discountedCost.value

    @property
    def claimed_original(self) -> int | None:
        """The line before discount, in paise."""
        return self.price.value


class NonvegDishes(ChosenDishes):
    """Dishes of the non-veg menu."""

    wire: ClassVar[Any] = list[NonvegItem]
    menu: ClassVar[str] = "nonveg"


class NonvegMealForm(PlanOrderForm, kw_only=True):
    """A non-veg order; `pricesAlreadyMultiplied` says that its amounts are for all days and meals."""

    selectedItems: Annotated[NonvegDishes, Meta(title="Selected items")]
    # Without it the order is taken and flagged: the prices are ours, but somebody should see what
    # that sender meant by its amounts.
    pricesAlreadyMultiplied: Annotated[bool | None, Meta(title="Prices already multiplied")] = None

    def order(self) -> PlanOrder:
        """The order in the domain's words."""
        return msgspec.structs.replace(
            self.order_of("non-veg meal", self.selectedItems),
            claims_originals=True,
            claims_whole_lines=self.pricesAlreadyMultiplied is True,
        )
