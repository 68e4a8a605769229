"""Help texts change: state only, nothing is executed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        ("audit", "0003_models_renamed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="auditentry",
                    name="actor",
                    field=models.ForeignKey(
                        help_text="Empty: a management command or a job",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="auditentry",
                    name="data",
                    field=models.JSONField(default=dict, help_text="Old and new values"),
                ),
                migrations.AlterField(
                    model_name="auditentry",
                    name="day",
                    field=models.DateField(help_text="The service day concerned", null=True),
                ),
                migrations.AlterField(
                    model_name="auditentry",
                    name="reason",
                    field=models.CharField(
                        blank=True, help_text="As the actor typed it", max_length=500
                    ),
                ),
                migrations.AlterField(
                    model_name="auditentry",
                    name="reference",
                    field=models.CharField(
                        blank=True, help_text="Of the request concerned", max_length=16
                    ),
                ),
            ),
        ),
    )
