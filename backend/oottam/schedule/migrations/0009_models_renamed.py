"""Models and fields in the field's words; tables and columns keep their names, so that nothing is executed."""

import django.db.models.deletion
from django.db import migrations, models

import oottam.core.fields
import oottam.schedule.models.choices


class Migration(migrations.Migration):
    # Migrations of before use the former names, in each of these apps.
    dependencies = (
        ("schedule", "0008_change_notices"),
        ("handling", "0016_customer_answers"),
        ("audit", "0002_from_the_admin_site"),
        ("delivery", "0006_forfeited_of_today"),
        ("reporting", "0001_initial"),
    )

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.RenameModel("Plan", "MealPlan"),
                migrations.AlterModelTable("mealplan", "schedule_plan"),
                migrations.RenameModel("DishSet", "BoxContents"),
                migrations.AlterModelTable("boxcontents", "schedule_dishset"),
                migrations.RenameModel("DishSetLine", "BoxLine"),
                migrations.AlterModelTable("boxline", "schedule_dishsetline"),
                migrations.RenameModel("Gap", "PausePeriod"),
                migrations.AlterModelTable("pauseperiod", "schedule_gap"),
                migrations.RenameModel("Lock", "CutoffSnapshot"),
                migrations.AlterModelTable("cutoffsnapshot", "schedule_lock"),
                migrations.RenameModel("LockLine", "CutoffLine"),
                migrations.AlterModelTable("cutoffline", "schedule_lockline"),
                migrations.RenameModel("Cooked", "CookedDish"),
                migrations.AlterModelTable("cookeddish", "schedule_cooked"),
                migrations.RenameModel("Turn", "ScheduleLock"),
                migrations.AlterModelTable("schedulelock", "schedule_turn"),
                migrations.RenameModel("Change", "PlanChange"),
                migrations.AlterModelTable("planchange", "schedule_change"),
                migrations.RemoveConstraint(
                    model_name="boxline",
                    name="one_dish_per_position",
                ),
                migrations.RemoveConstraint(
                    model_name="cutoffline",
                    name="told_once",
                ),
                migrations.RemoveIndex(
                    model_name="boxline",
                    name="line_added_up",
                ),
                migrations.RemoveIndex(
                    model_name="planchange",
                    name="days_changed",
                ),
                migrations.RemoveIndex(
                    model_name="serving",
                    name="serving_of_a_day",
                ),
                migrations.RenameField("serving", "dishset", "box_contents"),
                migrations.RenameField("serving", "makes_up", "replacement_for"),
                migrations.RenameField("boxline", "dishset", "box_contents"),
                migrations.RenameField("cutoffline", "lock", "snapshot"),
                migrations.RenameField("planchange", "doing", "action"),
                migrations.RenameField("servingchange", "dishset_before", "box_contents_before"),
                migrations.RenameField("servingchange", "dishset_after", "box_contents_after"),
                migrations.AlterField(
                    model_name="boxcontents",
                    name="plan",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="all_box_contents",
                        to="schedule.mealplan",
                    ),
                ),
                migrations.AlterField(
                    model_name="boxline",
                    name="box_contents",
                    field=models.ForeignKey(
                        db_column="dishset_id",
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="schedule.boxcontents",
                    ),
                ),
                migrations.AlterField(
                    model_name="cutoffline",
                    name="snapshot",
                    field=models.ForeignKey(
                        db_column="lock_id",
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="schedule.cutoffsnapshot",
                    ),
                ),
                migrations.AlterField(
                    model_name="pauseperiod",
                    name="change",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pauses",
                        to="schedule.planchange",
                    ),
                ),
                migrations.AlterField(
                    model_name="pauseperiod",
                    name="plan",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pauses",
                        to="schedule.mealplan",
                    ),
                ),
                migrations.AlterField(
                    model_name="planchange",
                    name="action",
                    field=models.CharField(
                        choices=oottam.core.fields.CodesOf(
                            oottam.schedule.models.choices.ActionType
                        ),
                        db_column="doing",
                        max_length=10,
                    ),
                ),
                migrations.AlterField(
                    model_name="serving",
                    name="box_contents",
                    field=models.ForeignKey(
                        db_column="dishset_id",
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="schedule.boxcontents",
                    ),
                ),
                migrations.AlterField(
                    model_name="serving",
                    name="replacement_for",
                    field=models.ForeignKey(
                        db_column="makes_up_id",
                        db_index=False,
                        help_text="The forfeited or failed one that it stands for",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replacements",
                        to="schedule.serving",
                    ),
                ),
                migrations.AlterField(
                    model_name="servingchange",
                    name="box_contents_after",
                    field=models.ForeignKey(
                        db_column="dishset_after_id",
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="schedule.boxcontents",
                    ),
                ),
                migrations.AlterField(
                    model_name="servingchange",
                    name="box_contents_before",
                    field=models.ForeignKey(
                        db_column="dishset_before_id",
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="schedule.boxcontents",
                    ),
                ),
                migrations.AddIndex(
                    model_name="boxline",
                    index=models.Index(
                        fields=["box_contents", "item", "veg_only", "quantity"],
                        name="line_added_up",
                    ),
                ),
                migrations.AddIndex(
                    model_name="planchange",
                    index=models.Index(
                        condition=models.Q(("action", "days"), ("undone_at", None)),
                        fields=["plan"],
                        name="days_changed",
                    ),
                ),
                migrations.AddIndex(
                    model_name="serving",
                    index=models.Index(
                        fields=["date", "meal", "state", "box_contents", "plan"],
                        name="serving_of_a_day",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="boxline",
                    constraint=models.UniqueConstraint(
                        fields=("box_contents", "position"), name="one_dish_per_position"
                    ),
                ),
                migrations.AddConstraint(
                    model_name="cutoffline",
                    constraint=models.UniqueConstraint(
                        fields=("snapshot", "item"), name="told_once"
                    ),
                ),
            ),
        ),
    )
