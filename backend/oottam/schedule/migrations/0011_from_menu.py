"""Dishes and ingredients remember what the menu last wrote into them, and what they were before."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("schedule", "0010_help_texts"),)

    operations = (
        migrations.AddField(
            model_name="ingredient",
            name="from_menu",
            field=models.JSONField(
                help_text="What the menu last wrote, by part: a part that differs is the kitchen's own",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="kitchenitem",
            name="from_menu",
            field=models.JSONField(
                help_text="What the menu last wrote, by part: a part that differs is the kitchen's own",
                null=True,
            ),
        ),
        migrations.CreateModel(
            name="FormerRecipe",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "until",
                    models.DateField(help_text="The last day (IST) on which it was cooked so"),
                ),
                (
                    "values",
                    models.JSONField(help_text="Portion, mark, and codes of what was in it"),
                ),
                (
                    "item",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_recipes",
                        to="schedule.kitchenitem",
                    ),
                ),
            ],
            options={
                "ordering": ("until",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("item", "until"), name="one_former_recipe_per_day"
                    )
                ],
            },
        ),
    )
