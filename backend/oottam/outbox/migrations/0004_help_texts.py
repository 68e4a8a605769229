"""Help texts change: state only, nothing is executed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("notify", "0003_http_request_id"),)

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="outboxentry",
                    name="created_at",
                    field=models.DateTimeField(help_text="Arrival of the request"),
                ),
                migrations.AlterField(
                    model_name="outboxentry",
                    name="due_at",
                    field=models.DateTimeField(
                        help_text="Time of the next attempt, or the end of a worker's lease"
                    ),
                ),
                migrations.AlterField(
                    model_name="outboxentry",
                    name="http_request_id",
                    field=models.CharField(
                        blank=True,
                        db_default="",
                        help_text="Id of the HTTP request that created it, as in the access log",
                        max_length=64,
                    ),
                ),
                migrations.AlterField(
                    model_name="outboxentry",
                    name="kind",
                    field=models.CharField(help_text="Kind of the request", max_length=20),
                ),
                migrations.AlterField(
                    model_name="outboxentry",
                    name="message_id",
                    field=models.PositiveBigIntegerField(
                        help_text="Id of the desk's message, if the mail contains one", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="outboxentry",
                    name="reference",
                    field=models.CharField(
                        help_text="Of the request; there is no foreign key", max_length=16
                    ),
                ),
                migrations.AlterField(
                    model_name="outboxentry",
                    name="resends",
                    field=models.PositiveIntegerField(
                        db_default=0, help_text="Number of resends by staff"
                    ),
                ),
            ),
        ),
    )
