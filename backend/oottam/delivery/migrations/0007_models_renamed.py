"""Models and fields in the field's words; tables and columns keep their names, so that nothing is executed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    # Migrations of before use the former names, in each of these apps.
    dependencies = (
        ("schedule", "0008_change_notices"),
        ("handling", "0016_customer_answers"),
        ("audit", "0002_from_the_admin_site"),
        ("delivery", "0006_forfeited_of_today"),
        ("reporting", "0001_initial"),
        ("handling", "0017_models_renamed"),
        ("schedule", "0009_models_renamed"),
    )

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.RenameModel("Place", "StopPosition"),
                migrations.AlterModelTable("stopposition", "delivery_place"),
                migrations.RenameModel("Result", "DeliveryOutcome"),
                migrations.AlterModelTable("deliveryoutcome", "delivery_result"),
                migrations.RenameModel("RunBox", "RunServing"),
                migrations.AlterModelTable("runserving", "delivery_runbox"),
                migrations.RenameModel("CashTap", "CashCollection"),
                migrations.AlterModelTable("cashcollection", "delivery_cashtap"),
                migrations.AlterField(
                    model_name="cashcollection",
                    name="payment",
                    field=models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cash_collection",
                        to="handling.payment",
                    ),
                ),
                migrations.AlterField(
                    model_name="deliveryoutcome",
                    name="serving",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outcomes",
                        to="schedule.serving",
                    ),
                ),
                migrations.AlterField(
                    model_name="stopposition",
                    name="plan",
                    field=models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="stop_position",
                        serialize=False,
                        to="schedule.mealplan",
                    ),
                ),
                migrations.AlterField(
                    model_name="stopposition",
                    name="route",
                    field=models.ForeignKey(
                        help_text="Empty: by its PIN code",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="stop_positions",
                        to="delivery.route",
                    ),
                ),
            ),
        ),
    )
