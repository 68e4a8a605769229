"""Whom a change of recipes or ingredients would harm."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from oottam.backoffice.dietary import describe_clashes
from oottam.kitchen.domain.dietary import Contents
from oottam.kitchen.services.running_clashes import new_clashes
from oottam.plans.models import MealPlan


@dataclass(frozen=True, slots=True)
class HarmedPlan:
    """A running plan in which a dish would clash with what its customer may eat, and does not yet."""

    reference: str
    customer: str
    clashes: str


def find_harmed(contents: Mapping[str, Contents], today: date) -> list[HarmedPlan]:
    """Return the running plans that dishes with these contents, by `dish_key`, would harm; nine queries at most."""
    found = {clash.plan: clash.dishes for clash in new_clashes(today, contents)}
    if not found:
        return []
    plans = MealPlan.objects.filter(pk__in=found).select_related("request")
    return [
        HarmedPlan(
            plan.request.reference, plan.request.customer_name, describe_clashes(found[plan.pk])
        )
        for plan in plans.order_by("request__customer_name", "pk")
    ]
