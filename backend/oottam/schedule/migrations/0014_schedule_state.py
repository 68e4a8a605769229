"""A model's name says that it holds the shop's settings, too; its table keeps its name, so that nothing is executed."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("schedule", "0013_recipes"),)

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(migrations.RenameModel("ScheduleLock", "ScheduleState"),),
        ),
    )
