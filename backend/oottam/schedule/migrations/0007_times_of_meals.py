"""Plans of before begin with their one time for every meal, which is to be asked for; those of one meal have it already."""

from typing import Any

from django.db import migrations

FILL = """
INSERT INTO handling_mealtime (request_id, meal, time, is_settled)
SELECT p.request_id, t.meal, f.delivery_time, %s
FROM schedule_plan p
JOIN handling_facts f ON f.request_id = p.request_id
JOIN schedule_track t ON t.plan_id = p.id AND t.meal BETWEEN 1 AND 3
WHERE f.delivery_time IS NOT NULL
  AND (SELECT COUNT(*) FROM schedule_track o WHERE o.plan_id = p.id AND o.servings > 0) > 1
  AND NOT EXISTS (SELECT 1 FROM handling_mealtime m WHERE m.request_id = p.request_id)
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """By one statement, however many plans there are."""
    schema_editor.connection.cursor().execute(FILL, [False])


def empty(apps: Any, schema_editor: Any) -> None:
    """What was only taken over; the first meal's time is where it was."""
    apps.get_model("handling", "MealTime").objects.filter(is_settled=False).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("handling", "0015_meal_times"),
        ("schedule", "0006_days_changed"),
    ]

    operations = [migrations.RunPython(fill, empty)]
