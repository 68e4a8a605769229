"""View models of the day's meals on the sheet."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from oottam.backoffice.dietary import describe_clashes, describe_needs
from oottam.backoffice.kitchen.sheet.dish_rows import (
    Sales,
    choosing_lines,
    dish_lines,
    format_shares,
)
from oottam.backoffice.templatetags.staff import indian_time
from oottam.catalogue.choices import Station
from oottam.core.direction import isolate, isolated_html
from oottam.kitchen.day import (
    Allergy,
    Alternatives,
    Answer,
    BoxChange,
    DayView,
    DishAnswer,
    KitchenNote,
    MealSheet,
    Person,
)
from oottam.kitchen.services.sold_out import (
    HoldingMeal,
    meals_holding,
    names_on_sale,
    sold_out_dishes,
)
from oottam.schedule.domain.calendar import Calendar
from oottam.schedule.models import Meal

_STATIONS = (*Station.choices, ("", "Other"))


def by_station(
    day: date, sheet: MealSheet, sales: Sales, *, may_tick: bool
) -> list[tuple[str, SafeString, int]]:
    """Return stations with the lines of their dishes that are not cooked, and their number.

    The name is "" where no dish of the meal has a station; stations without any are left out.
    """
    has_stations = any(dish.station for dish in sheet.dishes)
    result = []
    for code, name in _STATIONS:
        dishes = [dish for dish in sheet.dishes if not dish.cooked and dish.station == code]
        if dishes:
            lines = dish_lines(day, sheet.meal, dishes, sales, may_tick=may_tick)
            result.append((name if has_stations else "", lines, len(dishes)))
    return result


_CLASH = SafeString(' class="clash"')


def render_person(person: Person, plans: str) -> SafeString:
    """Render reference and name; linked for users with `plans`, the address of the plans' list."""
    template = (
        '<a href="{plans}{reference}/">{reference}</a> {name}' if plans else "{reference} {name}"
    )
    name = isolated_html(person.name)
    return format_html(template, plans=plans, reference=person.reference, name=name)


def tagged_lines(allergies: Iterable[Allergy], plans: str) -> SafeString:
    """Render people with allergies or a diet: needs, clashes, unknown dishes, and dishes without a finding."""
    return SafeString("".join([_tagged(allergy, plans) for allergy in allergies]))


def note_lines(kitchen_notes: Iterable[KitchenNote], plans: str) -> SafeString:
    rows = ((render_person(note.person, plans), isolated_html(note.text)) for note in kitchen_notes)
    return format_html_join("", "<li>{}: <strong>{}</strong></li>\n", rows)


def _tagged(allergy: Allergy, plans: str) -> SafeString:
    needs = describe_needs(allergy.needs, with_plain_diet=not allergy.needs.is_for_kitchen)
    clashes = describe_clashes(allergy.dishes)
    unknown = _names(dish for dish in allergy.dishes if dish.answer is Answer.NOT_KNOWN)
    others = _names(dish for dish in allergy.dishes if dish.answer is Answer.NONE_FOUND)
    return format_html(
        "<li{}>{}: <strong>{}</strong>{}{}{}</li>\n",
        _CLASH if clashes else "",
        render_person(allergy.person, plans),
        isolated_html(needs),
        _format_if(clashes, '<br><strong class="clashing">{}</strong>'),
        _format_if(unknown, "<br>Not known: {}"),
        _format_if(others, '<br><span class="hint">None found in the recipe of {}</span>'),
    )


def _format_if(text: str, template: str) -> str:
    return format_html(template, isolated_html(text)) if text else ""


def _names(dishes: Iterable[DishAnswer]) -> str:
    return ", ".join(isolate(dish.name) for dish in dishes)


CHANGE_LABELS = {
    BoxChange.CAME: "added",
    BoxChange.WENT: "removed",
    BoxChange.OTHER_DISHES: "dishes changed",
}


def boards(
    view: DayView, calendar: Calendar, requested: int | None, plans: str
) -> list[dict[str, Any]]:
    """Return all meals of the day; the screen shows the `requested` one, or the first with dishes to cook.

    `plans` is the address of the plans' list for users who may see it, else "".
    """
    waiting = [sheet.meal for sheet in view.meals if any(d.cooked is None for d in sheet.dishes)]
    known = [sheet.meal for sheet in view.meals]
    here = requested if requested in known else next(iter(waiting or known), None)
    sold_out: dict[int, list[HoldingMeal]] = {}
    sales = Sales(calendar.today)
    if view.date >= calendar.today:
        sales = Sales(calendar.today, sold_out_dishes(view.date), names_on_sale())
        for sold_out_meal in meals_holding(sales.sold_out, view.date, view.date):
            sold_out.setdefault(sold_out_meal.meal, []).append(sold_out_meal)
    return [
        _board(
            view, sheet, calendar, plans, sales, is_here=sheet.meal == here,
            sold_out=sold_out.get(sheet.meal, ()),
        )
        for sheet in view.meals
    ]  # fmt: skip


def _board(
    view: DayView,
    sheet: MealSheet,
    calendar: Calendar,
    plans: str,
    sales: Sales,
    *,
    is_here: bool,
    sold_out: Sequence[HoldingMeal],
) -> dict[str, Any]:
    """Return a meal for meal.html. `is_here`: the displayed one. `state` describes whether it can still change."""
    may_act = view.date >= calendar.today
    choose = reverse("backoffice:kitchen-choose", args=[view.date]) if may_act else ""
    cooked = [total for total in sheet.dishes if total.cooked]
    return {
        "sheet": sheet,
        "name": str(Meal(sheet.meal).label),
        "is_here": is_here,
        "closed": view.closed.get(sheet.meal, ""),
        "state": describe_state(sheet, view.date, calendar),
        "to_cook": by_station(view.date, sheet, sales, may_tick=may_act),
        "cooked": dish_lines(view.date, sheet.meal, cooked, sales, may_tick=may_act),
        "to_choose": choosing_lines(sheet.meal, sheet.to_choose, choose),
        "chosen": [
            _chosen(alternative)
            for alternative in sheet.alternatives
            if alternative.chosen is not None
        ],
        "changed": [(change, CHANGE_LABELS[change.change]) for change in sheet.changed],
        # People with a dish that clashes, or might, and those without a finding.
        "tagged": tagged_lines((allergy for allergy in sheet.allergies if allergy.is_open), plans),
        "others": tagged_lines(
            (allergy for allergy in sheet.allergies if not allergy.is_open), plans
        ),
        "notes": note_lines(sheet.notes, plans),
        "cooked_count": len(cooked),
        "sold_out": sold_out,
    }


def describe_state(sheet: MealSheet, day: date, calendar: Calendar) -> str:
    """Describe whether the meal can still change, and since or until when."""
    if sheet.locked_at is not None:
        return f"Final since {format_moment(sheet.locked_at)}"
    if calendar.is_open(sheet.meal, day):
        return f"Not final: open until {format_moment(calendar.cut_off(sheet.meal, day))}"
    return "Not final: being finalised" if day >= calendar.today else "Never finalised"


def describe_states(meals: Iterable[dict[str, Any]]) -> str:
    """Describe the states of all meals: "Lunch, Dinner: Final since Sun 6 Dec, 6:00 pm."."""
    by_state: dict[str, list[str]] = {}
    for meal in meals:
        by_state.setdefault(meal["state"], []).append(meal["name"])
    return " ".join(f"{', '.join(names)}: {text}." for text, names in by_state.items())


def format_moment(at: datetime) -> str:
    """Format as "Sun 6 Dec, 6:00 pm"."""
    return f"{timezone.localtime(at):%a} {indian_time(at)}"


def _chosen(dish: Alternatives) -> tuple[Alternatives, str, str]:
    """Name the chosen option, or the dishes cooked instead where it suits no customer; and the shares."""
    names = {option.item: option.name for option in dish.options}
    others = (share.name for share in dish.split if share.item == dish.chosen)
    name = names.get(dish.chosen or 0) or next(others, "another one")
    return dish, name, format_shares(dish.split)
