"""Help texts change: state only, nothing is executed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("schedule", "0009_models_renamed"),)

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="accepteddish",
                    name="clashes",
                    field=models.CharField(
                        blank=True,
                        help_text="Codes that clashed, separated by commas",
                        max_length=200,
                    ),
                ),
                migrations.AlterField(
                    model_name="alternative",
                    name="position",
                    field=models.PositiveSmallIntegerField(help_text="Order on the menu, from 1"),
                ),
                migrations.AlterField(
                    model_name="boxline",
                    name="ordered_name",
                    field=models.CharField(help_text="Name on the menu", max_length=200),
                ),
                migrations.AlterField(
                    model_name="boxline",
                    name="veg_only",
                    field=models.BooleanField(
                        help_text="Whether only a vegetarian version suits the customer"
                    ),
                ),
                migrations.AlterField(
                    model_name="cutoffsnapshot",
                    name="at",
                    field=models.DateTimeField(help_text="Moment of the cut-off"),
                ),
                migrations.AlterField(
                    model_name="cutoffsnapshot",
                    name="has_begun",
                    field=models.BooleanField(
                        default=False,
                        help_text="Whether requests that begin on the day were activated",
                    ),
                ),
                migrations.AlterField(
                    model_name="cutoffsnapshot",
                    name="last_change",
                    field=models.PositiveBigIntegerField(
                        default=0, help_text="Id of the last change that the snapshot includes"
                    ),
                ),
                migrations.AlterField(
                    model_name="ingredient",
                    name="allergens",
                    field=models.JSONField(
                        default=list, help_text="Codes of workflow.models.Allergen"
                    ),
                ),
                migrations.AlterField(
                    model_name="ingredient",
                    name="group",
                    field=models.CharField(
                        blank=True, help_text="Section of the shopping list", max_length=100
                    ),
                ),
                migrations.AlterField(
                    model_name="ingredient",
                    name="step",
                    field=models.DecimalField(
                        decimal_places=2,
                        default=1,
                        help_text="Smallest quantity that can be bought, in its unit",
                        max_digits=8,
                    ),
                ),
                migrations.AlterField(
                    model_name="ingredient",
                    name="step_grams",
                    field=models.PositiveIntegerField(default=1, help_text="Grams of one step"),
                ),
                migrations.AlterField(
                    model_name="ingredient",
                    name="tags",
                    field=models.JSONField(
                        help_text="Diet tags, [] for none; empty: not known", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="ingredient",
                    name="unit",
                    field=models.CharField(default="g", help_text="Purchase unit", max_length=20),
                ),
                migrations.AlterField(
                    model_name="kitchenalias",
                    name="dish",
                    field=models.CharField(
                        help_text="The menu's id of the dish, or its normalised name",
                        max_length=200,
                    ),
                ),
                migrations.AlterField(
                    model_name="kitchenalias",
                    name="source",
                    field=models.CharField(
                        help_text="veg, nonveg, tray, combo or custom", max_length=20
                    ),
                ),
                migrations.AlterField(
                    model_name="kitchenitem",
                    name="allergens_known",
                    field=models.BooleanField(
                        default=False, help_text="Whether the recipe is complete"
                    ),
                ),
                migrations.AlterField(
                    model_name="kitchenitem",
                    name="key",
                    field=models.CharField(
                        help_text="Normalised name (`dish_key`)", max_length=200, unique=True
                    ),
                ),
                migrations.AlterField(
                    model_name="kitchenitem",
                    name="merged_into",
                    field=models.ForeignKey(
                        db_index=False,
                        help_text="The dish that is cooked in its place",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="schedule.kitchenitem",
                    ),
                ),
                migrations.AlterField(
                    model_name="mealplan",
                    name="free_days",
                    field=models.PositiveSmallIntegerField(
                        default=0, help_text="Number of free days, the last ones of each track"
                    ),
                ),
                migrations.AlterField(
                    model_name="mealplan",
                    name="start_date",
                    field=models.DateField(help_text="As agreed; servings hold the actual days"),
                ),
                migrations.AlterField(
                    model_name="pauseperiod",
                    name="meals",
                    field=models.PositiveSmallIntegerField(
                        help_text="Bit mask: breakfast 1, lunch 2, dinner 4"
                    ),
                ),
                migrations.AlterField(
                    model_name="pauseperiod",
                    name="to_date",
                    field=models.DateField(help_text="Last day; empty: open-ended", null=True),
                ),
                migrations.AlterField(
                    model_name="planchange",
                    name="data",
                    field=models.JSONField(default=dict, help_text="Further data for undo"),
                ),
                migrations.AlterField(
                    model_name="planchange",
                    name="plan",
                    field=models.ForeignKey(
                        help_text="Empty: a change of all plans",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="schedule.mealplan",
                    ),
                ),
                migrations.AlterField(
                    model_name="schedulelock",
                    name="settled_until",
                    field=models.DateField(
                        help_text="Last day whose boxes were counted as delivered", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="serving",
                    name="is_exception",
                    field=models.BooleanField(
                        default=False,
                        help_text="Moved on purpose to a day outside the track's weekdays",
                    ),
                ),
                migrations.AlterField(
                    model_name="serving",
                    name="replacement_for",
                    field=models.ForeignKey(
                        db_column="makes_up_id",
                        db_index=False,
                        help_text="The forfeited or failed serving that it replaces",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replacements",
                        to="schedule.serving",
                    ),
                ),
                migrations.AlterField(
                    model_name="serving",
                    name="seq",
                    field=models.PositiveSmallIntegerField(
                        help_text="Number within its track, from 1"
                    ),
                ),
                migrations.AlterField(
                    model_name="track",
                    name="servings",
                    field=models.PositiveSmallIntegerField(help_text="Number of ordered servings"),
                ),
                migrations.AlterField(
                    model_name="track",
                    name="weekdays",
                    field=models.PositiveSmallIntegerField(
                        help_text="Bit mask: Monday 1, Tuesday 2, Sunday 64"
                    ),
                ),
            ),
        ),
    )
