import os
from typing import Any

from django.db import migrations, models


def make_the_key(apps: Any, schema_editor: Any) -> None:
    """Once for each shop: a restored backup brings its own along, and its links go on working."""
    apps.get_model("requests", "StatusKey").objects.create(id=1, key=os.urandom(32))


class Migration(migrations.Migration):
    dependencies = [
        ("requests", "0002_what_staff_add"),
    ]

    operations = [
        migrations.CreateModel(
            name="StatusKey",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("key", models.BinaryField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="one_status_key")
                ],
            },
        ),
        migrations.RunPython(make_the_key, migrations.RunPython.noop),
    ]
