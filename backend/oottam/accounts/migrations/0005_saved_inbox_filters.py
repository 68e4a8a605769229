"""The model of saved inbox filters is renamed, and help texts change: state only, nothing is executed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        ("staff", "0004_saved_views"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="loginfailure",
                    name="account",
                    field=models.BigIntegerField(
                        help_text="Digest of the typed account name", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="secondfactor",
                    name="last_step",
                    field=models.BigIntegerField(
                        help_text="Time step (Unix time // 30) of the newest accepted code; older codes are rejected"
                    ),
                ),
                migrations.RenameModel("SavedView", "SavedInboxFilter"),
                migrations.AlterModelTable("savedinboxfilter", "staff_savedview"),
                migrations.AlterField(
                    model_name="savedinboxfilter",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_inbox_filters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ),
        ),
    )
