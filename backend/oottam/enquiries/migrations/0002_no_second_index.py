# One index less: the unique constraint's index begins with the subscription, too.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("enquiries", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="subscriptionmeal",
            name="subscription",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="meals",
                to="enquiries.subscription",
            ),
        ),
    ]
