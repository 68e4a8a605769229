"""Tables of plans, servings, their changes, the kitchen's dishes and its days."""

from oottam.plans.models.changes import (
    AcceptedDish,
    ActionType,
    ChangeNotice,
    PlanChange,
    ServingChange,
)
from oottam.plans.models.days import (
    Choice,
    ClosedDay,
    CookedDish,
    CutoffLine,
    CutoffSnapshot,
    ScheduleLock,
    Substitution,
)
from oottam.plans.models.items import (
    Alternative,
    FormerRecipe,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
    UnpublishedRecipes,
)
from oottam.plans.models.plans import (
    BoxContents,
    BoxLine,
    Meal,
    MealPlan,
    PausePeriod,
    PlanState,
    Serving,
    ServingState,
    Track,
)
