"""Reminders before a plan ends and starts, what customers were told of changes, and the shop's rules for both."""

import django.db.models.deletion
from django.db import migrations, models

import oottam.core.fields
import oottam.schedule.models.choices


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0025_no_reminders"),
        ("schedule", "0018_chosen_dishes"),
    ]

    operations = [
        migrations.AddField(
            model_name="customerrules",
            name="mails_desk_change",
            field=models.BooleanField(
                db_default=True, default=True, help_text="Tell what the desk changed in a plan"
            ),
        ),
        migrations.AddField(
            model_name="customerrules",
            name="mails_failed_box",
            field=models.BooleanField(
                db_default=True, default=True, help_text="Tell that a box was not delivered"
            ),
        ),
        migrations.AddField(
            model_name="customerrules",
            name="mails_renewal",
            field=models.BooleanField(
                db_default=True, default=True, help_text="Remind before a plan ends"
            ),
        ),
        migrations.AddField(
            model_name="customerrules",
            name="mails_start",
            field=models.BooleanField(
                db_default=True,
                default=True,
                help_text="Remind on the evening before a plan starts",
            ),
        ),
        migrations.AddField(
            model_name="planchange",
            name="told_at",
            field=models.DateTimeField(
                help_text="When the customer was told of the desk's change, or need not be",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="schedulestate",
            name="renewals_sent_on",
            field=models.DateField(
                help_text="Last day on which all plans that end soon were looked at", null=True
            ),
        ),
        migrations.AddField(
            model_name="schedulestate",
            name="starts_sent_on",
            field=models.DateField(
                help_text="Last day on which all plans that start on the next were looked at",
                null=True,
            ),
        ),
        migrations.CreateModel(
            name="PlanReminder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=oottam.core.fields.CodesOf(
                            oottam.schedule.models.choices.ReminderKind
                        ),
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reminders",
                        to="handling.message",
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reminders",
                        to="schedule.mealplan",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("plan", "kind"), name="reminded_once_of_each")
                ],
            },
        ),
    ]
