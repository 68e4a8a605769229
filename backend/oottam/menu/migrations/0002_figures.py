"""The figures of dishes, frozen into an edition when it is published.

Going back, an imported kitchen that the release before cannot read is left out of the contents: its rows have it.
"""

import hashlib
import json
from typing import Any

from django.db import migrations, models

INGREDIENTS, RECIPES = "kitchen/ingredients.json", "kitchen/recipes.json"


def nothing(apps: Any, _: Any) -> None:
    """Empty figures follow the recipes."""


def go_back(apps: Any, _: Any) -> None:
    for edition in apps.get_model("menu", "Edition").objects.all():
        if text := _without_kitchen(edition.content):
            edition.content, edition.digest = text, hashlib.sha256(text.encode()).hexdigest()
            edition.save(update_fields=("content", "digest"))
    for draft in apps.get_model("menu", "MenuDraft").objects.exclude(content=""):
        if text := _without_kitchen(draft.content):
            draft.content = text
            draft.save(update_fields=("content",))


def _without_kitchen(text: str) -> str:
    """Return the content without the kitchen's files; "" where they have nothing new."""
    content = json.loads(text)
    if "allergenList" not in content["files"].get(INGREDIENTS, ()):
        return ""
    for name in (INGREDIENTS, RECIPES):
        content["files"].pop(name, None)
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


class Migration(migrations.Migration):
    dependencies = (("menu", "0001_initial"),)

    operations = (
        migrations.AddField(
            model_name="edition",
            name="figures",
            field=models.JSONField(
                help_text="Portion and figures of each dish as they were published; empty: they follow the recipes",
                null=True,
            ),
        ),
        migrations.RunPython(nothing, go_back),
    )
