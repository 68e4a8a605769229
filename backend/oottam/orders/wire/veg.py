"""POST /vegmeal-form.php: its items carry `name` and `discountedCost`."""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from oottam.intake.forms.common_fields import NO_AMOUNT, ClaimedAmount, DishName
from oottam.orders.domain.plan_orders import PlanOrder
from oottam.orders.wire.dishes import ChosenDishes
from oottam.orders.wire.plan_fields import PlanOrderForm


class VegItem(msgspec.Struct):
    """A ticked dish."""

    name: DishName
    discountedCost: Annotated[ClaimedAmount, Meta(title="Cost of a dish")] = NO_AMOUNT

    @property
    def claimed(self) -> int | None:
        """The charged line, in paise."""
        return self.discountedCost.value

    @property
    def claimed_original(self) -> None:
        """This form carries no line before discount."""
        return None


class VegDishes(ChosenDishes):
    """Dishes of the veg menu."""

    wire: ClassVar[Any] = list[VegItem]
    menu: ClassVar[str] = "veg"


class VegMealForm(PlanOrderForm, kw_only=True):
    """The body of the call."""

    selectedItems: Annotated[VegDishes, Meta(title="Selected items")]

    def order(self) -> PlanOrder:
        """The order in the domain's words."""
        return self.order_of("veg meal", self.selectedItems)
