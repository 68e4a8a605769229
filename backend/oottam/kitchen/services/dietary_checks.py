"""Checks of dishes against a customer's needs: before confirming, before a change, and while a plan runs."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from django.db.models import Exists, Min, OuterRef, Q, Subquery

from oottam.catalogue.recipes import alternatives_of
from oottam.core.names import name_key
from oottam.kitchen.day import DishAnswer
from oottam.kitchen.day.dishes import KitchenDish, dishes
from oottam.kitchen.domain.dietary import (
    NONVEG,
    Answer,
    Contents,
    Needs,
    check,
    is_agreed,
    is_free_of_meat,
)
from oottam.kitchen.services.dishes import catalogue_contents, find_items
from oottam.kitchen.services.sold_out import SoldOutDish, SoldOutDishes, sold_out_dishes
from oottam.requests.models import Kind, Request
from oottam.schedule.choices import Mark, boxes_to_come
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.initial_schedule import PLANNED, ordered_dishes
from oottam.schedule.models import AcceptedDish, BoxLine, MealPlan, PlanState, Serving, ServingState
from oottam.workflow.models import Diet, FulfilmentDetails
from oottam.workflow.services.details import details_of, event_of


@dataclass(frozen=True, slots=True)
class FoodCheck:
    """The findings of each dish, alternatives under their own names, and the dishes that are sold out on their days.

    `seen` is a digest that a form carries, so that other findings are noticed.
    """

    needs: Needs
    dishes: tuple[DishAnswer, ...]
    sold_out: tuple[SoldOutDish, ...] = ()

    @property
    def clashes(self) -> list[DishAnswer]:
        return [dish for dish in self.dishes if dish.answer is Answer.CLASH]

    @property
    def unknown(self) -> list[DishAnswer]:
        return [dish for dish in self.dishes if dish.answer is Answer.NOT_KNOWN]

    @property
    def seen(self) -> str:
        """A digest that changes with the findings."""
        findings = (self.needs, sorted(finding_key(dish) for dish in self.dishes))
        return digest((*findings, self.sold_out) if self.sold_out else findings)


def finding_key(dish: DishAnswer) -> tuple[str, str, tuple[str, ...]]:
    return name_key(dish.name), dish.answer.value, dish.clashes


def digest(findings: object) -> str:
    return hashlib.blake2s(repr(findings).encode(), digest_size=8).hexdigest()


def needs_of(fulfilment: FulfilmentDetails) -> Needs:
    return Needs(tuple(fulfilment.allergens or ()), fulfilment.full_diet)


def check_dishes(
    ordered: Iterable[OrderedDish],
    fulfilment: FulfilmentDetails,
    *,
    is_event: bool = False,
    first: date | None = None,
) -> FoodCheck:
    """Check these dishes; six queries at most. Unknown names are checked without creating items.

    `first` is the day of their first box, from which they must not be sold out; None leaves that out.
    """
    result: dict[str, DishAnswer] = {}
    missing: dict[SoldOutDish, None] = {}
    for one in check_each(ordered, fulfilment, is_event=is_event, first=first).values():
        for answer in one.dishes:
            result.setdefault(name_key(answer.name), answer)
        missing |= dict.fromkeys(one.sold_out)
    return FoodCheck(needs_of(fulfilment), tuple(result.values()), tuple(missing))


def check_each(
    ordered: Iterable[OrderedDish],
    fulfilment: FulfilmentDetails,
    *,
    is_event: bool = False,
    first: date | None = None,
) -> dict[str, FoodCheck]:
    """Check each dish separately, by its ordered name."""
    sold_out = SoldOutDishes() if first is None else sold_out_dishes(first)
    ordered_dishes = list(dict.fromkeys(ordered))
    items = find_items(ordered_dishes)
    dishes_by_id = dishes(set(items.values()))
    needs = needs_of(fulfilment)
    result: dict[str, FoodCheck] = {}
    for dish in ordered_dishes:
        item = items.get((dish.source, dish.id or dish.name))
        if item is None:
            options = [
                CookingOption(name, catalogue_contents(name, dish), 0)
                for name in alternatives_of(dish.name)
            ]
        else:
            options = cooking_options(dishes_by_id[item], dishes_by_id)
        result[dish.name] = FoodCheck(
            needs,
            tuple(answers_for(options, needs, is_event=is_event)),
            sold_out.among([(option.name, option.item) for option in options], first),
        )
    return result


def check_request(request: Request, today: date) -> FoodCheck | None:
    """Check the upcoming boxes, or the ordered dishes before there is a plan; None for kinds without food."""
    if request.kind not in PLANNED:
        return None
    plan: MealPlan | None = getattr(request, "plan", None)
    if plan is not None and plan.state != PlanState.CANCELLED:
        return check_plan(plan, today)
    if plan is not None and has_begun(plan):
        return check_plan(plan, today, is_continued=True)
    fulfilment = details_of(request)
    return check_dishes(ordered_dishes(request), fulfilment, first=first_day(request, today))


def first_day(request: Request, today: date) -> date:
    """Return the first day on which its dishes are needed, as far as it is known."""
    is_event = request.kind == Kind.EVENT
    agreed = event_of(request).date if is_event else details_of(request).start_date
    return max(today, agreed or today)


def has_begun(plan: MealPlan) -> bool:
    """Return whether a box of the plan was ever due, so that confirming again continues it."""
    return Serving.objects.filter(plan=plan).exclude(state=ServingState.CANCELLED).exists()


def check_plan(plan: MealPlan, today: date, *, is_continued: bool = False) -> FoodCheck:
    """Check the boxes to come; with `is_continued` also those cancelled, which come once it is confirmed again."""
    relevant = boxes_to_come(today)
    if is_continued:
        relevant |= Q(state=ServingState.CANCELLED)
    boxes = Serving.objects.filter(relevant, box_contents=OuterRef("box_contents"), plan=plan)
    first = boxes.order_by().values("box_contents").annotate(first=Min("date")).values("first")
    lines = BoxLine.objects.filter(box_contents__plan=plan).order_by("box_contents_id", "position")
    rows = lines.annotate(is_relevant=Exists(boxes), first=Subquery(first))
    return check_items(
        plan,
        list(rows.values_list("item_id", "is_relevant", "first")),
        today,
        is_continued=is_continued,
    )


def check_items(
    plan: MealPlan,
    items: Sequence[tuple[int, bool, date | None]],
    today: date,
    *,
    is_continued: bool = False,
) -> FoodCheck:
    """Check those of (item, is relevant, its first day) that are relevant; three queries, and one for unloaded details.

    The days of a plan that is continued are not known yet: its dishes must not be sold out from today on.
    """
    fulfilment, is_event = details_of(plan.request), plan.request.kind == Kind.EVENT
    dishes_by_id = dishes({item for item, *_ in items})
    sold_out = sold_out_dishes(today)
    answers: dict[str, DishAnswer] = {}
    missing: dict[SoldOutDish, None] = {}
    for item, first in _relevant_items(items):
        options = cooking_options(dishes_by_id[item], dishes_by_id)
        for answer in answers_for(options, needs_of(fulfilment), is_event=is_event):
            answers.setdefault(name_key(answer.name), answer)
        day = today if is_continued else first
        missing |= dict.fromkeys(sold_out.among([(o.name, o.item) for o in options], day))
    checked = FoodCheck(needs_of(fulfilment), tuple(answers.values()), tuple(missing))
    agreed = accepted_clashes([plan.pk]).get(plan.pk) if checked.clashes else None
    if not agreed:
        return checked
    marked = (
        replace(dish, is_agreed=is_dish_agreed(dish, checked.needs, agreed))
        for dish in checked.dishes
    )
    return replace(checked, dishes=tuple(marked))


def _relevant_items(
    items: Sequence[tuple[int, bool, date | None]],
) -> list[tuple[int, date | None]]:
    """Return each relevant item once, in order, with its first day."""
    found: dict[int, date | None] = {}
    for item, is_relevant, first in items:
        if is_relevant:
            known = found.get(item)
            found[item] = min(known, first) if known and first else known or first
    return list(found.items())


def accepted_clashes(plans: Iterable[int]) -> dict[int, dict[int, set[str]]]:
    """Return accepted codes by plan and dish."""
    accepted: dict[int, dict[int, set[str]]] = {}
    rows = AcceptedDish.objects.filter(plan__in=list(plans))
    for plan, item, clashes in rows.values_list("plan", "item", "clashes"):
        accepted.setdefault(plan, {})[item] = set(clashes.split(","))
    return accepted


def is_dish_agreed(dish: DishAnswer, needs: Needs, agreed: Mapping[int, set[str]]) -> bool:
    return is_agreed(dish.clashes, needs, agreed.get(dish.item, ()))


def veg_only(fulfilment: FulfilmentDetails, items: Collection[int]) -> Mapping[int, bool]:
    """Map each dish to whether the customer gets only its vegetarian alternatives.

    For a customer who eats eggs, a dish is unrestricted where all its alternatives are known to hold no meat or fish.
    """
    if fulfilment.full_diet != Diet.EGG:
        return dict.fromkeys(items, fulfilment.diet != Diet.ANY)
    dishes_by_id = dishes(items)
    return {
        item: not all(
            is_free_of_meat(dishes_by_id[option].contents)
            for option in dishes_by_id[item].options or (item,)
        )
        for item in items
    }


class CookingOption(NamedTuple):
    """A dish or one of its alternatives; `item` is 0 for one that the kitchen does not have yet."""

    name: str
    contents: Contents
    item: int


def cooking_options(
    dish: KitchenDish, dishes_by_id: Mapping[int, KitchenDish]
) -> list[CookingOption]:
    return [
        CookingOption(dishes_by_id[option].name, dishes_by_id[option].contents, option)
        for option in dish.options or (dish.item,)
    ]


def answers_for(options: list[CookingOption], needs: Needs, *, is_event: bool) -> list[DishAnswer]:
    """Check each option that may be cooked for this customer."""
    fitting = options
    if len(options) > 1 and not is_event and needs.diet != Diet.ANY:
        is_free = needs.diet == Diet.EGG and all(is_free_of_meat(each.contents) for each in options)
        if not is_free:
            fitting = [option for option in options if option.contents.mark == Mark.VEG]
    if not fitting:
        return [DishAnswer(option.name, Answer.CLASH, (NONVEG,), option.item) for option in options]
    return [DishAnswer(each.name, *check(each.contents, needs), each.item) for each in fitting]
