"""What mails say of an order: what was chosen, at which price, and that somebody will call."""

from collections.abc import Iterator

from django.utils import formats

from oottam.common.money import format_rupees
from oottam.intake.mail_details import MailDetails, call_about
from oottam.notify.mail_content import Fact, Line
from oottam.orders.domain.claims import correction
from oottam.orders.models import ComboOrder, ComboSlot, Order, OrderLine
from oottam.requests.models import Kind, Request

ON_REQUEST = "on request"


def plan(request: Request) -> MailDetails:
    """Veg meals, non-veg meals and meal trays."""
    order = Order.objects.get(request=request)
    lines = list(order.lines.all())
    total = format_rupees(order.total_paise) if order.total_paise else ON_REQUEST
    free = f", {order.free_days} of them free" if order.free_days else ""
    return MailDetails(
        noun=f"{Kind(request.kind).label.lower()} order",
        next_step=_next_step(),
        gist=f"{total if order.total_paise else 'price on request'} for {order.days} days",
        facts=[
            Fact("Days", f"{order.days}{free}"),
            Fact("Meals", ", ".join(order.meals)),
            Fact("Delivery time", formats.time_format(order.delivery_time)),
        ],
        lines=[_dish(line) for line in lines],
        sums=[Fact("Total", total)],
        notes=[
            *correction(order.claimed_total_paise, order.total_paise),
            *(
                _not_in_total(lines)
                if order.total_paise
                else ["The price will be agreed when we call."]
            ),
        ],
        own_words=[Fact("Address", order.address)],
    )


def combo(request: Request) -> MailDetails:
    """Weekly and monthly combos."""
    order = ComboOrder.objects.get(request=request)
    slots = list(order.slots.all())
    total = format_rupees(order.total_paise)
    discount = [
        Fact("Before discount", format_rupees(order.base_paise)),
        Fact("Discount", format_rupees(-order.discount_paise)),
    ]
    return MailDetails(
        noun="combo order",
        next_step=_next_step(),
        gist=f"{total} for {len(slots)} items",
        facts=[
            Fact("Items", str(len(slots))),
            Fact("Delivery time", formats.time_format(order.delivery_time)),
        ],
        lines=[_meal(slot) for slot in slots],
        sums=[*(discount if order.discount_paise else []), Fact("Total", total)],
        notes=list(correction(order.claimed_total_paise, order.total_paise)),
        own_words=[Fact("Address", order.address)],
    )


def _next_step() -> str:
    return f"{call_about('the first day')} There is nothing to pay now."


def _not_in_total(lines: list[OrderLine]) -> Iterator[str]:
    for line in lines:
        if not line.unit_price_paise:
            yield f"{line.dish_name} is priced on request and is not included in this total."


def _dish(line: OrderLine) -> Line:
    if not line.unit_price_paise:
        return Line(line.dish_name, amount=ON_REQUEST)
    before = "" if line.original_paise is None else format_rupees(line.original_paise)
    return Line(
        line.dish_name,
        detail=f"{format_rupees(line.unit_price_paise)} per day, per meal",
        amount=format_rupees(line.charged_paise),
        before=before,
    )


def _meal(slot: ComboSlot) -> Line:
    return Line(
        slot.items,
        detail=f"Week {slot.week}, {slot.day}, {slot.meal}",
        amount=format_rupees(slot.unit_price_paise),
    )
