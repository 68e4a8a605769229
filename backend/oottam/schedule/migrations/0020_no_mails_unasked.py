"""A shop that has plans already mails its customers nothing new until its owner switches it on."""

from typing import Any

from django.db import migrations

ONLY = 1
MAILS = ("mails_renewal", "mails_start", "mails_desk_change", "mails_failed_box")


def switch_off(apps: Any, _: Any) -> None:
    if apps.get_model("schedule", "MealPlan").objects.exists():
        off = dict.fromkeys(MAILS, False)
        rules = apps.get_model("schedule", "CustomerRules").objects
        rules.update_or_create(pk=ONLY, defaults=off)


class Migration(migrations.Migration):
    dependencies = (("schedule", "0019_reminders"),)

    operations = (migrations.RunPython(switch_off, migrations.RunPython.noop, elidable=False),)
