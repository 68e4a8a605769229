"""Accepting dishes that clash with a customer's needs, or whose contents are unknown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from oottam.audit.log import record
from oottam.core.errors import DomainError
from oottam.kitchen.day import Allergy, DishAnswer, NothingFits, preview_decision
from oottam.kitchen.domain.dietary import Answer, agreement
from oottam.kitchen.services.dietary_checks import FoodCheck, check_plan, digest, finding_key
from oottam.schedule.models import AcceptedDish, MealPlan
from oottam.workflow.services.editing import AcceptedWarnings

ACCEPT = "food.accept"
CHANGED = "This has changed: please check it again."
_MAX_NAMED = 3  # dishes named in a sentence


@dataclass(frozen=True, slots=True)
class DayCheck:
    """The boxes in which a decision for a day clashes or may clash.

    `left_out` are customers who would get nothing.
    """

    people: tuple[Allergy, ...]
    left_out: tuple[NothingFits, ...] = ()

    @property
    def clashes(self) -> list[DishAnswer]:
        return self._all(Answer.CLASH)

    @property
    def unknown(self) -> list[DishAnswer]:
        return self._all(Answer.NOT_KNOWN)

    @property
    def seen(self) -> str:
        """A digest that changes with the findings or the customers."""
        findings = [
            (customer.person.reference, *finding_key(dish))
            for customer in self.people
            for dish in customer.dishes
        ]
        left_out = [(customer.person.reference, customer.ordered) for customer in self.left_out]
        return digest((sorted(findings), sorted(left_out)))

    def _all(self, answer: Answer) -> list[DishAnswer]:
        by_name = {dish.name: dish for customer in self.people for dish in customer.dishes}
        return [each for each in by_name.values() if each.answer is answer]


def check_day(
    day: date, meal: int, item: int, *, chosen: int | None = None, instead: int | None = None
) -> DayCheck:
    """Check a dish that is cooked at a meal (0: all day) as an alternative (`chosen`) or a substitute (`instead`)."""
    return DayCheck(*preview_decision(day, meal, item, chosen=chosen, instead=instead))


def accept_day(
    check: DayCheck, day: date, accepted: AcceptedWarnings, actor: User, now: datetime
) -> None:
    """Record that these customers get the dish on the day. Raises DomainError where a tick or reason is missing.

    Nothing is accepted for other days.
    """
    _require_accepted(check, accepted, whose="a customer")
    if check.left_out and not accepted.left_out:
        raise DomainError(
            f"{_count_customers(check.left_out)} no replacement for this dish. Tick to confirm.",
            "left_out",
        )
    if check.left_out and accepted.seen != check.seen:
        raise DomainError(CHANGED, "left_out")
    for customer in check.people:
        _record_acceptance(
            customer.person.reference, customer.dishes, accepted, actor, now, day=day
        )
    for left in check.left_out:
        record(
            action=ACCEPT,
            actor=actor,
            at=now,
            reference=left.person.reference,
            day=day,
            data={"left_out": left.ordered},
        )


def accept(
    check: FoodCheck, plan: MealPlan, accepted: AcceptedWarnings, actor: User | None, now: datetime
) -> None:
    """Record that the plan gets these dishes. Raises DomainError where a tick or reason is missing.

    Dishes to be replaced later stay in the list of clashes in running plans until they are.
    """
    _require_accepted(check, accepted)
    if actor is None:
        return
    if accepted.replace_later and check.clashes:
        record(
            action=ACCEPT,
            actor=actor,
            at=now,
            reference=plan.request.reference,
            data={"to_replace": [clash.name for clash in check.clashes]},
        )
        check = replace(check, dishes=tuple(check.unknown))
    if not (check.clashes or check.unknown):
        return
    for dish in (clash for clash in check.clashes if clash.item):  # the others are in no box yet
        AcceptedDish.objects.update_or_create(
            plan=plan,
            item_id=dish.item,
            defaults={
                "clashes": ",".join(agreement(dish.clashes, check.needs))[:200],
                "by": actor,
                "at": now,
            },
        )
    _record_acceptance(plan.request.reference, check.dishes, accepted, actor, now)


def _record_acceptance(
    reference: str,
    check: Iterable[DishAnswer],
    accepted: AcceptedWarnings,
    actor: User,
    now: datetime,
    *,
    day: date | None = None,
) -> None:
    dishes = list(check)
    # Pairs, because releases up to 0.3.0 read every mapping as {was, now}.
    clashes = [(dish.name, list(dish.clashes)) for dish in dishes if dish.answer is Answer.CLASH]
    unknown = [dish.name for dish in dishes if dish.answer is Answer.NOT_KNOWN]
    record(
        action=ACCEPT,
        actor=actor,
        at=now,
        reference=reference,
        day=day,
        data={"clashes": clashes, "not_known": unknown},
        reason=accepted.reason.strip() if clashes else "",
    )


def accept_running(*, plan_id: int, accepted: AcceptedWarnings, actor: User, now: datetime) -> None:
    """Accept the clashes in a running plan's upcoming boxes. Raises DomainError."""
    with transaction.atomic():
        plan = MealPlan.objects.select_for_update().select_related("request").get(pk=plan_id)
        # What is sold out is replaced on the sheet, which needs no agreement with the customer.
        accepted = replace(accepted, sold_out=True)
        accept(check_plan(plan, timezone.localdate(now)), plan, accepted, actor, now)


def _require_accepted(
    check: FoodCheck | DayCheck, accepted: AcceptedWarnings, whose: str = "this customer"
) -> None:
    if check.clashes and accepted.replace_later:
        if accepted.clash:
            raise DomainError(
                "Choose one: the customer gets it anyway, or you replace the dishes.",
                "replace_later",
            )
        if accepted.seen != check.seen:
            raise DomainError(CHANGED, "replace_later")
    elif check.clashes:
        if not accepted.clash:
            raise DomainError(
                f"{_name_dishes(check.clashes)} clash{'es' if len(check.clashes) == 1 else ''} "
                f"with what {whose} must not get. "
                "Tick that it was agreed, and give the reason.",
                "clash",
            )
        if accepted.seen != check.seen:
            raise DomainError(CHANGED, "clash")
        if not accepted.reason.strip():
            raise DomainError("Please choose a reason.", "clash_reason")
    if check.unknown and not accepted.not_known:
        raise DomainError(
            f"It is not known whether {whose} may get {_name_dishes(check.unknown)}. "
            "Tick that it was agreed.",
            "not_known",
        )
    if check.unknown and accepted.seen != check.seen:
        raise DomainError(CHANGED, "not_known")
    if isinstance(check, FoodCheck) and check.sold_out:
        if not accepted.sold_out:
            named = "; ".join(str(each) for each in check.sold_out[:_MAX_NAMED])
            raise DomainError(f"{named}. Tick that you replace it, or have it.", "sold_out")
        if accepted.seen != check.seen:
            raise DomainError(CHANGED, "sold_out")


def _count_customers(left_out: Sequence[NothingFits]) -> str:
    count = len({customer.person.reference for customer in left_out})
    return "One customer gets" if count == 1 else f"{count} customers get"


def _name_dishes(answers: list[DishAnswer]) -> str:
    names = ", ".join(dish.name for dish in answers[:_MAX_NAMED])
    return f"{names} and {len(answers) - _MAX_NAMED} more" if len(answers) > _MAX_NAMED else names
