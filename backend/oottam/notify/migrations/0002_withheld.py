from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notify", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="outboxentry",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("sent", "Sent"),
                    ("failed", "Failed"),
                    ("withheld", "Withheld"),
                ],
                db_default="waiting",
                max_length=8,
            ),
        ),
    ]
