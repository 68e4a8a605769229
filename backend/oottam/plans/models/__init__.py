"""Plans and their servings, what changed them, the kitchen's dishes, and what it was told of each day."""

from oottam.plans.models.changes import (
    AcceptedDish,
    ActionType,
    Change,
    ChangeNotice,
    ServingChange,
)
from oottam.plans.models.days import (
    Choice,
    ClosedDay,
    Cooked,
    Lock,
    LockLine,
    Substitution,
    Turn,
)
from oottam.plans.models.items import (
    Alternative,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)
from oottam.plans.models.plans import (
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
    "ActionType",
    "Alternative",
    "Change",
    "ChangeNotice",
    "Choice",
    "ClosedDay",
    "Cooked",
    "DishSet",
    "DishSetLine",
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
