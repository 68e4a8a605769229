"""When the customer was told that a box was not delivered."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("delivery", "0010_address_positions"),
    ]

    operations = [
        migrations.AddField(
            model_name="deliveryoutcome",
            name="told_at",
            field=models.DateTimeField(
                help_text="When the customer was told that it failed, or need not be", null=True
            ),
        ),
    ]
