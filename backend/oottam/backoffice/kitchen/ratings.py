"""What customers said of their meals, for the cook: by week and dish, without names."""

from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.plans.services.ratings import ratings_by_dish
from oottam.schedule.choices import Score

WEEKS_SHOWN = 8


@staff_page(Permission.COOK)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the last weeks' ratings, newest week first, disliked dishes first."""
    since = timezone.localdate() - timedelta(weeks=WEEKS_SHOWN)
    weeks: dict[str, list[tuple[str, list[int], list[str]]]] = {}
    for each in ratings_by_dish(since):
        title = f"Week of {each.monday:%a} {each.monday.day} {each.monday:%b}"
        counts = [each.counts[score] for score in (Score.GOOD, Score.FAIR, Score.BAD)]
        weeks.setdefault(title, []).append((each.dish, counts, each.words))
    context = {"title": "What customers said", "weeks": weeks.items(), "weeks_shown": WEEKS_SHOWN}
    return render(request, "backoffice/kitchen/ratings.html", context)
