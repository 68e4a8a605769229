"""POST /mealtray-form.php: its items carry `name` and `price`, the charged line."""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from oottam.catalogue import Catalogue
from oottam.intake.forms.common_fields import NO_AMOUNT, ClaimedAmount, DishName
from oottam.orders.domain.plan_orders import PlanOrder
from oottam.orders.wire.dishes import ChosenDishes
from oottam.orders.wire.plan_fields import PlanOrderForm


class TrayItem(msgspec.Struct):
    """A ticked dish; `price` is its charged line."""

    name: DishName
    price: Annotated[ClaimedAmount, Meta(title="Price of a dish")] = NO_AMOUNT

    @property
    def claimed(self) -> int | None:
        """The charged line, in paise."""
        return self.price.value

    @property
    def claimed_original(self) -> None:
        """This form carries no line before discount."""
        return None


class TrayDishes(ChosenDishes):
    """Dishes of the meal tray menu, at least four of them (section 5)."""

    wire: ClassVar[Any] = list[TrayItem]
    menu: ClassVar[str] = "tray"

    @classmethod
    def fewest(cls, catalogue: Catalogue) -> int:
        """The minimum of the rules."""
        return catalogue.rules.tray_minimum_dishes


class MealTrayForm(PlanOrderForm, kw_only=True):
    """A meal tray order; its form sends `date` as text (section 3)."""

    selectedItems: Annotated[TrayDishes, Meta(title="Selected items")]

    def order(self) -> PlanOrder:
        """The order in the domain's words."""
        return self.order_of("meal tray", self.selectedItems)
