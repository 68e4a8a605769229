"""The day's meals as the sheet shows them, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from oottam.backoffice.kitchen.sheet.customer_notes import note_lines, tagged_lines
from oottam.backoffice.kitchen.sheet.dish_rows import choosing_lines, dish_lines, shares
from oottam.backoffice.kitchen.sheet.stations import StationDishes, by_station
from oottam.backoffice.templatetags.staff import indian_time
from oottam.kitchen.day import (
    Alternatives,
    BoxChange,
    ChangedPlan,
    DayView,
    MealSheet,
)
from oottam.plans.domain.calendar import Calendar
from oottam.plans.models import Meal

TURNED = {
    BoxChange.CAME: "added",
    BoxChange.WENT: "removed",
    BoxChange.OTHER_DISHES: "dishes changed",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """Alternatives among which somebody has chosen."""

    of: Alternatives
    name: str
    gives: str


@dataclass(frozen=True, slots=True)
class Board:
    """A meal. `is_here`: it is the one that the screen shows; `state` says whether it can still change."""

    sheet: MealSheet
    name: str
    is_here: bool
    is_closed: str
    is_final: bool
    state: str
    to_cook: Sequence[StationDishes]
    cooked: SafeString  # lines of the dishes that are ticked
    to_choose: SafeString
    chosen: Sequence[Chosen]
    changed: Sequence[tuple[ChangedPlan, str]]
    tagged: SafeString  # those with a dish that clashes, or might
    others: SafeString  # those in whose dishes nothing was found
    notes: SafeString
    done: int  # dishes that are ticked


def boards(view: DayView, days: Calendar, asked: int | None, plans: str) -> list[Board]:
    """All meals of the day; on screen the one that is asked for, or else the first that is not all cooked.

    `plans` is the address of their list, for those who may see it.
    """
    waiting = [sheet.meal for sheet in view.meals if any(d.cooked is None for d in sheet.dishes)]
    known = [sheet.meal for sheet in view.meals]
    here = asked if asked in known else next(iter(waiting or known), None)
    return [_board(view, sheet, days, plans, is_here=sheet.meal == here) for sheet in view.meals]


def _board(view: DayView, sheet: MealSheet, days: Calendar, plans: str, *, is_here: bool) -> Board:
    may_act = view.date >= days.today
    choose = reverse("backoffice:kitchen-choose", args=[view.date]) if may_act else ""
    cooked = [total for total in sheet.dishes if total.cooked]
    return Board(
        sheet=sheet,
        name=str(Meal(sheet.meal).label),
        is_here=is_here,
        is_closed=view.closed.get(sheet.meal, ""),
        is_final=sheet.locked_at is not None,
        state=state(sheet, view.date, days),
        to_cook=by_station(view.date, sheet, may_tick=may_act),
        cooked=dish_lines(view.date, sheet.meal, cooked, may_tick=may_act),
        to_choose=choosing_lines(sheet.meal, sheet.to_choose, choose),
        chosen=[_chosen(each) for each in sheet.alternatives if each.chosen is not None],
        changed=[(each, TURNED[each.turned]) for each in sheet.changed],
        tagged=tagged_lines((each for each in sheet.allergies if each.is_open), plans),
        others=tagged_lines((each for each in sheet.allergies if not each.is_open), plans),
        notes=note_lines(sheet.notes, plans),
        done=len(cooked),
    )


def state(sheet: MealSheet, day: date, days: Calendar) -> str:
    """Whether the meal can still change, and since or until when."""
    if sheet.locked_at is not None:
        return f"Final since {moment(sheet.locked_at)}"
    if days.is_open(sheet.meal, day):
        return f"Not final: open until {moment(days.cut_off(sheet.meal, day))}"
    return "Not final: being finalised" if day >= days.today else "Never finalised"


def foot(meals: Sequence[Board]) -> str:
    """The states of all meals: "Lunch, Dinner: Final since Sun 6 Dec, 6 pm."."""
    named: dict[str, list[str]] = {}
    for meal in meals:
        named.setdefault(meal.state, []).append(meal.name)
    return " ".join(f"{', '.join(names)}: {words}." for words, names in named.items())


def moment(at: datetime) -> str:
    """As "Sun 6 Dec, 6 pm"."""
    return f"{timezone.localtime(at):%a} {indian_time(at)}"


def _chosen(of: Alternatives) -> Chosen:
    """By its name; where it is none that suits any of those who ordered it, by that of what they get."""
    names = {option.item: option.name for option in of.options}
    others = (share.name for share in of.split if share.item == of.chosen)
    name = names.get(of.chosen or 0) or next(others, "another one")
    return Chosen(of, name, shares(of.split))
