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
    )

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.RenameModel("Facts", "FulfilmentDetails"),
                migrations.AlterModelTable("fulfilmentdetails", "handling_facts"),
                migrations.RenameModel("Retained", "RetainedAmount"),
                migrations.AlterModelTable("retainedamount", "handling_retained"),
                migrations.RenameModel("Repeat", "ReorderLink"),
                migrations.AlterModelTable("reorderlink", "handling_repeat"),
                migrations.RenameModel("Slot", "AppointmentSlot"),
                migrations.AlterModelTable("appointmentslot", "handling_slot"),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="request",
                    field=models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="fulfilment",
                        serialize=False,
                        to="requests.request",
                    ),
                ),
                migrations.AlterField(
                    model_name="reorderlink",
                    name="of",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reorders",
                        to="requests.request",
                    ),
                ),
                migrations.AlterField(
                    model_name="reorderlink",
                    name="request",
                    field=models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="reorder_link",
                        serialize=False,
                        to="requests.request",
                    ),
                ),
            ),
        ),
    )
