"""Whom a change of recipes or ingredients would harm."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date

from oottam.backoffice.dietary import describe_clashes
from oottam.kitchen.domain.dietary import Contents
from oottam.kitchen.services.running_clashes import new_clashes
from oottam.schedule.models import MealPlan


def find_harmed(contents: Mapping[str, Contents], today: date) -> list[dict[str, str]]:
    """Return the running plans in which dishes with these contents, by `name_key`, would clash, and do not yet.

    Nine queries at most.
    """
    found = {clash.plan: clash.dishes for clash in new_clashes(today, contents)}
    if not found:
        return []
    plans = MealPlan.objects.filter(pk__in=found).select_related("request")
    return [
        {
            "reference": plan.request.reference,
            "customer": plan.request.customer_name,
            "clashes": describe_clashes(found[plan.pk]),
        }
        for plan in plans.order_by("request__customer_name", "pk")
    ]


def digest_of(harmed: Sequence[dict[str, str]]) -> str:
    """Return a digest of the list that the tick "I have read it" is for; "" where nobody is harmed."""
    return hashlib.blake2s(repr(harmed).encode(), digest_size=8).hexdigest() if harmed else ""
