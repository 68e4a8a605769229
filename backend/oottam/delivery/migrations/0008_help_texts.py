"""Help texts change: state only, nothing is executed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("delivery", "0007_models_renamed"),)

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="cashcollection",
                    name="at",
                    field=models.DateTimeField(
                        help_text="Time of arrival; empty before 0.4.0", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="cashcollection",
                    name="tapped_at",
                    field=models.DateTimeField(
                        help_text="By the phone's clock; empty before 0.4.0", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="cashhandover",
                    name="day",
                    field=models.DateField(db_index=True, help_text="Day of collection"),
                ),
                migrations.AlterField(
                    model_name="deliveryoutcome",
                    name="tapped_at",
                    field=models.DateTimeField(
                        help_text="By the phone's clock, clamped to the day"
                    ),
                ),
                migrations.AlterField(
                    model_name="deliveryoutcome",
                    name="uncounted",
                    field=models.CharField(
                        blank=True, help_text="Why the tap did not count", max_length=200
                    ),
                ),
                migrations.AlterField(
                    model_name="route",
                    name="is_closed",
                    field=models.BooleanField(
                        default=False, help_text="Not used any more; past runs stay"
                    ),
                ),
                migrations.AlterField(
                    model_name="route",
                    name="position",
                    field=models.PositiveSmallIntegerField(
                        help_text="Order among the routes, from 1"
                    ),
                ),
                migrations.AlterField(
                    model_name="runassignment",
                    name="since",
                    field=models.DateTimeField(help_text="Empty: the first rider", null=True),
                ),
                migrations.AlterField(
                    model_name="runassignment",
                    name="until",
                    field=models.DateTimeField(help_text="Empty: the present rider", null=True),
                ),
                migrations.AlterField(
                    model_name="runserving",
                    name="since",
                    field=models.DateTimeField(help_text="Empty: its first run", null=True),
                ),
                migrations.AlterField(
                    model_name="runserving",
                    name="until",
                    field=models.DateTimeField(help_text="Empty: on the run at present", null=True),
                ),
                migrations.AlterField(
                    model_name="stopposition",
                    name="hint",
                    field=models.CharField(
                        blank=True, help_text="Note for the rider at the door", max_length=200
                    ),
                ),
                migrations.AlterField(
                    model_name="stopposition",
                    name="rank",
                    field=models.FloatField(
                        help_text="Sort key of the stop on its route", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="stopposition",
                    name="route",
                    field=models.ForeignKey(
                        help_text="Empty: the route of its PIN code",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="stop_positions",
                        to="delivery.route",
                    ),
                ),
            ),
        ),
    )
