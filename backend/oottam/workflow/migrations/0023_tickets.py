"""What customers ask, complain of, or want to know about their data."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import oottam.core.fields
import oottam.workflow.models.choices


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0022_messages_without_author"),
        ("requests", "0008_address_key"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Ticket",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=oottam.core.fields.CodesOf(
                            oottam.workflow.models.choices.TicketKind
                        ),
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(help_text="Idempotency key of the form", max_length=32)),
                (
                    "text",
                    models.TextField(blank=True, help_text="Empty once erased", max_length=2000),
                ),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tickets",
                        to="requests.request",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("answered_at", None)), fields=["at"], name="ticket_open"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("request", "key"), name="each_ticket_once")
                ],
            },
        ),
    ]
