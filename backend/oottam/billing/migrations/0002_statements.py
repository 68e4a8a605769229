"""Lines of statements with their payments, claims of customers, and counted cash."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import oottam.billing.models
import oottam.core.fields


class Migration(migrations.Migration):
    dependencies = [
        ("billing", "0001_papers"),
        ("handling", "0026_payment_references"),
        ("requests", "0009_link_number"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BankRules",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                (
                    "lumps",
                    models.BooleanField(help_text="Whether many payments arrive as one settlement"),
                ),
            ],
            options={
                "db_table": "billing_bank_rules",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="one_bank_rules")
                ],
            },
        ),
        migrations.CreateModel(
            name="StatementLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "reference",
                    models.CharField(
                        blank=True, db_index=True, help_text="UTR; blank: none", max_length=100
                    ),
                ),
                ("paid_on", models.DateField()),
                ("paise", models.BigIntegerField()),
                ("payer", models.CharField(blank=True, max_length=200)),
                ("note", models.CharField(blank=True, max_length=500)),
                (
                    "looks_settled",
                    models.BooleanField(
                        help_text="Whether a company pays out many payments in one"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=oottam.core.fields.CodesOf(oottam.billing.models.LineState),
                        max_length=10,
                    ),
                ),
                ("imported_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "billing_statement_line",
                "ordering": ("-paid_on", "-pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("paise__gt", 0)), name="line_of_some"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchedPayment",
            fields=[
                (
                    "payment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="matched",
                        serialize=False,
                        to="handling.payment",
                    ),
                ),
                (
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches",
                        to="billing.statementline",
                    ),
                ),
            ],
            options={
                "db_table": "billing_matched_payment",
                "ordering": ("payment",),
            },
        ),
        migrations.CreateModel(
            name="CashCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(unique=True)),
                ("paise", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "billing_cash_count",
                "ordering": ("day",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("paise__gte", 0)), name="counted_or_none"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PaymentClaim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("utr", models.CharField(db_index=True, max_length=12)),
                ("at", models.DateTimeField()),
                (
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payment_claims",
                        to="requests.request",
                    ),
                ),
            ],
            options={
                "db_table": "billing_payment_claim",
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("request", "utr"), name="each_claim_once")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="statementline",
            index=models.Index(
                condition=models.Q(("state", "open")), fields=["-paid_on", "-id"], name="open_lines"
            ),
        ),
    ]
