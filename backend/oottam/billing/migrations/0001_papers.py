"""Receipts and bills: tax profiles, series of numbers, and papers."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import oottam.billing.models
import oottam.billing.tax
import oottam.core.fields


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("handling", "0025_no_reminders"),
        ("requests", "0009_link_number"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PaperNumbering",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                (
                    "letter",
                    models.CharField(
                        blank=True, help_text="Blank before the first restore", max_length=1
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("id", 1)), name="one_paper_numbering"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PaperSeries",
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
                        choices=oottam.core.fields.CodesOf(oottam.billing.models.PaperKind),
                        max_length=20,
                    ),
                ),
                ("year", models.CharField(help_text="From 1 April, as 26-27", max_length=5)),
                ("prefix", models.CharField(max_length=3)),
                ("letter", models.CharField(blank=True, max_length=1)),
                ("next_number", models.PositiveIntegerField(default=1)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "year", "prefix", "letter"), name="each_paper_series_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TaxProfile",
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
                        choices=oottam.core.fields.CodesOf(oottam.billing.tax.TaxKind),
                        max_length=12,
                    ),
                ),
                ("gstin", models.CharField(blank=True, max_length=15)),
                ("state", models.CharField(help_text="First two digits of a GSTIN", max_length=2)),
                ("legal_name", models.CharField(blank=True, max_length=200)),
                ("address", models.CharField(blank=True, max_length=500)),
                ("fssai_number", models.CharField(blank=True, max_length=14)),
                ("prefix", models.CharField(max_length=3)),
                ("valid_from", models.DateField(help_text="Day in India", unique=True)),
                ("food_percent", models.PositiveSmallIntegerField()),
                ("food_sac", models.CharField(max_length=6)),
                ("contract_percent", models.PositiveSmallIntegerField()),
                ("contract_sac", models.CharField(max_length=6)),
                ("consultation_sac", models.CharField(max_length=6)),
                (
                    "with_payments",
                    models.BooleanField(
                        help_text="Whether a payment's receipt, and the bill with the first, are issued with it"
                    ),
                ),
                ("at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("valid_from",),
            },
        ),
        migrations.CreateModel(
            name="Paper",
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
                        choices=oottam.core.fields.CodesOf(oottam.billing.models.PaperKind),
                        max_length=20,
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("number", models.CharField(max_length=16, unique=True)),
                ("issued_at", models.DateTimeField(db_index=True)),
                ("paise", models.BigIntegerField()),
                ("content", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "cancelled_at",
                    models.DateTimeField(
                        help_text="When the payment or refund that it is about was undone",
                        null=True,
                    ),
                ),
                (
                    "answers",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="answered_by",
                        to="billing.paper",
                    ),
                ),
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
                    "payment",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="handling.payment",
                    ),
                ),
                (
                    "refund",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="handling.refund",
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="papers",
                        to="requests.request",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="papers",
                        to="billing.paperseries",
                    ),
                ),
                (
                    "profile",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="papers",
                        to="billing.taxprofile",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("series", "sequence"), name="each_paper_number_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "bill")),
                        fields=("request",),
                        name="one_bill_a_request",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("paise__gte", 0)), name="paper_not_negative"
                    ),
                ],
            },
        ),
    ]
