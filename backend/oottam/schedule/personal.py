"""What the schedule holds of a person: the reasons that were given. Dates and dishes stay."""

from oottam.common.personal import Personal, Table
from oottam.schedule.models import (
    AcceptedDish,
    Alternative,
    Change,
    Choice,
    ClosedDay,
    Cooked,
    DishSet,
    DishSetLine,
    Gap,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
    Lock,
    LockLine,
    Plan,
    Serving,
    ServingChange,
    Substitution,
    Track,
    Turn,
)

TABLES = (
    Table(
        Plan,
        "Plan",
        request="request",
        plain=("id", "request", "start_date", "free_days", "state", "version"),
    ),
    Table(
        Track,
        "Meals of the plan",
        request="plan__request",
        plain=("id", "plan", "meal", "servings", "weekdays"),
    ),
    Table(DishSet, "Boxes", request="plan__request", plain=("id", "plan")),
    Table(
        DishSetLine,
        "Dishes of the boxes",
        request="dishset__plan__request",
        plain=("id", "dishset", "position", "item", "quantity", "ordered_name", "veg_only"),
    ),
    Table(
        Serving,
        "Servings",
        request="plan__request",
        plain=(
            "id", "plan", "meal", "seq", "date", "dishset", "state", "makes_up", "is_exception",
        ),
    ),
    Table(
        Change,
        "Changes of the schedule",
        request="plan__request",
        plain=("id", "plan", "doing", "by", "at", "data", "undone_at", "undone_by"),
        personal={"reason": Personal()},
    ),
    Table(
        AcceptedDish,
        "Dishes that were agreed although they clash",
        request="plan__request",
        plain=("id", "plan", "item", "by", "at"),
        personal={"clashes": Personal(health=True)},
    ),
    Table(
        ServingChange,
        "Servings that were changed",
        request="serving__plan__request",
        plain=(
            "id", "change", "serving", "date_before", "date_after", "state_before", "state_after",
            "dishset_before", "dishset_after", "exception_before",
        ),
    ),
    Table(
        Gap,
        "Days without meals",
        request="plan__request",
        plain=("id", "plan", "change", "meals", "from_date", "to_date", "undone_at"),
    ),
    Table(
        Ingredient,
        "Ingredients",
        plain=(
            "id", "key", "name", "allergens", "is_vegetarian", "tags", "group", "unit", "step",
            "step_grams", "version",
        ),
    ),
    Table(
        KitchenItem,
        "Dishes of the kitchen",
        plain=("id", "key", "name", "mark", "portion", "allergens_known", "merged_into",
               "version"),
    ),
    Table(Alternative, "Alternatives", plain=("id", "item", "position", "option")),
    Table(ItemIngredient, "Recipes", plain=("id", "item", "ingredient", "grams")),
    Table(KitchenAlias, "Names of dishes", plain=("id", "source", "dish", "item")),
    Table(ClosedDay, "Closed days", plain=("id", "date", "meal", "reason", "by", "at")),
    Table(Choice, "Chosen alternatives", plain=("id", "date", "meal", "item", "chosen", "by", "at")),
    Table(
        Substitution,
        "Substitutes",
        plain=("id", "date", "meal", "item", "instead", "reason", "by", "at"),
    ),
    Table(Lock, "Cut-offs that have passed", plain=("id", "date", "meal", "at", "last_change", "has_begun")),
    Table(LockLine, "What the kitchen was told", plain=("id", "lock", "item", "quantity", "boxes")),
    Table(Cooked, "Cooked dishes", plain=("id", "date", "meal", "item", "by", "at")),
    Table(Turn, "Turn", plain=("id", "settled_until")),
)  # fmt: skip
