import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import oottam.workflow.models


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0001_initial"),
        ("requests", "0003_status_key"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "template",
                    models.CharField(choices=oottam.workflow.models.templates, max_length=20),
                ),
                (
                    "channel",
                    models.CharField(choices=oottam.workflow.models.channels, max_length=10),
                ),
                ("subject", models.CharField(blank=True, help_text="Of a mail", max_length=150)),
                ("text", models.TextField(max_length=5000)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="requests.request",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
    ]
