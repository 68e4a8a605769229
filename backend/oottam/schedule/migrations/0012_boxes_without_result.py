"""Boxes of past days stay without a result, unless the shop counts them as delivered.

A shop that ran before has a row of the lock, whose empty value keeps what it did; a new one's row says no.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("schedule", "0011_from_menu"),)

    operations = (
        migrations.AddField(
            model_name="schedulelock",
            name="counts_as_delivered",
            field=models.BooleanField(
                null=True,
                help_text="Whether a routed box without a result counts as delivered on the next day; "
                "empty: it does, until the owner says whether it should",
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="schedulelock",
                    name="settled_until",
                    field=models.DateField(
                        null=True,
                        help_text="Last day after which plans without boxes to come were ended",
                    ),
                ),
            )
        ),
        migrations.AddIndex(
            model_name="serving",
            index=models.Index(
                fields=("date",), condition=models.Q(state=1), name="serving_planned"
            ),
        ),
    )
