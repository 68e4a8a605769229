"""The version of the figures that a day's totals were counted by."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Stored totals are of version 1."""

    dependencies = [("reporting", "0002_models_renamed")]

    operations = [
        migrations.AddField(
            model_name="dailytotals",
            name="version",
            field=models.PositiveSmallIntegerField(
                db_default=1, help_text="figures.FIGURES_VERSION when they were counted"
            ),
        ),
    ]
