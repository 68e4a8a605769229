"""Which list of allergens a customer was asked about. What was said of the first one's "peanut" holds for both kinds.

Going back, allergies that the first list does not have are put into the kitchen's note.
"""

from typing import Any

from django.db import migrations, models
from django.db.models import TextField
from django.db.models.functions import Cast

PEANUT, TREE_NUT = "peanut", "tree-nut"
WORDS = {"sesame": "sesame", "mustard": "mustard", "coconut": "coconut"}
MAX_NOTE = {"FulfilmentDetails": 500, "CustomerAnswer": 200}  # characters


def split(apps: Any, _: Any) -> None:
    for _, row in _holding(apps, PEANUT):
        row.allergens = sorted({*row.allergens, TREE_NUT})
        row.save(update_fields=("allergens",))


def join(apps: Any, _: Any) -> None:
    for code in (TREE_NUT, *WORDS):
        for name, row in _holding(apps, code):
            words = [word for known, word in WORDS.items() if known in row.allergens]
            if words:
                said = f"Allergic to {', '.join(words)}."
                row.kitchen_note = f"{said} {row.kitchen_note}".strip()[: MAX_NOTE[name]]
            known = {PEANUT if code == TREE_NUT else code for code in row.allergens}
            row.allergens = sorted(known.difference(WORDS))
            row.save(update_fields=("allergens", "kitchen_note"))


def _holding(apps: Any, code: str) -> Any:
    """Yield the name of the model, and each row that holds the code."""
    for name in MAX_NOTE:
        rows = apps.get_model("handling", name).objects.exclude(allergens=None)
        for row in rows.annotate(text=Cast("allergens", TextField())).filter(text__contains=code):
            yield name, row


def asked() -> Any:
    return models.PositiveSmallIntegerField(
        db_default=1, default=2, help_text="The list of allergens that the customer was asked about"
    )


class Migration(migrations.Migration):
    dependencies = (("handling", "0020_later_addresses"),)

    operations = (
        migrations.AddField(model_name="fulfilmentdetails", name="allergen_list", field=asked()),
        migrations.AddField(model_name="customeranswer", name="allergen_list", field=asked()),
        migrations.RunPython(split, join),
    )
