"""Day orders: veg meals, non-veg meals and meal trays (specification, sections 3 and 9)."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import time

from oottam.api.endpoints import AcceptedRequest, Customer, Receipt
from oottam.catalogue import Dish
from oottam.core.db.bulk_insert import Row
from oottam.core.money import format_rupees
from oottam.orders.domain.claims import correction, total_flags
from oottam.orders.models import Order, OrderLine
from oottam.pricing import DayOrderQuote, DayPriceRules, LineCost, price_day_order
from oottam.requests.models import Flag


@dataclass(frozen=True, slots=True)
class ChosenDish:
    """A dish of the menu with the claimed cost of its line (paise; None when not sent).

    `claimed_original` is the line before discount; None too for forms without that field.
    """

    dish: Dish
    claimed: int | None
    claimed_original: int | None


@dataclass(frozen=True, slots=True)
class DayOrder:
    """A validated day order. `noun` names it in messages; claims are amounts (paise) and counts as sent.

    `claims_originals`: the form also sends each line before discount. `claims_whole_lines`:
    the amounts sent cover all days and meals.
    """

    noun: str
    days: int
    meals: frozenset[str]
    delivery_time: time
    address: str
    dishes: Sequence[ChosenDish]
    claimed_total: int | None
    claimed_count: int | None
    claims_originals: bool = False
    claims_whole_lines: bool = True


def place(
    order: DayOrder,
    customer: Customer,
    receipt: Receipt,
    rules: DayPriceRules,
    sold_out: Container[str] = (),
) -> AcceptedRequest:
    """Price the order; claimed figures that differ are flagged, never charged. `sold_out` are names of dishes."""
    quote = price_day_order(
        rules,
        days=order.days,
        sections=len(order.meals),
        items=[chosen.dish.to_price() for chosen in order.dishes],
    )
    return AcceptedRequest(
        customer=customer,
        message=lambda reference: _message(order, quote, reference),
        rows=[_order(order, quote, receipt), *_lines(order, quote, receipt)],
        flags=list(_flags(order, quote, sold_out)),
    )


def _order(order: DayOrder, quote: DayOrderQuote, receipt: Receipt) -> Row:
    return Row(
        Order,
        request_id=receipt.request_id,
        days=order.days,
        free_days=quote.free_days,
        tier=quote.tier,
        breakfast="breakfast" in order.meals,
        lunch="lunch" in order.meals,
        dinner="dinner" in order.meals,
        delivery_time=order.delivery_time,
        address=order.address,
        total_paise=quote.final_amount,
        claimed_total_paise=order.claimed_total,
        claimed_count=order.claimed_count,
    )


def _lines(order: DayOrder, quote: DayOrderQuote, receipt: Receipt) -> Iterator[Row]:
    for position, (chosen, cost) in enumerate(zip(order.dishes, quote.lines, strict=True), start=1):
        yield Row(
            OrderLine,
            order_id=receipt.request_id,
            position=position,
            dish_id=chosen.dish.id,
            dish_name=chosen.dish.name,
            unit_price_paise=cost.price_per_day,
            charged_paise=cost.discounted_cost,
            original_paise=cost.original_cost if cost.show_strike else None,
            claimed_paise=chosen.claimed,
            claimed_original_paise=chosen.claimed_original,
        )


def _flags(order: DayOrder, quote: DayOrderQuote, sold_out: Container[str]) -> Iterator[Flag]:
    yield from total_flags(order.claimed_total, quote.final_amount)
    pairs = zip(order.dishes, quote.lines, strict=True)
    if any(_differs(order, chosen, cost) for chosen, cost in pairs):
        yield Flag.LINE_DIFFERS
    if order.claimed_count != len(order.dishes):
        yield Flag.COUNT_DIFFERS
    if any(not chosen.dish.prices for chosen in order.dishes):
        yield Flag.PRICE_ON_REQUEST
    if not order.claims_whole_lines:
        yield Flag.NOT_MULTIPLIED
    if any(chosen.dish.name in sold_out for chosen in order.dishes):
        yield Flag.SOLD_OUT


def _differs(order: DayOrder, chosen: ChosenDish, cost: LineCost) -> bool:
    """Compare a claim with its line, which before discount costs its original, or else the charge."""
    original = cost.original_cost if cost.show_strike else cost.discounted_cost
    return chosen.claimed != cost.discounted_cost or (
        order.claims_originals and chosen.claimed_original != original
    )


def _message(order: DayOrder, quote: DayOrderQuote, reference: str) -> str:
    """The customer's confirmation: the amount charged, and why it may differ from the page.

    An order of unpriced dishes only has no amount.
    """
    free = f", {quote.free_days} of them free" if quote.free_days else ""
    amount = f": {format_rupees(quote.final_amount)}" if quote.final_amount else ","
    sentences = [
        f"Thank you! Your {order.noun} order {reference} is in{amount} for {order.days} days{free}.",
        *correction(order.claimed_total, quote.final_amount),
    ]
    unpriced = [chosen.dish.name for chosen in order.dishes if not chosen.dish.prices]
    if not quote.final_amount:
        sentences.append("We will agree on the price with you when we call.")
    elif unpriced:
        sentences.append(
            f"Priced on request and not included in this amount: {', '.join(unpriced)}."
        )
    return " ".join(sentences)
