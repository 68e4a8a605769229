"""Values of ingredients, shares that are eaten, and the second list of allergens, in which nuts and peanuts are apart.

Going back, what the first list does not know is left out, and "peanut" stands for both again.
"""

from typing import Any

from django.db import migrations, models
from django.db.models import TextField
from django.db.models.functions import Cast

import oottam.catalogue.choices
import oottam.core.fields

PEANUT, TREE_NUT = "peanut", "tree-nut"
NEW = (TREE_NUT, "sesame", "mustard", "coconut")


def split(codes: list[str]) -> list[str]:
    return sorted({*codes, TREE_NUT}) if PEANUT in codes else codes


def join(codes: list[str]) -> list[str]:
    known = {PEANUT if code == TREE_NUT else code for code in codes}
    return sorted(known.difference(NEW))


def go_forward(apps: Any, _: Any) -> None:
    _convert(apps, split, PEANUT)


def go_back(apps: Any, _: Any) -> None:
    for code in NEW:
        _convert(apps, join, code)
    for row in apps.get_model("schedule", "FormerRecipe").objects.all():
        if row.values.get("allergen_list", 1) > 1:
            row.values = {
                **row.values,
                "codes": join(row.values["codes"]),
                # What the first list did not know of is not known there either.
                "allergen_list": 1,
            }
            row.save(update_fields=("values",))


def _convert(apps: Any, convert: Any, code: str) -> None:
    """Convert the rows that hold the code."""
    ingredients = apps.get_model("schedule", "Ingredient").objects
    holding = ingredients.annotate(text=Cast("allergens", TextField())).filter(text__contains=code)
    for row in holding:
        row.allergens = convert(row.allergens)
        row.save(update_fields=("allergens",))
    for row in apps.get_model("schedule", "AcceptedDish").objects.filter(clashes__contains=code):
        row.clashes = ",".join(convert(row.clashes.split(",")))[:200]
        row.save(update_fields=("clashes",))


def grams(text: str) -> Any:
    return models.DecimalField(decimal_places=2, help_text=text, max_digits=5, null=True)


def share(text: str) -> Any:
    return models.DecimalField(
        db_default=1, decimal_places=3, default=1, help_text=text, max_digits=4
    )


class Migration(migrations.Migration):
    dependencies = (("schedule", "0014_schedule_state"),)

    operations = (
        migrations.AddField(
            model_name="ingredient",
            name="allergen_list",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=2,
                help_text="The list of allergens that it was last compared with",
            ),
        ),
        migrations.AddField(
            model_name="ingredient",
            name="edible",
            field=share("Share of the bought grams that is eaten"),
        ),
        migrations.AddField(
            model_name="ingredient", name="protein", field=grams("In 100 g of what is eaten")
        ),
        migrations.AddField(
            model_name="ingredient",
            name="carbohydrate",
            field=grams("In 100 g of what is eaten, without fibre"),
        ),
        migrations.AddField(
            model_name="ingredient", name="fat", field=grams("In 100 g of what is eaten")
        ),
        migrations.AddField(
            model_name="ingredient",
            name="fibre",
            field=grams("In 100 g of what is eaten; empty: the packet does not say"),
        ),
        migrations.AddField(
            model_name="ingredient",
            name="packet_kcal",
            field=models.PositiveSmallIntegerField(
                help_text="Energy of 100 g as a packet has it, to check the values by", null=True
            ),
        ),
        migrations.AddField(
            model_name="ingredient",
            name="source",
            field=models.CharField(
                help_text="Where the values come from; NULL: not read from a file yet",
                max_length=40,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="ingredient",
            name="source_code",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The source's number for it",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="ingredient",
            name="confidence",
            field=models.CharField(
                blank=True,
                choices=oottam.core.fields.CodesOf(oottam.catalogue.choices.Confidence),
                db_default="",
                default="",
                help_text="Of the values",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="ingredient",
            name="values_as_of",
            field=models.DateField(help_text="The day on which the values were read", null=True),
        ),
        migrations.AddField(
            model_name="itemingredient",
            name="eaten",
            field=share("Share of it that reaches the plate"),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="formerrecipe",
                    name="values",
                    field=models.JSONField(
                        help_text="Portion, mark, codes of what was in it; since 0.7.0 also grams by ingredient, station and method; since 0.8.0 also shares eaten"
                    ),
                ),
            )
        ),
        migrations.RunPython(go_forward, go_back),
    )
