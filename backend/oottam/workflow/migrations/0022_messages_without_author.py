"""Messages that nobody wrote: receipts of what customers changed themselves. Going back, the first account wrote them."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def name_an_author(apps: Any, _: Any) -> None:
    written = apps.get_model("handling", "Message").objects.filter(by=None)
    if written.exists():
        written.update(by=apps.get_model(settings.AUTH_USER_MODEL).objects.order_by("pk").first())


class Migration(migrations.Migration):
    dependencies = (
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("handling", "0021_allergen_list"),
    )

    operations = (
        migrations.AlterField(
            model_name="message",
            name="by",
            field=models.ForeignKey(
                help_text="Empty: the customer's own change made it",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, name_an_author, elidable=False),
    )
