"""Dishes and ingredients remember what the menu last wrote into them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("schedule", "0010_help_texts"),)

    operations = (
        migrations.AddField(
            model_name="ingredient",
            name="from_menu",
            field=models.JSONField(
                help_text="What the menu last wrote, by part: a part that differs is the kitchen's own",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="kitchenitem",
            name="from_menu",
            field=models.JSONField(
                help_text="What the menu last wrote, by part: a part that differs is the kitchen's own",
                null=True,
            ),
        ),
    )
