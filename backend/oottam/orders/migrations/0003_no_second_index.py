# One index less for each: the unique constraints' indexes begin with the order, too.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0002_combos_and_nonveg_claims"),
    ]

    operations = [
        migrations.AlterField(
            model_name="comboslot",
            name="order",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="slots",
                to="orders.comboorder",
            ),
        ),
        migrations.AlterField(
            model_name="orderline",
            name="order",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lines",
                to="orders.order",
            ),
        ),
    ]
