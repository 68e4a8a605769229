from typing import Any

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import oottam.requests.models


def close_what_is_closed(apps: Any, schema_editor: Any) -> None:
    """Before there was a moment of closing, a status was all that was noted."""
    Request = apps.get_model("requests", "Request")
    closed = Request.objects.filter(status__in=("completed", "cancelled"), closed_at=None)
    closed.update(closed_at=models.F("received_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("requests", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="request",
            name="assignee",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="request",
            name="closed_at",
            field=models.DateTimeField(help_text="When it was completed or cancelled", null=True),
        ),
        migrations.AddField(
            model_name="request",
            name="entered_by",
            field=models.ForeignKey(
                db_index=False,
                help_text="Who took it by phone",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="request",
            name="follow_up_on",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="request",
            name="merged_into",
            field=models.ForeignKey(
                db_index=False,
                help_text="The one that is worked instead of this one, its double",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="doubles",
                to="requests.request",
            ),
        ),
        migrations.AddField(
            model_name="request",
            name="source",
            field=models.CharField(
                choices=oottam.requests.models.sources, db_default="storefront", max_length=20
            ),
        ),
        migrations.AddField(
            model_name="request",
            name="version",
            field=models.PositiveIntegerField(
                db_default=1, help_text="Counts what staff have changed"
            ),
        ),
        migrations.RunPython(close_what_is_closed, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", False)),
                fields=["status", "received_at"],
                name="request_closed",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True)),
                fields=["received_at", "id"],
                name="request_open",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("assignee__isnull", False)),
                fields=["assignee"],
                name="request_by_assignee",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("follow_up_on__isnull", False)),
                fields=["follow_up_on"],
                name="request_by_follow_up",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                condition=models.Q(("merged_into__isnull", False)),
                fields=["merged_into"],
                name="request_by_double",
            ),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(fields=["phone_normalised", "received_at"], name="request_by_phone"),
        ),
        migrations.AddIndex(
            model_name="request",
            index=models.Index(
                django.db.models.functions.text.Lower("email"),
                models.F("received_at"),
                name="request_by_email",
            ),
        ),
    ]
