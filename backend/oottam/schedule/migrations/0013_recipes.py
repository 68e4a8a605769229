"""The kitchen's rows own the recipes: stations, methods and notes are columns, and what 0.6.0 had unpublished is kept.

Undone, rows forget what the menu wrote into them, and count as saved: 0.6.0 then keeps each as the kitchen's own. The
draft gets the live menu's recipes and what is still offered, as 0.6.0 would publish its recipes of before.
"""

import json
from pathlib import Path
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F

import oottam.catalogue.choices
import oottam.core.fields
from oottam.catalogue.folder import SHIPPED, contract_files

INGREDIENTS, RECIPES = "kitchen/ingredients.json", "kitchen/recipes.json"


def keep_unpublished(apps: Any, editor: Any) -> None:
    """Keep the recipes and ingredients that the draft, or the scheduled edition, has and the live menu has not."""
    editions = apps.get_model("menu", "Edition").objects
    draft = apps.get_model("menu", "MenuDraft").objects.exclude(content="").first()
    scheduled, live = (editions.filter(state=state).first() for state in ("scheduled", "live"))
    if not (draft or scheduled):
        return
    known = _of_content(live.content) if live else _of_folder()
    for row in filter(None, (scheduled, draft)):
        found = _of_content(row.content)
        recipes, ingredients = (
            [each for each in one if each not in other]
            for one, other in zip(found, known, strict=True)
        )
        former = [_without_name(each) for each in known[0]]
        recipes = [each for each in recipes if _without_name(each) not in former]
        if recipes or ingredients:
            apps.get_model("schedule", "UnpublishedRecipes").objects.create(
                edition=row.number if row is scheduled else None,
                recipes=recipes,
                ingredients=ingredients,
            )
        known = [*known[0], *found[0]], [*known[1], *found[1]]


def _without_name(recipe: Any) -> Any:
    """A dish that was renamed in the draft has the recipe of its former name."""
    return {key: each for key, each in recipe.items() if key != "name"}


def _of_content(text: str) -> tuple[list[Any], list[Any]]:
    files = json.loads(text)["files"]
    return _lists(*(files.get(name) or _read(SHIPPED / name) for name in (RECIPES, INGREDIENTS)))


def _of_folder() -> tuple[list[Any], list[Any]]:
    files = contract_files(settings.CONTRACT)
    return _lists(*(_read(files[name]) for name in (RECIPES, INGREDIENTS)))


def _read(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def _lists(recipes: Any, ingredients: Any) -> tuple[list[Any], list[Any]]:
    named = [
        {**each, "group": group["title"]}
        for group in ingredients["groups"]
        for each in group["ingredients"]
    ]
    return recipes["recipes"], named


def go_back(apps: Any, editor: Any) -> None:
    make_rows_the_kitchens(apps)
    refresh_draft(apps)


def refresh_draft(apps: Any) -> None:
    draft = apps.get_model("menu", "MenuDraft").objects.exclude(content="").first()
    if draft is None:
        return
    live = apps.get_model("menu", "Edition").objects.filter(state="live").first()
    known = json.loads(live.content)["files"] if live else {}
    folder = contract_files(settings.CONTRACT)
    content = json.loads(draft.content)
    recipes, ingredients = (
        known.get(name) or _read(SHIPPED / name if live else folder[name])
        for name in (RECIPES, INGREDIENTS)
    )
    for row in apps.get_model("schedule", "UnpublishedRecipes").objects.filter(edition=None):
        by_name = {each["name"]: each for each in (*recipes["recipes"], *row.recipes)}
        recipes["recipes"] = list(by_name.values())
        for each in row.ingredients:
            _put_ingredient(ingredients, dict(each))
    content["files"] |= {RECIPES: recipes, INGREDIENTS: ingredients}
    draft.content = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    draft.save()


def _put_ingredient(file: Any, ingredient: dict[str, Any]) -> None:
    title = ingredient.pop("group")
    for group in file["groups"]:
        others = [each for each in group["ingredients"] if each["id"] != ingredient["id"]]
        group["ingredients"] = others
    file["groups"] = [group for group in file["groups"] if group["ingredients"]]
    found = next((group for group in file["groups"] if group["title"] == title), None)
    if found is None:
        file["groups"].append(found := {"title": title, "ingredients": []})
    found["ingredients"].append(ingredient)


def make_rows_the_kitchens(apps: Any) -> None:
    """A row without memory that somebody saved is the kitchen's own in 0.6.0 (`kitchen/services/recipes.py` there)."""
    for name in ("KitchenItem", "Ingredient"):
        apps.get_model("schedule", name).objects.update(from_menu=None, version=F("version") + 1)


class Migration(migrations.Migration):
    dependencies = (
        ("schedule", "0012_boxes_without_result"),
        ("menu", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.CreateModel(
            name="UnpublishedRecipes",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "edition",
                    models.PositiveIntegerField(
                        help_text="The scheduled edition; empty for the draft",
                        null=True,
                        unique=True,
                    ),
                ),
                (
                    "recipes",
                    models.JSONField(default=list, help_text="As kitchen/recipes.json has them"),
                ),
                (
                    "ingredients",
                    models.JSONField(
                        default=list,
                        help_text="As kitchen/ingredients.json has them, with their group",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="formerrecipe",
            name="at",
            field=models.DateTimeField(help_text="When it was replaced", null=True),
        ),
        migrations.AddField(
            model_name="formerrecipe",
            name="by",
            field=models.ForeignKey(
                db_index=False,
                help_text="Who replaced it",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="ingredient",
            name="note",
            field=models.CharField(
                help_text="Why it has its allergens; NULL: not read from a file yet",
                max_length=120,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="kitchenitem",
            name="method",
            field=models.JSONField(help_text="Steps", null=True),
        ),
        migrations.AddField(
            model_name="kitchenitem",
            name="station",
            field=models.CharField(
                blank=True,
                choices=oottam.core.fields.CodesOf(oottam.catalogue.choices.Station),
                help_text="Empty: another; NULL: not read from a file yet",
                max_length=20,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="schedulelock",
            name="recipes_checked_at",
            field=models.DateTimeField(
                help_text="When the shop last said that its recipes are right", null=True
            ),
        ),
        migrations.AddField(
            model_name="schedulelock",
            name="recipes_folder",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="Digest of the shop's own kitchen files that were read last",
                max_length=64,
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="formerrecipe",
                    name="values",
                    field=models.JSONField(
                        help_text="Portion, mark, codes of what was in it; since 0.7.0 also grams by ingredient, station and method"
                    ),
                ),
                migrations.AlterField(
                    model_name="ingredient",
                    name="from_menu",
                    field=models.JSONField(
                        help_text="What 0.6.0 last wrote from the menu, by part", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="kitchenitem",
                    name="from_menu",
                    field=models.JSONField(
                        help_text="What 0.6.0 last wrote from the menu, by part", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="kitchenitem",
                    name="key",
                    field=models.CharField(
                        help_text="Key of its name (`name_key`)", max_length=200, unique=True
                    ),
                ),
            )
        ),
        migrations.RunPython(keep_unpublished, go_back),
    )
