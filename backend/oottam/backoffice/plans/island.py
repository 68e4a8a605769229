"""The data of the timeline's island: boxes with their days, and what marks a day."""

from datetime import date
from typing import Any

from django.urls import reverse

from oottam.backoffice.plans.fields import COMMON_REASONS
from oottam.backoffice.plans.queries import PlanData
from oottam.backoffice.plans.timeline import WEEK, WEEKS_SHOWN, box_views
from oottam.core.direction import isolated_text
from oottam.plans.domain.calendar import Calendar
from oottam.plans.models import Meal

# The island can show where boxes move within these weeks; moves further away are described as text.
WEEKS_KNOWN = 16


def island_data(found: PlanData, days: Calendar, begin: date) -> dict[str, Any]:
    """Return JSON: dates as 2026-12-07, meals as numbers, weekdays as bits from Monday on.

    Only boxes of the weeks that can be shown, so that a year's plan stays small.
    """
    end = begin + WEEKS_KNOWN * WEEK
    return {
        "version": found.plan.version,
        "address": reverse("backoffice:plan", args=[found.plan.request.reference]),
        "state": found.plan.state,
        "today": days.today,
        "begin": begin,
        "weeks": WEEKS_SHOWN,
        "weeksKnown": WEEKS_KNOWN,
        "reasons": COMMON_REASONS,
        "tracks": [
            {
                "meal": track.meal,
                "label": Meal(track.meal).label,
                "servings": track.servings,
                "weekdays": track.weekdays,
                "open": days.first_open(track.meal),
                "boxes": [
                    {
                        "id": box.number,
                        "day": day,
                        "state": box.state,
                        "words": box.words,
                        "marks": box.marks,
                        "tick": box.can_tick,
                    }
                    for day, box in box_views(found, track)
                    if day is None or begin <= day < end
                ],
            }
            for track in found.tracks
        ],
        "closed": [
            [day, meal, isolated_text(why)] for (day, meal), why in sorted(found.closed.items())
        ],
        "absent": [[pause.meals, pause.first, pause.last] for pause in found.absences],
    }
