"""Tables of plans, servings, their changes, the kitchen's dishes and its days."""

from oottam.schedule.models.changes import (
    AcceptedDish,
    ActionType,
    ChangeNotice,
    PlanChange,
    ServingChange,
)
from oottam.schedule.models.days import (
    Choice,
    ClosedDay,
    CookedDish,
    CustomerRules,
    CutoffLine,
    CutoffSnapshot,
    ScheduleState,
    Substitution,
)
from oottam.schedule.models.items import (
    Alternative,
    FormerRecipe,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
    UnpublishedRecipes,
)
from oottam.schedule.models.plans import (
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
from oottam.schedule.models.ratings import MealRating
from oottam.schedule.models.reminders import PlanReminder
