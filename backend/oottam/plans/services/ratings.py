"""How customers liked their meals: one tap on their page, read by the cook by dish and week."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from oottam.api.writing.rate_limits import count_status_form
from oottam.core.errors import DomainError
from oottam.schedule.choices import Score
from oottam.schedule.models import MealPlan, MealRating, Serving, ServingState

RATED_WITHIN = timedelta(days=14)  # of the meal's day
MAX_WORDS_LENGTH = 200


def can_rate(state: int, day: date | None, today: date) -> bool:
    """Return whether a meal was delivered within RATED_WITHIN."""
    return (
        state == ServingState.DELIVERED and day is not None and today - RATED_WITHIN <= day <= today
    )


def rate(
    *, plan: MealPlan, serving_id: int, score: int, words: str, now: datetime, sender: str
) -> None:
    """Store the score of a meal in place of an earlier one; without `words` those of that one stay.

    `sender` is the customer's IP address. Raises DomainError and, at the address's cap, the API's RequestRejectedError.
    """
    with transaction.atomic():
        serving = Serving.objects.filter(pk=serving_id, plan=plan).first()
        today = timezone.localdate(now)
        if serving is None or not can_rate(serving.state, serving.date, today):
            raise DomainError(_("You can tell us about a meal within two weeks of its delivery."))
        if score not in Score.values:
            raise DomainError(_("Please choose one of the three faces."))
        count_status_form(sender, now)
        said = " ".join(words.replace("\0", "").split())[:MAX_WORDS_LENGTH]
        MealRating.objects.update_or_create(
            serving=serving,
            defaults={"score": score, "at": now, **({"words": said} if said else {})},
        )


@dataclass(slots=True)
class DishRatings:
    """What was said of a dish in a week: how often each score, from the worst, and the words."""

    dish: str
    monday: date
    counts: dict[int, int] = field(default_factory=lambda: dict.fromkeys(Score.values, 0))
    words: list[str] = field(default_factory=list)


def ratings_by_dish(since: date) -> Sequence[DishRatings]:
    """Return the ratings of meals from a day on, newest week first, disliked dishes first; one query."""
    rows = MealRating.objects.filter(serving__date__gte=since).order_by("serving__date", "pk")
    found: dict[tuple[date, str], DishRatings] = {}
    values = ("serving__date", "score", "words", "serving__box_contents__lines__item__name")
    row: tuple[date, int, str, str]
    for row in rows.values_list(*values):
        day, score, words, dish = row
        monday = day - timedelta(days=day.weekday())
        each = found.setdefault((monday, dish), DishRatings(dish, monday))
        each.counts[score] += 1
        if words and words not in each.words:
            each.words.append(words)
    return sorted(
        found.values(),
        key=lambda each: (-each.monday.toordinal(), -each.counts[Score.BAD], each.dish),
    )
