from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notify", "0002_of_messages"),
    ]

    operations = [
        migrations.AddField(
            model_name="outboxentry",
            name="http_request_id",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="Of the call or form that it comes from, as in the log; empty where there was none",
                max_length=64,
            ),
        ),
    ]
