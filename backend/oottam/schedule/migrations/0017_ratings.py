"""How customers liked their meals."""

import django.db.models.deletion
from django.db import migrations, models

import oottam.core.fields
import oottam.schedule.models.choices


class Migration(migrations.Migration):
    dependencies = [
        ("schedule", "0016_customer_changes"),
    ]

    operations = [
        migrations.CreateModel(
            name="MealRating",
            fields=[
                (
                    "serving",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rating",
                        serialize=False,
                        to="schedule.serving",
                    ),
                ),
                (
                    "score",
                    models.PositiveSmallIntegerField(
                        choices=oottam.core.fields.CodesOf(oottam.schedule.models.choices.Score)
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
            ],
        ),
    ]
