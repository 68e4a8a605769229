from typing import Any

from django.db import migrations, models

# What counted wrong passwords before, with clear addresses.
AXES = ("accessattemptexpiration", "accessattempt", "accessfailurelog", "accesslog")


def forget_axes(apps: Any, schema_editor: Any) -> None:
    for table in AXES:
        schema_editor.execute(f"DROP TABLE IF EXISTS axes_{table}")
    apps.get_model("contenttypes", "ContentType").objects.filter(app_label="axes").delete()


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),  # permissions go with content types
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="LoginFailure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.BigIntegerField(db_index=True, help_text="Seconds since 1970 (UTC)")),
                ("account", models.BigIntegerField(help_text="The name that was typed", null=True)),
                (
                    "network",
                    models.BigIntegerField(help_text="IPv4 address, or /64 of IPv6", null=True),
                ),
                ("device", models.BigIntegerField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "at"], name="login_failure_by_account"),
                    models.Index(fields=["network", "at"], name="login_failure_by_network"),
                    models.Index(fields=["device", "at"], name="login_failure_by_device"),
                ],
            },
        ),
        migrations.RunPython(forget_axes, migrations.RunPython.noop),
    ]
