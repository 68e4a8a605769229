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


def island_data(plan_data: PlanData, calendar: Calendar, begin: date) -> dict[str, Any]:
    """Return JSON: dates as 2026-12-07, meals as numbers, weekdays as bits from Monday on.

    Only boxes of the weeks that can be shown, so that a year's plan stays small.
    """
    end = begin + WEEKS_KNOWN * WEEK
    return {
        "version": plan_data.plan.version,
        "address": reverse("backoffice:plan", args=[plan_data.plan.request.reference]),
        "state": plan_data.plan.state,
        "today": calendar.today,
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
                "open": calendar.first_open(track.meal),
                "boxes": [
                    {
                        "id": box.serving_id,
                        "day": day,
                        "state": box.state,
                        "words": box.words,
                        "marks": box.marks,
                        "tick": box.can_tick,
                    }
                    for day, box in box_views(plan_data, track, calendar.today)
                    if day is None or begin <= day < end
                ],
            }
            for track in plan_data.tracks
        ],
        "closed": [
            [day, meal, isolated_text(why)] for (day, meal), why in sorted(plan_data.closed.items())
        ],
        "absent": [[pause.meals, pause.first, pause.last] for pause in plan_data.pauses],
    }
