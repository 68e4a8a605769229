"""Payments are found by their bank reference."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0025_no_reminders"),
        ("requests", "0009_link_number"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="payment",
            index=models.Index(
                condition=models.Q(("reference", ""), _negated=True),
                fields=["reference"],
                name="payment_by_reference",
            ),
        ),
    ]
