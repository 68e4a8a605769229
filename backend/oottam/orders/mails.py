"""Mail details of orders: items, prices and the next step."""

from collections.abc import Iterator, Sequence
from datetime import time

from django.utils.text import get_text_list

from oottam import catalogue
from oottam.api.mail_details import MailDetails, call_about, is_entered_by_desk
from oottam.catalogue.meals import MEALS
from oottam.catalogue.recipes import SEPARATOR
from oottam.core.clock import clock_time
from oottam.core.money import format_rupees
from oottam.orders.claims import correction
from oottam.orders.models import ComboOrder, ComboSlot, Order, OrderLine
from oottam.outbox.mail_content import Fact, Line
from oottam.requests.models import Kind, Request

ON_REQUEST = "on request"


def day_order(request: Request) -> MailDetails:
    """Veg meals, non-veg meals and meal trays."""
    order: Order = request.order
    lines = list(order.lines.all())
    total = format_rupees(order.total_paise) if order.total_paise else ON_REQUEST
    unpriced = [
        f"{line.dish_name} is priced on request and is not included in this total."
        for line in lines
        if not line.unit_price_paise
    ]
    free = f", {order.free_days} of them free" if order.free_days else ""
    return MailDetails(
        noun=f"{Kind(request.kind).label.lower()} order",
        next_step=_next_step(request),
        subject_detail=f"{total if order.total_paise else 'price on request'} for {order.days} days",
        facts=[
            Fact("Days", f"{order.days}{free}"),
            Fact("Meals", ", ".join(order.meals)),
            *_each_day(lines, len(order.meals)),
            _delivery_time(order.delivery_time, order.meals),
        ],
        lines=[_dish(line) for line in lines],
        sums=[Fact("Total", total)],
        notes=[
            *_times_to_agree(request, order.delivery_time, order.meals),
            *_correction(request, order),
            *(
                unpriced
                if order.total_paise
                else [f"The price will be agreed {_when_agreed(request)}."]
            ),
        ],
        free_text=[Fact("Address", order.address or "none given")],
    )


def _each_day(lines: Sequence[OrderLine], meals: int) -> list[Fact]:
    """Return what the dishes of a day hold; [] unless all of them are known."""
    held = catalogue.current().amounts(SEPARATOR.join(meals * [line.dish_name for line in lines]))
    return [Fact("Each day", held)] if held else []


def combo(request: Request) -> MailDetails:
    """Weekly and monthly combos."""
    order: ComboOrder = request.combo
    slots = list(order.slots.all())
    chosen = {slot.meal for slot in slots}
    meals = [meal.capitalize() for meal in MEALS if meal in chosen]
    total = format_rupees(order.total_paise)
    discount = [
        Fact("Before discount", format_rupees(order.base_paise)),
        Fact("Discount", format_rupees(-order.discount_paise)),
    ]
    return MailDetails(
        noun="combo order",
        next_step=_next_step(request),
        subject_detail=f"{total} for {len(slots)} items",
        facts=[
            Fact("Items", str(len(slots))),
            _delivery_time(order.delivery_time, meals),
        ],
        lines=[_meal(slot) for slot in slots],
        sums=[*(discount if order.discount_paise else []), Fact("Total", total)],
        notes=[
            *_times_to_agree(request, order.delivery_time, meals),
            *_correction(request, order),
        ],
        free_text=[Fact("Address", order.address or "none given")],
    )


def _delivery_time(at: time, meals: Sequence[str]) -> Fact:
    """The delivery time sent, labelled with its meal when the order has several."""
    own = _meal_of_time(at, meals)
    label = f"{own} delivery time" if own and len(meals) > 1 else "Delivery time"
    return Fact(label, clock_time(at))


def _times_to_agree(request: Request, at: time, meals: Sequence[str]) -> Iterator[str]:
    """Yield a note on meals that have no delivery time yet."""
    own = _meal_of_time(at, meals)
    others = [meal.lower() for meal in meals if meal != own]
    if others and len(meals) > 1:
        named = get_text_list(others, "and")
        yield f"We will agree a delivery time for {named} {_when_agreed(request)}."


def _meal_of_time(at: time, meals: Sequence[str]) -> str:
    hours = catalogue.current().site.hours.meals
    return hours.meal_at(at, [meal.lower() for meal in meals]).capitalize()


def _when_agreed(request: Request) -> str:
    return "before we start" if is_entered_by_desk(request) else "when we call"


def _correction(request: Request, order: Order | ComboOrder) -> Iterator[str]:
    """Yield a note when the customer's page showed another total; phone orders had no such page."""
    if not is_entered_by_desk(request):
        yield from correction(order.claimed_total_paise, order.total_paise)


def _next_step(request: Request) -> str:
    return f"{call_about(request, 'the first day')} There is nothing to pay now."


def _dish(line: OrderLine) -> Line:
    held = catalogue.current().amounts(line.dish_name)
    if not line.unit_price_paise:
        return Line(line.dish_name, detail=held, amount=ON_REQUEST)
    before = "" if line.original_paise is None else format_rupees(line.original_paise)
    return Line(
        line.dish_name,
        detail=_join(f"{format_rupees(line.unit_price_paise)} per day, per meal", held),
        amount=format_rupees(line.charged_paise),
        before=before,
    )


def _meal(slot: ComboSlot) -> Line:
    return Line(
        slot.items,
        detail=_join(
            f"Week {slot.week}, {slot.day}, {slot.meal}", catalogue.current().amounts(slot.items)
        ),
        amount=format_rupees(slot.unit_price_paise),
    )


def _join(*details: str) -> str:
    return " · ".join(filter(None, details))
