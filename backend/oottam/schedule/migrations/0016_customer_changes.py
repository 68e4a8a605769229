"""Customers' own changes of their plans, which of them the desk has seen, and the shop's rules for them."""

from django.db import migrations, models
from django.db.models import Q

import oottam.core.fields
import oottam.schedule.models.choices


class Migration(migrations.Migration):
    dependencies = (("schedule", "0015_nutrition"),)

    operations = (
        migrations.CreateModel(
            name="CustomerRules",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                (
                    "changes",
                    models.CharField(
                        choices=oottam.core.fields.CodesOf(
                            oottam.schedule.models.choices.CustomerChanges
                        ),
                        default="yes",
                        max_length=5,
                    ),
                ),
                (
                    "max_skips",
                    models.PositiveSmallIntegerField(
                        help_text="Skipped days of a plan; empty: as many as it has days", null=True
                    ),
                ),
                ("max_pauses", models.PositiveSmallIntegerField(default=3)),
                ("max_pause_days", models.PositiveSmallIntegerField(default=30)),
                (
                    "extra_days",
                    models.PositiveSmallIntegerField(
                        default=30,
                        help_text="A customer's own changes place boxes within twice the plan's days and these",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=Q(id=1), name="one_customer_rules")
                ],
            },
        ),
        migrations.AddField(
            model_name="mealplan",
            name="is_desk_only",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Whether the customer may not change it herself",
            ),
        ),
        migrations.AddField(
            model_name="planchange",
            name="by_customer",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Whether the customer did it on her page"
            ),
        ),
        migrations.AddField(
            model_name="planchange",
            name="seen_at",
            field=models.DateTimeField(
                help_text="When the desk opened the plan after the customer's change", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="planchange",
            index=models.Index(
                condition=Q(by_customer=True, seen_at=None),
                fields=["plan"],
                name="customer_change_unseen",
            ),
        ),
    )
