"""Generated files of several servers; on PostgreSQL without a log, so that they are in no backup."""

from typing import Any

from django.db import migrations, models


def leave_out_of_the_log(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE background_cachedpart SET UNLOGGED")


class Migration(migrations.Migration):
    initial = True

    operations = [
        migrations.CreateModel(
            name="CachedPart",
            fields=[
                ("cache_key", models.CharField(max_length=255, primary_key=True, serialize=False)),
                ("value", models.TextField()),
                ("expires", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.RunPython(leave_out_of_the_log, migrations.RunPython.noop),
    ]
