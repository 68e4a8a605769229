"""Customers who want no reminders, and messages that no person wrote."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0024_box_addresses"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ReminderOptOut",
            fields=[
                (
                    "digest",
                    models.CharField(
                        help_text="As `identity.person_digests` makes it",
                        max_length=32,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.AlterField(
            model_name="message",
            name="by",
            field=models.ForeignKey(
                help_text="Empty: no person wrote it",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
