from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0009_finer_diets"),
    ]

    operations = [
        migrations.AddField(
            model_name="facts",
            name="agreed_first_paise",
            field=models.BigIntegerField(
                help_text="The price that was agreed first, or by the owner since; empty: the price agreed is that",
                null=True,
            ),
        ),
    ]
