"""Dishes held against what a person must not get, before they are confirmed or changed, and while a plan runs."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from oottam.audit.record import record
from oottam.core.errors import DomainError
from oottam.core.fields import sql
from oottam.kitchen.day import Allergy, DishAnswer, NothingFits, tried_out
from oottam.kitchen.day.column_values import needs_of_columns
from oottam.kitchen.day.dishes import Dish, dishes
from oottam.kitchen.domain.dietary import (
    NONVEG,
    Answer,
    Contents,
    Needs,
    agreement,
    check,
    is_agreed,
    is_free_of_meat,
)
from oottam.kitchen.services.dishes import described, known_items
from oottam.plans.domain.dish_names import OrderedDish, folded, options_in
from oottam.plans.initial_schedule import PLANNED, ordered_dishes
from oottam.plans.models import AcceptedDish, BoxLine, MealPlan, PlanState, Serving, ServingState
from oottam.plans.models.choices import GOING_ON, TO_COME, Mark
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Diet, FulfilmentDetails
from oottam.workflow.services.details import details_of
from oottam.workflow.services.editing import Accepted

ACCEPT = "food.accept"
CHANGED = "This has changed: please check it again."
GOES_ON = (*TO_COME, ServingState.CANCELLED)
_NAMED = 3  # dishes, in a sentence

# The dishes of plans that run, each once, but for those of people to whom nothing is forbidden.
# A row for each box of dishes, of which there are a fifth as many as dishes in them.
_RUNNING = f"""
SELECT p.id, d.id, f.allergens, f.diet, f.finer_diet, r.kind,
  (SELECT STRING_AGG(CAST(l.item_id AS text), ' ') FROM schedule_dishsetline l WHERE l.dishset_id = d.id)
FROM schedule_plan p
JOIN requests_request r ON r.id = p.request_id
JOIN handling_facts f ON f.request_id = r.id
JOIN schedule_dishset d ON d.plan_id = p.id
WHERE p.state IN {sql(GOING_ON)} AND (f.diet <> {sql(Diet.ANY)} OR f.allergens <> '[]')
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class FoodCheck:
    """What was found of each dish, those with alternatives under the names of these.

    `seen` stands for all that was found: a form carries it.
    """

    needs: Needs
    dishes: tuple[DishAnswer, ...]

    @property
    def clashes(self) -> list[DishAnswer]:
        """Those that the person must not get."""
        return [dish for dish in self.dishes if dish.answer is Answer.CLASH]

    @property
    def unknown(self) -> list[DishAnswer]:
        """Those of which it is not known."""
        return [dish for dish in self.dishes if dish.answer is Answer.NOT_KNOWN]

    @property
    def seen(self) -> str:
        """Another one wherever something else would be found."""
        return _digest((self.needs, sorted(_found(each) for each in self.dishes)))


@dataclass(frozen=True, slots=True)
class DayCheck:
    """What was found of a dish that the kitchen is to cook on a day: in whose boxes it clashes, or might.

    `left_out` are those who would get nothing for it.
    """

    people: tuple[Allergy, ...]
    left_out: tuple[NothingFits, ...] = ()

    @property
    def clashes(self) -> list[DishAnswer]:
        """The dishes that somebody must not get."""
        return self._all(Answer.CLASH)

    @property
    def unknown(self) -> list[DishAnswer]:
        """Those of which it is not known."""
        return self._all(Answer.NOT_KNOWN)

    @property
    def seen(self) -> str:
        """Another one wherever something else would be found, or of somebody else."""
        found = [(of.person.reference, *_found(each)) for of in self.people for each in of.dishes]
        left_out = [(of.person.reference, of.ordered) for of in self.left_out]
        return _digest((sorted(found), sorted(left_out)))

    def _all(self, answer: Answer) -> list[DishAnswer]:
        found = {each.name: each for of in self.people for each in of.dishes}
        return [each for each in found.values() if each.answer is answer]


def _found(dish: DishAnswer) -> tuple[str, str, tuple[str, ...]]:
    return folded(dish.name), dish.answer.value, dish.clashes


def _digest(found: object) -> str:
    return hashlib.blake2s(repr(found).encode(), digest_size=8).hexdigest()


def needs_of(fulfilment: FulfilmentDetails) -> Needs:
    """What the person must not get, as far as we know."""
    return Needs(tuple(fulfilment.allergens or ()), fulfilment.eats)


def check_dishes(
    ordered: Iterable[OrderedDish], fulfilment: FulfilmentDetails, *, is_event: bool = False
) -> FoodCheck:
    """What is found of these dishes; three queries at most. Makes no dish where a name is new."""
    found: dict[str, DishAnswer] = {}
    for one in check_each(ordered, fulfilment, is_event=is_event).values():
        for answer in one.dishes:
            found.setdefault(folded(answer.name), answer)
    return _checked(fulfilment, found.values())


def check_each(
    ordered: Iterable[OrderedDish], fulfilment: FulfilmentDetails, *, is_event: bool = False
) -> dict[str, FoodCheck]:
    """The same of each of these dishes by itself, by its name as it was ordered."""
    wanted = list(dict.fromkeys(ordered))
    items = known_items(wanted)
    known = dishes(set(items.values()))
    needs = needs_of(fulfilment)
    found: dict[str, FoodCheck] = {}
    for dish in wanted:
        item = items.get((dish.source, dish.id or dish.name))
        if item is None:
            names = options_in(dish.name) or [dish.name]
            options = [_Option(each, described(each, dish), 0) for each in names]
        else:
            options = _options(known[item], known)
        found[dish.name] = _checked(fulfilment, _answers(options, needs, is_event=is_event))
    return found


def _checked(fulfilment: FulfilmentDetails, answers: Iterable[DishAnswer]) -> FoodCheck:
    return FoodCheck(needs_of(fulfilment), tuple(answers))


def check_request(request: Request) -> FoodCheck | None:
    """Of the boxes to come, or, where there is no plan yet, of what was ordered; None where nothing is cooked."""
    if request.kind not in PLANNED:
        return None
    plan: MealPlan | None = getattr(request, "plan", None)
    if plan is not None and plan.state != PlanState.CANCELLED:
        return check_plan(plan)
    if plan is not None and has_begun(plan):
        return check_plan(plan, GOES_ON)
    return check_dishes(ordered_dishes(request), details_of(request))


def has_begun(plan: MealPlan) -> bool:
    """Whether a box of it came, so that confirmed anew it goes on."""
    return Serving.objects.filter(plan=plan).exclude(state=ServingState.CANCELLED).exists()


def check_plan(plan: MealPlan, states: Collection[int] = TO_COME) -> FoodCheck:
    """Of the boxes of these states, those to come."""
    boxes = Serving.objects.filter(
        box_contents=OuterRef("box_contents"), plan=plan, state__in=states
    )
    lines = BoxLine.objects.filter(box_contents__plan=plan).order_by("box_contents_id", "position")
    rows = lines.annotate(is_asked=Exists(boxes)).values_list("item_id", "is_asked")
    return check_items(plan, list(rows))


def check_items(plan: MealPlan, items: Sequence[tuple[int, bool]]) -> FoodCheck:
    """Of those dishes of its boxes that are asked for; one query, and one for the facts where they are not there."""
    fulfilment, is_event = details_of(plan.request), plan.request.kind == Kind.EVENT
    known = dishes({item for item, _ in items})
    found: dict[str, DishAnswer] = {}
    for item in dict.fromkeys(item for item, is_asked in items if is_asked):
        for answer in _answers(
            _options(known[item], known), needs_of(fulfilment), is_event=is_event
        ):
            found.setdefault(folded(answer.name), answer)
    checked = _checked(fulfilment, found.values())
    agreed = _accepted([plan.pk]).get(plan.pk) if checked.clashes else None
    if not agreed:
        return checked
    marked = (
        replace(each, is_agreed=_is_agreed(each, checked.needs, agreed)) for each in checked.dishes
    )
    return replace(checked, dishes=tuple(marked))


def check_day(
    day: date, meal: int, item: int, *, chosen: int | None = None, instead: int | None = None
) -> DayCheck:
    """Of a dish that is cooked at a meal (0: all day) as one of its alternatives, or in whose place another one is."""
    return DayCheck(*tried_out(day, meal, item, chosen=chosen, instead=instead))


def accept_day(found: DayCheck, day: date, accepted: Accepted, actor: User, now: datetime) -> None:
    """Let those people have it on the day, with what was ticked for it; raises DomainError where that lacks.

    Nothing is agreed of other days: their boxes are asked for anew.
    """
    _require(found, accepted, whose="a customer")
    if found.left_out and not accepted.left_out:
        raise DomainError(
            f"{_who_gets(found.left_out)} no replacement for this dish. Tick to confirm.",
            "left_out",
        )
    if found.left_out and accepted.seen != found.seen:
        raise DomainError(CHANGED, "left_out")
    for of in found.people:
        _note(of.person.reference, of.dishes, accepted, actor, now, day=day)
    for left in found.left_out:
        record(
            action=ACCEPT,
            actor=actor,
            at=now,
            reference=left.person.reference,
            day=day,
            data={"left_out": left.ordered},
        )


def accept(
    found: FoodCheck, plan: MealPlan, accepted: Accepted, actor: User | None, now: datetime
) -> None:
    """Let the plan have these dishes, with what was ticked for it; raises DomainError where a tick or a reason lacks.

    Dishes that are replaced later stay a clash, in the list of running plans, until that is done.
    """
    _require(found, accepted)
    if actor is None:
        return
    if accepted.replace_later and found.clashes:
        record(
            action=ACCEPT,
            actor=actor,
            at=now,
            reference=plan.request.reference,
            data={"to_replace": [each.name for each in found.clashes]},
        )
        found = replace(found, dishes=tuple(found.unknown))
    if not (found.clashes or found.unknown):
        return
    for dish in (each for each in found.clashes if each.item):  # without: it lies in no box yet
        AcceptedDish.objects.update_or_create(
            plan=plan,
            item_id=dish.item,
            defaults={
                "clashes": ",".join(agreement(dish.clashes, found.needs))[:200],
                "by": actor,
                "at": now,
            },
        )
    _note(plan.request.reference, found.dishes, accepted, actor, now)


def _note(
    reference: str,
    found: Iterable[DishAnswer],
    accepted: Accepted,
    actor: User,
    now: datetime,
    *,
    day: date | None = None,
) -> None:
    dishes = list(found)
    # Pairs: releases up to 0.3.0 take every mapping for what was and what is now.
    clashes = [(each.name, list(each.clashes)) for each in dishes if each.answer is Answer.CLASH]
    unknown = [each.name for each in dishes if each.answer is Answer.NOT_KNOWN]
    record(
        action=ACCEPT,
        actor=actor,
        at=now,
        reference=reference,
        day=day,
        data={"clashes": clashes, "not_known": unknown},
        reason=accepted.reason.strip() if clashes else "",
    )


def accept_running(*, plan_id: int, accepted: Accepted, actor: User, now: datetime) -> None:
    """Agree to what is found in the boxes to come of a plan that runs already; raises DomainError."""
    with transaction.atomic():
        plan = MealPlan.objects.select_for_update().select_related("request").get(pk=plan_id)
        accept(check_plan(plan), plan, accepted, actor, now)


def _accepted(plans: Iterable[int]) -> dict[int, dict[int, set[str]]]:
    """By plan and dish, the codes that somebody has agreed to."""
    kept: dict[int, dict[int, set[str]]] = {}
    rows = AcceptedDish.objects.filter(plan__in=list(plans))
    for plan, item, clashes in rows.values_list("plan", "item", "clashes"):
        kept.setdefault(plan, {})[item] = set(clashes.split(","))
    return kept


def _is_agreed(dish: DishAnswer, needs: Needs, agreed: Mapping[int, set[str]]) -> bool:
    return is_agreed(dish.clashes, needs, agreed.get(dish.item, ()))


def veg_only(fulfilment: FulfilmentDetails, items: Collection[int]) -> Mapping[int, bool]:
    """Of each dish whether this person gets of it only what is marked vegetarian.

    Who eats eggs gets a dish as it is where every one of its alternatives is known to hold no meat or fish.
    """
    if fulfilment.eats != Diet.EGG:
        return dict.fromkeys(items, fulfilment.diet != Diet.ANY)
    known = dishes(items)
    return {
        item: not all(
            is_free_of_meat(known[option].contents) for option in known[item].options or (item,)
        )
        for item in items
    }


@dataclass(frozen=True, slots=True)
class RunningClash:
    """A plan of which a box to come holds what its person must not get, and nobody has agreed to that."""

    plan: int
    dishes: tuple[DishAnswer, ...]


def clashes_in_running_plans(today: date) -> list[RunningClash]:
    """All of them, by plan; four queries at most."""
    with connection.cursor() as cursor:
        cursor.execute(_RUNNING)
        rows = cursor.fetchall()
    boxes = [(*row[:2], row[2:6], (row[6] or "").split()) for row in rows]
    known = dishes({int(item) for item in {item for *_, items in boxes for item in items}})
    found: dict[int, dict[int, list[DishAnswer]]] = {}
    needs_by_plan: dict[int, Needs] = {}
    # By columns as they are read: there are many boxes, and few different needs.
    memo: dict[tuple[Any, ...], dict[str, list[DishAnswer]]] = {}
    for plan, box_contents, columns, items in boxes:
        answered = memo.setdefault(columns, {})
        for item in items:
            if item not in answered:
                answered[item] = _clashes(known, int(item), columns)
            if answered[item]:
                needs_by_plan[plan] = needs_of_columns(*columns[:3])
                found.setdefault(plan, {}).setdefault(box_contents, []).extend(answered[item])
    return _not_accepted(found, needs_by_plan, today) if found else []


def _clashes(known: Mapping[int, Dish], item: int, columns: tuple[str, ...]) -> list[DishAnswer]:
    """What of the dish somebody must not get, of whom these are the columns."""
    *needs, kind = columns
    answers = _answers(
        _options(known[item], known), needs_of_columns(*needs), is_event=kind == Kind.EVENT
    )
    return [each for each in answers if each.answer is Answer.CLASH]


def _not_accepted(
    found: Mapping[int, Mapping[int, list[DishAnswer]]], needs: Mapping[int, Needs], today: date
) -> list[RunningClash]:
    sets = {box_contents for of_plan in found.values() for box_contents in of_plan}
    to_come = Serving.objects.order_by().filter(
        Q(date__isnull=True) | Q(date__gte=today), plan__in=found, state__in=TO_COME
    )
    coming = sets.intersection(to_come.values_list("box_contents", flat=True).distinct())
    accepted = _accepted(found)
    left = []
    for plan, of_plan in sorted(found.items()):
        named: dict[int, DishAnswer] = {}
        for box_contents in coming.intersection(of_plan):
            for answer in of_plan[box_contents]:
                if not _is_agreed(answer, needs[plan], accepted.get(plan, {})):
                    named.setdefault(answer.item, answer)
        if named:
            left.append(RunningClash(plan, tuple(named.values())))
    return left


class _Option(NamedTuple):
    """A dish, or one of those that it may be cooked as; `item` is 0 for one that the kitchen does not have yet."""

    name: str
    contents: Contents
    item: int


def _options(dish: Dish, known: Mapping[int, Dish]) -> list[_Option]:
    return [
        _Option(known[each].name, known[each].contents, each)
        for each in dish.options or (dish.item,)
    ]


def _answers(options: list[_Option], needs: Needs, *, is_event: bool) -> list[DishAnswer]:
    """Of each that may be cooked for this person: of several, only what suits the plain diet."""
    fitting = options
    if len(options) > 1 and not is_event and needs.diet != Diet.ANY:
        is_free = needs.diet == Diet.EGG and all(is_free_of_meat(each.contents) for each in options)
        if not is_free:
            fitting = [each for each in options if each.contents.mark == Mark.VEG]
    if not fitting:
        return [DishAnswer(each.name, Answer.CLASH, (NONVEG,), each.item) for each in options]
    return [DishAnswer(each.name, *check(each.contents, needs), each.item) for each in fitting]


def _require(found: FoodCheck | DayCheck, accepted: Accepted, whose: str = "this customer") -> None:
    if found.clashes and accepted.replace_later:
        if accepted.clash:
            raise DomainError(
                "Choose one: the customer gets it anyway, or you replace the dishes.",
                "replace_later",
            )
        if accepted.seen != found.seen:
            raise DomainError(CHANGED, "replace_later")
    elif found.clashes:
        if not accepted.clash:
            raise DomainError(
                f"{_named(found.clashes)} clash{'es' if len(found.clashes) == 1 else ''} "
                f"with what {whose} must not get. "
                "Tick that it was agreed, and give the reason.",
                "clash",
            )
        if accepted.seen != found.seen:
            raise DomainError(CHANGED, "clash")
        if not accepted.reason.strip():
            raise DomainError("Please choose a reason.", "clash_reason")
    if found.unknown and not accepted.not_known:
        raise DomainError(
            f"It is not known whether {whose} may get {_named(found.unknown)}. "
            "Tick that it was agreed.",
            "not_known",
        )
    if found.unknown and accepted.seen != found.seen:
        raise DomainError(CHANGED, "not_known")


def _who_gets(left_out: Sequence[NothingFits]) -> str:
    count = len({each.person.reference for each in left_out})
    return "One customer gets" if count == 1 else f"{count} customers get"


def _named(found: list[DishAnswer]) -> str:
    names = ", ".join(dish.name for dish in found[:_NAMED])
    return f"{names} and {len(found) - _NAMED} more" if len(found) > _NAMED else names
