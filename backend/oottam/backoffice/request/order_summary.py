"""The ordered items with the shop's amounts (paise), and those of the customer's page where they differ."""

from dataclasses import dataclass
from itertools import groupby

from oottam.api import endpoints
from oottam.api.forms import Form
from oottam.api.reorder import submitted_body
from oottam.enquiries.models import SubscriptionMeal
from oottam.orders.models import ComboOrder, ComboSlot, Order, OrderLine
from oottam.requests.models import Kind, Request
from oottam.workflow.services.meal_times import place_in_menu


@dataclass(frozen=True, slots=True)
class Line:
    """A dish of an order, and whether the amounts of the customer's page differ from the shop's."""

    line: OrderLine
    differs: bool
    original_differs: bool


@dataclass(frozen=True, slots=True)
class MealOfWeek:
    """The days of one meal in one week of a combo."""

    meal: str
    slots: list[ComboSlot]


@dataclass(frozen=True, slots=True)
class Week:
    """One week of a combo; `number` begins at 1."""

    number: int
    meals: list[MealOfWeek]


@dataclass(frozen=True, slots=True)
class Meal:
    """A meal of a subscription; `differs` where the menu has another title for it."""

    meal: SubscriptionMeal
    place: str
    differs: bool


@dataclass(frozen=True, slots=True)
class OrderSummary:
    """The ordered items. Only the list of the request's kind has rows."""

    lines: list[Line]
    any_line_differs: bool
    weeks: list[Week]
    meals: list[Meal]
    total_differs: bool
    count_differs: bool
    discount_differs: bool


def summarise_order(request: Request) -> OrderSummary:
    order: Order | None = getattr(request, "order", None)
    combo: ComboOrder | None = getattr(request, "combo", None)
    ordered = order or combo
    lines = [_line(line) for line in order.lines.all()] if order else []
    slots = list(combo.slots.all()) if combo else []
    is_subscription = request.kind == Kind.SUBSCRIPTION
    meals = request.subscription.meals.all() if is_subscription else ()
    counted = len(lines) + len(slots)
    return OrderSummary(
        lines=lines,
        any_line_differs=any(line.differs or line.original_differs for line in lines),
        weeks=_weeks(slots),
        meals=[Meal(meal, place_in_menu(meal), meal.menu_title != meal.title) for meal in meals],
        total_differs=bool(ordered and ordered.claimed_total_paise != ordered.total_paise),
        count_differs=bool(ordered and ordered.claimed_count != counted),
        discount_differs=bool(combo and combo.claimed_discount_paise != combo.discount_paise),
    )


def long_texts(request: Request) -> list[tuple[str, str]]:
    """Return the whole texts that are stored shortened, each with its title."""
    form: type[Form] = endpoints.of_kind(request.kind).form
    return form.long_texts(submitted_body(request))


def _line(line: OrderLine) -> Line:
    before = line.original_paise or line.charged_paise
    claimed = line.claimed_original_paise
    return Line(
        line=line,
        differs=line.claimed_paise != line.charged_paise,
        # Only the non-veg form carries lines before discount.
        original_differs=claimed is not None and claimed != before,
    )


def _weeks(slots: list[ComboSlot]) -> list[Week]:
    return [
        Week(
            number,
            [
                MealOfWeek(meal, list(of_meal))
                for meal, of_meal in groupby(of_week, lambda slot: slot.meal)
            ],
        )
        for number, of_week in groupby(slots, lambda slot: slot.week)
    ]
