"""The model of ledger entries is renamed, and help texts change: state only, nothing is executed."""

import django.db.models.deletion
from django.db import migrations, models

import oottam.workflow.models.choices


class Migration(migrations.Migration):
    dependencies = (
        ("handling", "0017_models_renamed"),
        ("requests", "0004_erasure"),
    )

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.AlterField(
                    model_name="adjustment",
                    name="paise",
                    field=models.BigIntegerField(help_text="Negative: a reduction"),
                ),
                migrations.AlterField(
                    model_name="customeranswer",
                    name="allergens",
                    field=models.JSONField(
                        help_text="Codes, [] for none; empty: not answered", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="customeranswer",
                    name="key",
                    field=models.CharField(help_text="Idempotency key of the form", max_length=32),
                ),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="agreed_first_paise",
                    field=models.BigIntegerField(
                        help_text="First agreed price, or the owner's later one; empty: same as `agreed_paise`",
                        null=True,
                    ),
                ),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="agreed_paise",
                    field=models.BigIntegerField(
                        help_text="Agreed price, for requests that no menu prices", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="allergens",
                    field=models.JSONField(
                        help_text="Codes, [] for none; empty: not known", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="days",
                    field=models.PositiveSmallIntegerField(
                        help_text="Agreed number of days, if the order has none", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="finer_diet",
                    field=models.CharField(
                        blank=True,
                        choices=oottam.workflow.models.choices.finer_diets,
                        db_default="",
                        default="",
                        help_text="Applies while `diet` is vegetarian; empty: plain vegetarian",
                        max_length=20,
                    ),
                ),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="health_since",
                    field=models.DateField(
                        help_text="Since when allergies and note are known, if copied from an earlier request",
                        null=True,
                    ),
                ),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="start_date",
                    field=models.DateField(help_text="Agreed first day of meals", null=True),
                ),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="weekdays",
                    field=models.PositiveSmallIntegerField(
                        help_text="Bit mask of days with meals: Monday 1, Tuesday 2, Sunday 64; empty: Monday to Saturday",
                        null=True,
                    ),
                ),
                migrations.AlterField(
                    model_name="fulfilmentdetails",
                    name="zone_ok",
                    field=models.BooleanField(
                        help_text="Whether the shop delivers there", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="mealtime",
                    name="is_settled",
                    field=models.BooleanField(
                        help_text="False: derived from one time for several meals, to be confirmed"
                    ),
                ),
                migrations.AlterField(
                    model_name="message",
                    name="held_until",
                    field=models.DateTimeField(
                        help_text="When its mail is due, if it waits for a transition's undo window",
                        null=True,
                    ),
                ),
                migrations.AlterField(
                    model_name="message",
                    name="subject",
                    field=models.CharField(blank=True, help_text="Mails only", max_length=150),
                ),
                migrations.AlterField(
                    model_name="message",
                    name="withdrawn_at",
                    field=models.DateTimeField(
                        help_text="When its unsent mail was withdrawn", null=True
                    ),
                ),
                migrations.AlterField(
                    model_name="payment",
                    name="reference",
                    field=models.CharField(
                        blank=True, help_text="Reference of the bank or UPI", max_length=100
                    ),
                ),
                migrations.AlterField(
                    model_name="refund",
                    name="reference",
                    field=models.CharField(
                        blank=True, help_text="Reference of the bank or UPI", max_length=100
                    ),
                ),
                migrations.RenameModel("Booking", "LedgerEntry"),
                migrations.AlterModelTable("ledgerentry", "handling_booking"),
                migrations.AlterField(
                    model_name="ledgerentry",
                    name="request",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ledger_entries",
                        to="requests.request",
                    ),
                ),
                migrations.AlterField(
                    model_name="ledgerentry",
                    name="paise",
                    field=models.BigIntegerField(help_text="Negative: a reduction"),
                ),
                migrations.AlterField(
                    model_name="ledgerentry",
                    name="day",
                    field=models.DateField(help_text="Day in India"),
                ),
                migrations.AlterField(
                    model_name="ledgerentry",
                    name="is_first",
                    field=models.BooleanField(
                        help_text="Whether it is the request's first confirmation"
                    ),
                ),
                migrations.AlterField(
                    model_name="ledgerentry",
                    name="came_back",
                    field=models.BooleanField(
                        help_text="Whether the customer had an earlier confirmed request"
                    ),
                ),
            ),
        ),
    )
