"""Help texts and a reverse name change: state only, nothing is executed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        ("requests", "0005_menu_edition"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="request",
                    name="body",
                    field=models.TextField(help_text="The request body as it was sent"),
                ),
                migrations.AlterField(
                    model_name="request",
                    name="entered_by",
                    field=models.ForeignKey(
                        db_index=False,
                        help_text="The staff account that entered it",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="request",
                    name="erased_at",
                    field=models.DateTimeField(
                        help_text="When its personal data was erased", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="request",
                    name="extra_fields",
                    field=models.JSONField(
                        default=list, help_text="Names of unknown fields in the body"
                    ),
                ),
                migrations.AlterField(
                    model_name="request",
                    name="health_erased_at",
                    field=models.DateTimeField(
                        help_text="When its health texts were last erased; later ones may exist",
                        null=True,
                    ),
                ),
                migrations.AlterField(
                    model_name="request",
                    name="menu_edition",
                    field=models.PositiveIntegerField(
                        db_default=0, help_text="The menu edition that priced it"
                    ),
                ),
                migrations.AlterField(
                    model_name="request",
                    name="merged_into",
                    field=models.ForeignKey(
                        db_index=False,
                        help_text="The request that replaces this duplicate",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="duplicates",
                        to="requests.request",
                    ),
                ),
                migrations.AlterField(
                    model_name="request",
                    name="phone",
                    field=models.CharField(
                        blank=True, help_text="As the customer typed it", max_length=60
                    ),
                ),
                migrations.AlterField(
                    model_name="request",
                    name="phone_normalised",
                    field=models.CharField(
                        blank=True,
                        help_text="In the form +91..., blank where the number is unclear",
                        max_length=16,
                    ),
                ),
                migrations.AlterField(
                    model_name="request",
                    name="version",
                    field=models.PositiveIntegerField(
                        db_default=1, help_text="The number of changes by staff, plus 1"
                    ),
                ),
            ),
        ),
    )
