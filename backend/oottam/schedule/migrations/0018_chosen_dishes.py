"""Which alternative of a dish a customer chose for a box."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("schedule", "0017_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="boxline",
            name="chosen_from",
            field=models.ForeignKey(
                db_index=False,
                help_text="The ordered dish with alternatives, of which the customer chose this one",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="schedule.kitchenitem",
            ),
        ),
    ]
