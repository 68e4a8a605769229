"""Weekly and monthly combos: meals of the weekly menu at one price each (section 9)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import time

from oottam.api.endpoints import AcceptedRequest, Customer, Receipt
from oottam.catalogue import WeeklyMeal
from oottam.core.db.bulk_insert import Row
from oottam.core.money import format_rupees
from oottam.orders.domain.claims import correction, total_flags
from oottam.orders.models import ComboOrder, ComboSlot
from oottam.pricing import ComboQuote, ComboRules, price_combos
from oottam.requests.models import Flag


@dataclass(frozen=True, slots=True)
class ComboRequest:
    """A validated combo order; `meals` by week, meal and day. Claims are amounts (paise) and counts as sent."""

    days: int
    delivery_time: time
    address: str
    meals: Sequence[WeeklyMeal]
    claimed_total: int | None
    claimed_discount: int | None
    claimed_count: int | None


def place(
    ordered: ComboRequest, customer: Customer, receipt: Receipt, rules: ComboRules
) -> AcceptedRequest:
    """Price the order; claimed figures that differ are flagged, never charged."""
    quote = price_combos(rules, items=len(ordered.meals))
    order = Row(
        ComboOrder,
        request_id=receipt.request_id,
        days=ordered.days,
        delivery_time=ordered.delivery_time,
        address=ordered.address,
        base_paise=quote.base_price,
        discount_paise=quote.discount,
        total_paise=quote.final_amount,
        claimed_discount_paise=ordered.claimed_discount,
        claimed_total_paise=ordered.claimed_total,
        claimed_count=ordered.claimed_count,
    )
    return AcceptedRequest(
        customer=customer,
        message=lambda reference: _message(ordered, quote, reference),
        rows=[order, *_slots(receipt, ordered.meals, rules.item_price)],
        flags=list(_flags(ordered, quote)),
    )


def _slots(receipt: Receipt, meals: Sequence[WeeklyMeal], unit_price_paise: int) -> Iterator[Row]:
    for position, meal in enumerate(meals, start=1):
        yield Row(
            ComboSlot,
            order_id=receipt.request_id,
            position=position,
            week=meal.week,
            meal=meal.meal,
            day=meal.day,
            items=meal.title,
            unit_price_paise=unit_price_paise,
        )


def _flags(ordered: ComboRequest, quote: ComboQuote) -> Iterator[Flag]:
    yield from total_flags(ordered.claimed_total, quote.final_amount)
    if ordered.claimed_discount != quote.discount:
        yield Flag.DISCOUNT_DIFFERS
    if ordered.claimed_count != len(ordered.meals):
        yield Flag.COUNT_DIFFERS


def _message(ordered: ComboRequest, quote: ComboQuote, reference: str) -> str:
    off = f", with {format_rupees(quote.discount)} off" if quote.discount else ""
    amount = format_rupees(quote.final_amount)
    sentences = [
        f"Thank you! Your combo order {reference} is in: {amount} for {len(ordered.meals)} items{off}.",
        *correction(ordered.claimed_total, quote.final_amount),
    ]
    return " ".join(sentences)
