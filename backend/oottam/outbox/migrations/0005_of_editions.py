from typing import Any

from django.db import migrations


def delete_mails_of_editions(apps: Any, editor: Any) -> None:
    """The release before cannot list mails that are about no request."""
    apps.get_model("notify", "OutboxEntry").objects.filter(kind="menu").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("notify", "0004_help_texts"),
    ]

    operations = [migrations.RunPython(migrations.RunPython.noop, delete_mails_of_editions)]
