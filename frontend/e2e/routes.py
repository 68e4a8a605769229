"""The routes of the storefront (specification, section 2), in the contract's spelling, with the base path."""

from __future__ import annotations

import pytest

ROUTES = (
    "/order/",
    "/order/birthday",
    "/order/corporate",
    "/order/family",
    "/order/platters",
    "/order/birthday/page",
    "/order/corporate/page",
    "/order/family/page",
    "/order/partyplatters/page",
    "/order/mealsubscription",
    "/order/Meal/CustomerChoice",
    "/order/Meal/Weeklyandmonthlycombos",
    "/order/Meal/Nutrition",
    "/order/Meal/Weightlossweightgain",
    "/order/meal/VegMeal",
    "/order/meal/MealTrayPage",
    "/order/meal/MealTrayForm",
    "/order/meal/NonVegMeal",
    "/order/meal/NonVegMealForm",
    "/order/meal/VegMealForm",
    "/order/Meal/CustomerChoice/sumbit",
    "/order/Meal/Weeklyandmonthlycombos/form",
)

# Routes that share their component with another: only nightly where each test costs a page load.
SAME_COMPONENT = {
    "/order/corporate",
    "/order/family",
    "/order/platters",
    "/order/corporate/page",
    "/order/family/page",
    "/order/partyplatters/page",
    "/order/meal/MealTrayPage",
    "/order/meal/NonVegMeal",
    "/order/meal/MealTrayForm",
    "/order/meal/NonVegMealForm",
}
EVERY_ROUTE = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.slow if path in SAME_COMPONENT else ())
        for path in ROUTES
    ],
)

# Screens that are empty without another screen's state; marked noindex.
UNLISTED = tuple(path for path in ROUTES if path.lower().endswith(("form", "/sumbit")))
LISTED = tuple(path for path in ROUTES if path not in UNLISTED)

# Unknown paths without header and footer.
BARE = ("/order/healthy-salads", "/order/jusfriez", "/order/p")
