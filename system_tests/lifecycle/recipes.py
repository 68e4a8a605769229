"""Recipes on the way to this release and back to 0.6.0: nothing that a cook wrote is lost, and nothing comes back.

    python -m system_tests.lifecycle.recipes --database sqlite

A shop of 0.6.0 has a recipe that a cook changed, and one that waits in the menu's draft. This release offers that one.
Then a cook writes recipes with an ingredient of their own, a menu is published, and the cook changes them again. After
the migrations are reversed, 0.6.0 must have every recipe and ingredient as the cook left it: when it starts, when it
publishes another menu, and when this release is back.

`--without memory` leaves out what marks the rows as the kitchen's own: the system test must then fail.
"""

import json
import subprocess
from typing import Any

from system_tests.lifecycle.updated_plans import Release, changed
from system_tests.support import releases
from system_tests.support.command_line import parse
from system_tests.support.databases import database
from system_tests.support.report import Report, finish
from system_tests.support.shop import ROOT, Shop, temporary_folder

MIGRATION = "backend/oottam/plans/migrations/0013_recipes.py"  # where it was added
# Each is run by a release in its own environment; the models are in another package there.
MODELS = """
from django.apps import apps
Ingredient, ItemIngredient, KitchenItem = (
    apps.get_model("schedule", name) for name in ("Ingredient", "ItemIngredient", "KitchenItem")
)
"""
OLD_SHOP = f"""{MODELS}
from django.utils import timezone
from oottam.kitchen.services.recipes import load_recipes
from oottam.menu import drafts
from oottam.menu.content import RECIPES
load_recipes()
milk = ItemIngredient.objects.filter(item__name="Dry Fruit Smoothie", ingredient__key="milk")
milk.update(grams=155)
KitchenItem.objects.filter(name="Dry Fruit Smoothie").update(version=2)
def wait(content):
    file = content.file(RECIPES)
    next(each for each in file["recipes"] if each["name"] == "Berry Smoothie")["grams"]["almonds"] = 7
    return content.replace(RECIPES, file)
drafts.change(wait, sentence="x", revision=None, actor=None, now=timezone.now())
"""
OFFERED = """
from oottam.kitchen.services.recipe_seeding import seed
from oottam.kitchen.services.unpublished_recipes import offered
seed()
print([each["name"] for each in offered().dishes.values()])
"""
COOK = f"""{MODELS}
from decimal import Decimal
from django.contrib.auth.models import User
from django.utils import timezone
from oottam.kitchen.services.dish_editing import DishValues, save_dish
from oottam.kitchen.services.ingredients import IngredientValues, add_ingredient
now, (cook, is_new) = timezone.now(), User.objects.get_or_create(username="meena")
if is_new:
    add_ingredient(actor=cook, now=now, values=IngredientValues(
        "Pine nuts", ["peanut"], True, [], "Nuts", "packet", Decimal(1), 250, "Ask for traces."))
def save(name, portion, known, **grams):
    item = KitchenItem.objects.get(name=name)
    numbers = {{key.replace("_", "-"): amount for key, amount in grams.items()}}
    rows = Ingredient.objects.filter(key__in=numbers)
    values = DishValues(portion, "veg", known, {{row.pk: Decimal(numbers[row.key]) for row in rows}}, method=["Stir."])
    save_dish(item=item.pk, version=item.version, values=values, actor=cook, now=now)
"""
FIRST = f"{COOK}\nsave('Berry Smoothie', '1 jug', True, pine_nuts=3, milk=150)\nsave('Puttu', '2 pieces', False, milk=9)\n"
LATER = f"{COOK}\nsave('Berry Smoothie', '1 mug', True, pine_nuts=4, curd=20)\nIngredient.objects.filter(key='milk').update(allergens=['milk', 'soy'])\n"
PUBLISH = """
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from oottam.menu import drafts, editions, live
from oottam.menu.models import Edition
now, content = timezone.now(), drafts.load().content
menu = content.file("catalogue/veg.json")
for dish in menu["categories"][0]["items"]:
    dish["prices"] = {tier: price + 1 for tier, price in dish["prices"].items()}
content = content.replace("catalogue/veg.json", menu)
content = getattr(editions, "with_recipes", lambda content: content)(content)
number = (Edition.objects.aggregate(n=Max("number"))["n"] or 0) + 1
with transaction.atomic():
    Edition.objects.create(number=number, content=content.to_text(), digest=content.digest, made_at=now, starts_at=now, state="scheduled")
    live.make_live(number, now)
"""
LOAD = "from oottam.kitchen.services.recipes import load_recipes; load_recipes()"
SEED = "from oottam.kitchen.services.recipe_seeding import seed; seed()"
FORGET = f"{MODELS}\n[each.objects.update(version=1) for each in (Ingredient, KitchenItem)]"
READ = """
import json
from django.apps import apps
Ingredient, KitchenItem = (apps.get_model("schedule", name) for name in ("Ingredient", "KitchenItem"))
FORMER = {"tree-nut": "peanut", "sesame": None, "mustard": None, "coconut": None}  # as the list of 0.7.0 has them
dishes = {
    item.name: [item.portion, item.mark, item.allergens_known,
                sorted((each.ingredient.key, str(each.grams)) for each in item.amounts.select_related("ingredient"))]
    for item in KitchenItem.objects.all()
}
columns = ("name", "is_vegetarian", "tags", "group", "unit", "step", "step_grams")
ingredients = {
    each.key: [
        sorted({FORMER.get(code, code) for code in each.allergens} - {None}),
        *(getattr(each, column) for column in columns),
    ]
    for each in Ingredient.objects.all()
}
print(json.dumps({"dishes": dishes, "ingredients": ingredients}, default=str))
"""


def before_migration() -> str:
    """The commit before recipes became the kitchen's own; the working tree's base while that is not committed."""
    command = ["git", "-C", str(ROOT), "log", "--format=%h", "--diff-filter=A", "--", MIGRATION]
    added = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return f"{added[-1]}^" if added else "HEAD"


def run(kind: str, *, without: str) -> Report:
    """Run all steps."""
    report = Report(f"Recipes to this release and back to 0.6.0 on {kind}")
    with temporary_folder() as folder, database(kind, folder) as (db, _):
        checkout = releases.checkout(folder / "old", before_migration())
        shop = Shop(folder, db, OOTTAM_CONTRACT=str(checkout / "contract"))
        old, new = Release(shop, checkout), Release(shop, ROOT)
        old.manage("migrate", "--verbosity", "0", "--skip-checks")
        old.python(OLD_SHOP)
        before = _read(old)
        new.manage("migrate", "--verbosity", "0", "--skip-checks")
        offered = new.python(OFFERED).strip()
        if offered != "['Berry Smoothie']":
            report.faults.append(f"offered: {offered}")
        report.faults += changed(before, _read(new), "after the update,")
        for step in (FIRST, PUBLISH, LATER):
            new.python(step)
        written = _read(new)
        if written["dishes"]["Berry Smoothie"][0] != "1 mug":
            report.faults.append("cook: nothing was written")
        plan = old.manage("showmigrations", "--plan")
        shop.manage("migrate_back", sent=plan)
        if without == "memory":
            old.python(FORGET)
        for step in (LOAD, PUBLISH, LOAD):
            old.python(step)
            report.faults += changed(written, _read(old), "in 0.6.0,")
        new.manage("migrate", "--verbosity", "0", "--skip-checks")
        new.python(SEED)
        report.faults += changed(written, _read(new), "back again,")
        report.figures = {name: len(found) for name, found in written.items()}
    return report


def _read(release: Release) -> Any:
    return json.loads(release.python(READ))


def main() -> None:
    """The system test from the command line."""
    options = parse(without=("memory",))
    finish(run(options.database, without=options.without))


if __name__ == "__main__":
    main()
