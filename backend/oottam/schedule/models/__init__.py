"""Plans and their servings, what changed them, the kitchen's dishes, and what it was told of each day."""

from oottam.schedule.models.changes import AcceptedDish, Change, ChangeNotice, Doing, ServingChange
from oottam.schedule.models.days import (
    Choice,
    ClosedDay,
    Cooked,
    Lock,
    LockLine,
    Substitution,
    Turn,
)
from oottam.schedule.models.items import (
    Alternative,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)
from oottam.schedule.models.plans import (
    DishSet,
    DishSetLine,
    Gap,
    Meal,
    Plan,
    PlanState,
    Serving,
    ServingState,
    Track,
)

__all__ = [
    "AcceptedDish",
    "Alternative",
    "Change",
    "ChangeNotice",
    "Choice",
    "ClosedDay",
    "Cooked",
    "DishSet",
    "DishSetLine",
    "Doing",
    "Gap",
    "Ingredient",
    "ItemIngredient",
    "KitchenAlias",
    "KitchenItem",
    "Lock",
    "LockLine",
    "Meal",
    "Plan",
    "PlanState",
    "Serving",
    "ServingChange",
    "ServingState",
    "Substitution",
    "Track",
    "Turn",
]
