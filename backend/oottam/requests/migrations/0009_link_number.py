from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("requests", "0008_address_key")]

    operations = [
        migrations.AddField(
            model_name="request",
            name="link_number",
            field=models.PositiveSmallIntegerField(
                db_default=0, help_text="How often the status page's link was replaced"
            ),
        ),
    ]
