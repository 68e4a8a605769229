"""What customers choose for one box: an alternative of a dish, and one of their stored addresses.

Both cost nothing and move nothing. They are undone as other actions are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.kitchen.services.box_contents import create_box_contents
from oottam.kitchen.services.dietary_checks import needs_of
from oottam.kitchen.services.dish_choices import dish_choices, dish_of, lines_of
from oottam.kitchen.services.sold_out import sold_out_dishes
from oottam.plans.services.action_runner import ActionContext
from oottam.schedule.choices import PLAN_MEALS
from oottam.schedule.domain import actions
from oottam.schedule.domain.calendar import EVENT, describe_weekdays
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.domain.plan_schedule import (
    DraftServing,
    ScheduleDraft,
    describe_serving,
    format_day,
    has_meal,
    state_label,
)
from oottam.schedule.models import ActionType, Meal, PlanChange, ServingState
from oottam.workflow.models import BoxAddress
from oottam.workflow.services.details import details_of
from oottam.workflow.services.later_addresses import (
    ALL_MEAL_BITS,
    USUAL,
    StoredAddresses,
    choose_address,
    stored_addresses,
)

PREVIEWED = 0  # id of contents that exist in a preview only


def store_dishes(dishes: Sequence[OrderedDish], context: ActionContext) -> int:
    """Store contents of a box and return their id; a preview stores nothing."""
    return PREVIEWED if context.is_preview else create_box_contents(context.plan, dishes).pk


@dataclass(frozen=True, slots=True)
class ChooseDishes:
    """Put one alternative into a box, by position of its line; KITCHENS_CHOICE leaves the choice to the kitchen.

    The box costs what was ordered, and no other line of it changes.
    """

    serving_id: int
    items: Mapping[int, int]
    action_type = ActionType.BOX
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        """Raise DomainError past the cut-off, and for what is not offered or there already."""
        serving = _serving_to_come(draft, self.serving_id)
        lines = list(lines_of(context.plan).filter(box_contents=serving.box_contents))
        choices = dish_choices(
            lines,
            needs_of(details_of(context.plan.request)),
            sold_out=sold_out_dishes(draft.calendar.today),
            day=serving.day,
        )
        dishes = {line.position: dish_of(line) for line in lines}
        renamed = []
        for position, item in self.items.items():
            choice = choices.get((serving.box_contents, position))
            dish = choice.dish(dishes[position], item) if choice else None
            if choice is None or dish is None:
                raise DomainError(_("This dish cannot be chosen for this box."), "dishes")
            if item != choice.chosen:
                renamed.append([dishes[position].name, dish.name])
                dishes[position] = dish
        if not renamed:
            raise DomainError(_("This is what comes already."), "dishes")
        context.data["chosen"] = {**_box_of(serving), "dishes": renamed}
        actions.change_contents(draft, [serving], store_dishes([*dishes.values()], context))


@dataclass(frozen=True, slots=True)
class ChooseAddress:
    """Deliver a box to another of the customer's stored addresses: USUAL, or a later address."""

    serving_id: int
    address: int
    action_type = ActionType.ADDRESS
    needs_reason = False

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        """Raise DomainError past the cut-off, and for an address that is not stored or has the box already."""
        serving = _serving_to_come(draft, self.serving_id)
        if EVENT in draft.tracks or serving.day is None:
            raise DomainError(_("To change an event, please call us."))
        request, day, meal = context.plan.request, serving.day, serving.meal
        stored = stored_addresses(request)
        before = stored.of_box(day, meal)
        if self.address not in stored.on(day):
            raise DomainError(_("We have no such address of you any more."), "address")
        if self.address == before:
            raise DomainError(_("The box goes there already."), "address")
        context.data["box_address"] = {
            **_box_of(serving),
            "was": stored.chosen.get((day, meal)),
            "now": self.address,
            "goes": [
                [address != USUAL, describe_other(stored, address, day)]
                for address in (before, self.address)
            ],
        }
        _store_address(context, day, meal, self.address)


def describe_other(stored: StoredAddresses, address: int, day: date) -> str:
    """Return meals and weekdays of a later address, as "lunch, Monday to Friday"; "" where it is the only other one."""
    row = stored.row(address)
    if row is None or len([each for each in stored.on(day) if each != USUAL]) < 2:
        return ""
    meals = [str(meal.label).lower() for meal in PLAN_MEALS if has_meal(row.meals, meal)]
    days = [describe_weekdays(row.weekdays)] if row.weekdays != EVERY_DAY else []
    return ", ".join([*(meals if row.meals != ALL_MEAL_BITS else ()), *days])


def _serving_to_come(draft: ScheduleDraft, serving_id: int) -> DraftServing:
    """Return a box before its cut-off. Raises DomainError for any other one."""
    serving = draft.serving(serving_id)
    draft.require_open(serving)
    if serving.state != ServingState.PLANNED:
        raise DomainError(
            f"The box of {describe_serving(serving)} is {state_label(serving)}: it cannot be changed."
        )
    return serving


def _box_of(serving: DraftServing) -> dict[str, Any]:
    return {"meal": serving.meal, "date": serving.day and serving.day.isoformat()}


def _store_address(context: ActionContext, day: date, meal: int, address: int | None) -> None:
    if context.is_preview:
        return
    choose_address(request=context.plan.request, day=day, meal=meal, address=address)


def undo_choice(change: PlanChange, draft: ScheduleDraft, context: ActionContext) -> None:
    """Take back the address of a choice, and say which dishes come again. Raises DomainError where it is too late."""
    if "chosen" in change.data:
        chosen = change.data["chosen"]
        context.data["chosen"] = {**chosen, "dishes": [names[::-1] for names in chosen["dishes"]]}
    if "box_address" not in change.data:
        return
    choice = change.data["box_address"]
    day, meal = date.fromisoformat(choice["date"]), choice["meal"]
    row = BoxAddress.objects.filter(request=context.plan.request, date=day, meal=meal).first()
    if row is None or (row.address_id or USUAL) != choice["now"]:
        raise DomainError("The address has changed again since: undo that first.")
    if day < draft.calendar.today:
        raise DomainError(f"It is too late to undo this: {format_day(day)} has passed.")
    draft.is_past_cutoff |= not draft.calendar.is_open(meal, day)
    context.data["box_address"] = {
        **choice, "was": choice["now"], "now": choice["was"], "goes": choice["goes"][::-1],
    }  # fmt: skip
    _store_address(context, day, meal, choice["was"])


def describe_choices(data: Mapping[str, Any]) -> list[str]:
    """Describe a change's choices; `data` is that of `PlanChange`."""
    sentences = []
    if chosen := data.get("chosen"):
        sentences += [
            _("%(box)s: %(dish)s instead of %(before)s.")
            % {"box": _describe_box(chosen), "dish": dish, "before": before}
            for before, dish in chosen["dishes"]
        ]
    if choice := data.get("box_address"):
        is_other, days = choice["goes"][1]
        text = (
            _("%(box)s goes to the usual address.")
            if not is_other
            else _("%(box)s goes to the other address (%(days)s).")
            if days
            else _("%(box)s goes to the other address.")
        )
        sentences.append(text % {"box": _describe_box(choice), "days": days})
    return sentences


def boxes_chosen_for(data: Mapping[str, Any]) -> list[tuple[int, date]]:
    """Return meal and day of the boxes for which a change chose an address."""
    choice = data.get("box_address")
    return [(choice["meal"], date.fromisoformat(choice["date"]))] if choice else []


def _describe_box(choice: Mapping[str, Any]) -> str:
    """Format as "Lunch of Wed 9 Dec"."""
    return f"{Meal(choice['meal']).label} of {format_day(date.fromisoformat(choice['date']))}"
