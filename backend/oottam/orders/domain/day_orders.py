"""Orders by the day: veg meals, non-veg meals and meal trays (specification, sections 3 and 9)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import time

from oottam.api.endpoints import Accepted, Customer, Receipt
from oottam.catalogue import Dish
from oottam.core.db.bulk_insert import Row
from oottam.core.money import format_rupees
from oottam.orders.domain.claims import correction, total_flags
from oottam.orders.models import Order, OrderLine
from oottam.pricing import DayPriceRules, LineCost, PlanQuote, price_plan
from oottam.requests.models import Flag


@dataclass(frozen=True, slots=True)
class ChosenDish:
    """A dish of the menu, and what the sender says its line costs (paise; None when it does not).

    `claimed_original` is the line before discount; None too where the form carries none.
    """

    dish: Dish
    claimed: int | None
    claimed_original: int | None


@dataclass(frozen=True, slots=True)
class DayOrder:
    """What a customer asks for. `noun` names it in sentences; claims are the sender's figures.

    `claims_originals`: the form carries each line before discount as well. `claims_whole_lines`:
    its amounts are said, or known, to be for all days and meals.
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


def place(order: DayOrder, customer: Customer, receipt: Receipt, rules: DayPriceRules) -> Accepted:
    """The order at our prices; figures of the sender that differ are flagged, never charged."""
    quote = price_plan(
        rules,
        days=order.days,
        sections=len(order.meals),
        items=[chosen.dish.to_price() for chosen in order.dishes],
    )
    return Accepted(
        customer=customer,
        message=lambda reference: _message(order, quote, reference),
        rows=[_order(order, quote, receipt), *_lines(order, quote, receipt)],
        flags=list(_flags(order, quote)),
    )


def _order(order: DayOrder, quote: PlanQuote, receipt: Receipt) -> Row:
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


def _lines(order: DayOrder, quote: PlanQuote, receipt: Receipt) -> Iterator[Row]:
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


def _flags(order: DayOrder, quote: PlanQuote) -> Iterator[Flag]:
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


def _differs(order: DayOrder, chosen: ChosenDish, cost: LineCost) -> bool:
    """Before discount a line is its struck-through original, or what is charged without one."""
    original = cost.original_cost if cost.show_strike else cost.discounted_cost
    return chosen.claimed != cost.discounted_cost or (
        order.claims_originals and chosen.claimed_original != original
    )


def _message(order: DayOrder, quote: PlanQuote, reference: str) -> str:
    """What the customer reads: the amount that counts, and why it may not be the one expected.

    Dishes without a price alone come to no amount.
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
