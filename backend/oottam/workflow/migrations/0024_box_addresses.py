"""Where customers want the box of a day: at their usual or another stored address."""

import django.db.models.deletion
from django.db import migrations, models

import oottam.core.fields
import oottam.workflow.models.choices


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0023_tickets"),
        ("requests", "0009_link_number"),
    ]

    operations = [
        migrations.CreateModel(
            name="BoxAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField()),
                (
                    "meal",
                    models.PositiveSmallIntegerField(
                        choices=oottam.core.fields.CodesOf(oottam.workflow.models.choices.Meal)
                    ),
                ),
                (
                    "address",
                    models.ForeignKey(
                        help_text="Empty: the usual address of that day",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="handling.lateraddress",
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="box_addresses",
                        to="requests.request",
                    ),
                ),
            ],
            options={
                "ordering": ("date", "meal"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("request", "date", "meal"), name="one_address_per_box"
                    )
                ],
            },
        ),
    ]
