"""The day's meals as the sheet shows them, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.safestring import SafeString

from oottam.backoffice.kitchen.sheet.lines import dish_lines, shares
from oottam.backoffice.request.words import label
from oottam.backoffice.templatetags.staff import indian_time
from oottam.handling.models import Allergen
from oottam.schedule.day_view import (
    Allergy,
    Alternatives,
    Answer,
    ChangedPlan,
    DayView,
    MealSheet,
    Option,
    Share,
    Turned,
)
from oottam.schedule.days import Calendar
from oottam.schedule.models import Meal

TURNED = {
    Turned.CAME: "is one more",
    Turned.WENT: "is one less",
    Turned.OTHER_DISHES: "has other dishes",
}


@dataclass(frozen=True, slots=True)
class Way:
    """One of the alternatives, and what it would give in words."""

    option: Option
    gives: str


@dataclass(frozen=True, slots=True)
class Choosing:
    """Alternatives among which somebody has to choose, or has chosen."""

    of: Alternatives
    ways: Sequence[Way]
    chosen: str
    gives: str


@dataclass(frozen=True, slots=True)
class Tagged:
    """Somebody with allergies: in words, what clashes, what is not known, and what nothing was found in."""

    of: Allergy
    allergens: str
    clashing: Sequence[tuple[str, str]]  # a dish, and by what it clashes
    unknown: Sequence[str]
    others: Sequence[str]


@dataclass(frozen=True, slots=True)
class Board:
    """A meal. `is_here`: it is the one that a phone shows; `state` says whether it can still change."""

    sheet: MealSheet
    name: str
    is_here: bool
    is_closed: str
    is_final: bool
    state: str
    lines: Sequence[SafeString]  # of its dishes
    to_choose: Sequence[Choosing]
    chosen: Sequence[Choosing]
    changed: Sequence[tuple[ChangedPlan, str]]
    tagged: Sequence[Tagged]
    done: int  # dishes that are ticked


def boards(view: DayView, days: Calendar, asked: int | None) -> list[Board]:
    """All meals of the day; on a phone the one that is asked for, or else the first that is not all cooked."""
    waiting = [sheet.meal for sheet in view.meals if any(d.cooked is None for d in sheet.dishes)]
    known = [sheet.meal for sheet in view.meals]
    here = asked if asked in known else next(iter(waiting or known), None)
    return [_board(view, sheet, days, is_here=sheet.meal == here) for sheet in view.meals]


def _board(view: DayView, sheet: MealSheet, days: Calendar, *, is_here: bool) -> Board:
    choosing = [_choosing(each) for each in sheet.alternatives]
    return Board(
        sheet=sheet,
        name=str(Meal(sheet.meal).label),
        is_here=is_here,
        is_closed=view.closed.get(sheet.meal, ""),
        is_final=sheet.locked_at is not None,
        state=state(sheet, view.date, days),
        lines=dish_lines(view.date, sheet.meal, sheet.dishes, may_tick=view.date >= days.today),
        to_choose=[each for each in choosing if each.of.chosen is None],
        chosen=[each for each in choosing if each.of.chosen is not None],
        changed=[(each, TURNED[each.turned]) for each in sheet.changed],
        tagged=[_tagged(each) for each in sheet.allergies],
        done=sum(total.cooked is not None for total in sheet.dishes),
    )


def state(sheet: MealSheet, day: date, days: Calendar) -> str:
    """Whether the meal can still change, and since or until when."""
    if sheet.locked_at is not None:
        return f"Locked {moment(sheet.locked_at)}"
    if days.is_open(sheet.meal, day):
        return f"Not final: open until {moment(days.cut_off(sheet.meal, day))}"
    return "Not final: it is being locked" if day >= days.today else "Was never locked"


def foot(meals: Sequence[Board]) -> str:
    """The states of all meals: "Lunch, Dinner: Locked Sun 6 Dec, 18:00."."""
    named: dict[str, list[str]] = {}
    for meal in meals:
        named.setdefault(meal.state, []).append(meal.name)
    return " ".join(f"{', '.join(names)}: {words}." for words, names in named.items())


def moment(at: datetime) -> str:
    """As "Sun 6 Dec, 18:00"."""
    return f"{timezone.localtime(at):%a} {indian_time(at)}"


def _choosing(of: Alternatives) -> Choosing:
    names = {option.item: option.name for option in of.options}
    return Choosing(
        of=of,
        ways=[Way(option, _gives(option.split)) for option in of.options],
        chosen=names.get(of.chosen or 0, "") or _name(of),
        gives=shares(of.split),
    )


def _gives(split: Sequence[Share]) -> str:
    return shares(split) if len(split) > 1 else f"for all {split[0].quantity}"


def _name(of: Alternatives) -> str:
    """What was chosen, where it is none that suits any of those who ordered it."""
    return next((share.name for share in of.split if share.item == of.chosen), "another one")


def _tagged(of: Allergy) -> Tagged:
    return Tagged(
        of=of,
        allergens=_labels(of.allergens),
        clashing=[
            (dish.name, _labels(dish.clashes)) for dish in of.dishes if dish.answer is Answer.CLASH
        ],
        unknown=[dish.name for dish in of.dishes if dish.answer is Answer.NOT_KNOWN],
        others=[dish.name for dish in of.dishes if dish.answer is Answer.NONE_FOUND],
    )


@lru_cache(maxsize=1024)
def _labels(codes: tuple[str, ...]) -> str:
    return ", ".join(label(Allergen, code) for code in codes)
