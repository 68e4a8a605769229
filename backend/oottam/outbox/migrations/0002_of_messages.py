from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notify", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="outboxentry",
            name="message_id",
            field=models.PositiveBigIntegerField(
                help_text="Of the desk's own words, where the mail holds those", null=True
            ),
        ),
    ]
