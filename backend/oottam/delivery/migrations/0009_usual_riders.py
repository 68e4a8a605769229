"""Each route may name its usual rider."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        ("delivery", "0008_help_texts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.AddField(
            model_name="route",
            name="usual_rider",
            field=models.ForeignKey(
                db_index=False,
                help_text="Proposed for each run; empty: the last one",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    )
