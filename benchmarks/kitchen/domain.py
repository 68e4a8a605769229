"""Prints ids and names of the kitchen's dishes as JSON, in the shop's environment.

python -m benchmarks.kitchen.domain
"""

import json
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from django.db import connection  # noqa: E402 - Django has to be set up first
from django.db.models import Q  # noqa: E402

from oottam import catalogue  # noqa: E402
from oottam.catalogue.meals import weekly_meals  # noqa: E402
from oottam.catalogue.recipes import split_dishes  # noqa: E402
from oottam.kitchen.services import recipe_seeding  # noqa: E402
from oottam.kitchen.services.dishes import find_or_create_items  # noqa: E402
from oottam.schedule.choices import Mark  # noqa: E402
from oottam.schedule.domain.dish_names import OrderedDish  # noqa: E402
from oottam.schedule.models import KitchenItem  # noqa: E402


def dishes() -> list[tuple[int, str, bool]]:
    """Create the catalogue's dishes, including those of set meals; return id, name, and whether it is vegetarian."""
    recipe_seeding.seed()
    weekly = [meal.title for meal in weekly_meals(catalogue.current().weekly)]
    find_or_create_items(
        OrderedDish("combo", name) for title in weekly for name in split_dishes(title)
    )
    veg = Q(mark=Mark.VEG) | Q(alternatives__option__mark=Mark.VEG)
    vegetarian = set(KitchenItem.objects.filter(veg).values_list("pk", flat=True))
    rows = KitchenItem.objects.order_by("pk").values_list("pk", "name")
    return [(number, name, number in vegetarian) for number, name in rows]


if __name__ == "__main__":
    print(json.dumps(dishes()))
    connection.close()
