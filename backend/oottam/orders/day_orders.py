"""Veg, non-veg and tray orders: dishes of a menu by name, for a number of days (specification, sections 3, 5 and 9).

A form is read against the menus, priced again, and becomes rows. Its amounts are claims: those that differ are flagged,
never charged.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Annotated, Any, ClassVar

from django.conf import settings
from django.utils import timezone
from pydantic import Field

from oottam.api.endpoints import AcceptedRequest, Arrival, Customer, full_name
from oottam.api.forms import (
    Address,
    ClaimedAmount,
    ClaimedCount,
    ClockTime,
    DishName,
    Email,
    FirstName,
    Form,
    FormPart,
    LastName,
    Phone,
    Rule,
    RuleError,
    Violation,
    days_between,
    quoted,
)
from oottam.catalogue import Catalogue, Dish
from oottam.core.db.bulk_insert import Row
from oottam.core.money import format_rupees
from oottam.orders.claims import correction, original_differs, total_flags
from oottam.orders.models import Order, OrderLine
from oottam.pricing import DayOrderQuote, LineCost, price_day_order
from oottam.requests.models import Flag


@dataclass(frozen=True, slots=True)
class ChosenDish:
    """A dish of the menu with the claimed cost of its line (paise; None when not sent).

    `claimed_original` is the line before discount; None too for forms without that field.
    """

    dish: Dish
    claimed: int | None
    claimed_original: int | None


class Sections(FormPart):
    """The three checkboxes."""

    breakfast: bool = Field(title="Breakfast")
    lunch: bool = Field(title="Lunch")
    dinner: bool = Field(title="Dinner")


class Entry(FormPart):
    """A dish of `selectedItems`."""

    name: DishName

    def claims(self) -> tuple[int | None, int | None]:
        """The claimed cost of the line and of the line before discount, in paise; None when not sent."""
        raise NotImplementedError


class VegItem(Entry):
    """A selected dish."""

    discounted_cost: ClaimedAmount = Field(None, title="Cost of a dish")

    def claims(self) -> tuple[int | None, int | None]:
        return self.discounted_cost, None


class NonvegItem(Entry):
    """A selected dish: `price` is its line before discount, `discountedCost` its charged line."""

    price: ClaimedAmount = Field(None, title="Price of a dish")
    discounted_cost: ClaimedAmount = Field(None, title="Cost of a dish")

    def claims(self) -> tuple[int | None, int | None]:
        return self.discounted_cost, self.price


class TrayItem(Entry):
    """A selected dish; `price` is its charged line."""

    price: ClaimedAmount = Field(None, title="Price of a dish")

    def claims(self) -> tuple[int | None, int | None]:
        return self.price, None


def parse_sections(sent: Sections, catalogue: Catalogue) -> frozenset[str]:
    """The names of the selected meal sections, at least one (section 5)."""
    names = frozenset(name for name, is_selected in sent if is_selected)
    if not names:
        raise RuleError(Violation("at least one Meal Section.", title="Please select"))
    return names


def dishes(
    menu: str, entry: type[Entry], minimum: Callable[[Catalogue], int] = lambda _: 1
) -> Rule:
    """Rule for `selectedItems`: at least `minimum` dishes of the menu, each once."""

    def check(sent: list[Entry], catalogue: Catalogue) -> tuple[ChosenDish, ...]:
        known = catalogue.menus[menu].by_name
        seen: set[str] = set()
        violations = [
            Violation(message, title=quoted(chosen.name), entry=position, part="name")
            for position, chosen in enumerate(sent)
            if (message := _name_error(chosen.name, seen, known, catalogue.sold_out))
        ]
        required = minimum(catalogue)
        if len(sent) < required:
            noun = "dish" if required == 1 else "dishes"
            violations.append(Violation(f"at least {required} {noun}.", title="Please select"))
        if violations:
            raise RuleError(*violations)
        return tuple(ChosenDish(known[chosen.name], *chosen.claims()) for chosen in sent)

    def schema(catalogue: Catalogue) -> dict[str, Any]:
        return {
            "minItems": minimum(catalogue),
            "maxItems": len(catalogue.menus[menu].dishes),
            "description": f"Dishes of contract/catalogue/{menu}.json by name, none twice.",
        }

    return Rule(check, wire=list[entry], schema=schema)  # type: ignore[valid-type]


def _name_error(
    name: str, seen: set[str], known: Mapping[str, Dish], sold_out: Mapping[str, datetime | None]
) -> str:
    """The error of a dish name, empty for a valid one, which is added to `seen`.

    A page that was open when the dish sold out may still order it within MENU_GRACE_HOURS, and one that comes back on a
    known day may be wanted for later days: such orders are flagged.
    """
    if name not in known:
        return "is not on this menu."
    since = sold_out.get(name)
    if since and timezone.now() - since >= timedelta(hours=settings.MENU_GRACE_HOURS):
        return "is sold out."
    if name in seen:
        return "is listed twice."
    seen.add(name)
    return ""


def _day_bounds(catalogue: Catalogue) -> tuple[int, int]:
    return catalogue.rules.day_orders.minimum_days, catalogue.rules.day_orders.maximum_days


class DayOrderForm(Form):
    """The fields that the three forms spell alike; `selectedItems` differs."""

    noun: ClassVar[str]  # of the order in messages
    sends_originals: ClassVar[bool] = False  # whether it sends each line before discount, too

    name: FirstName
    lastname: LastName
    phone: Phone
    email: Email
    selected_item_count: ClaimedCount = Field(None, title="Selected item count")
    # A number; the tray's form sends text (section 3).
    date: Annotated[int, days_between(_day_bounds)] = Field(title="Days")
    sections: Annotated[
        frozenset[str],
        Rule(parse_sections, Sections, lambda _: {"description": "At least one of them is true."}),
    ] = Field(title="Meal section")
    timing: ClockTime
    address: Address
    final_amount: ClaimedAmount = Field(None, title="Final amount")
    selected_items: tuple[ChosenDish, ...]

    @property
    def amounts_cover_all(self) -> bool:
        """Whether the amounts cover all days and meals."""
        return True


class VegMealForm(DayOrderForm):
    """A veg order; `discountedCost` is the charged line of a dish."""

    noun = "veg meal"
    selected_items: Annotated[tuple[ChosenDish, ...], dishes("veg", VegItem)] = Field(
        title="Selected items"
    )


class NonvegMealForm(DayOrderForm):
    """A non-veg order; `pricesAlreadyMultiplied` states that its amounts cover all days and meals."""

    noun = "non-veg meal"
    sends_originals = True

    selected_items: Annotated[tuple[ChosenDish, ...], dishes("nonveg", NonvegItem)] = Field(
        title="Selected items"
    )
    # Without it the order is accepted and flagged: prices come from the menu, but staff should check
    # what the client's amounts mean.
    prices_already_multiplied: bool | None = Field(None, title="Prices already multiplied")

    @property
    def amounts_cover_all(self) -> bool:
        return self.prices_already_multiplied is True


class MealTrayForm(DayOrderForm):
    """A meal tray order: at least four dishes (section 5); its form sends `date` as text (section 3)."""

    noun = "meal tray"

    selected_items: Annotated[
        tuple[ChosenDish, ...],
        dishes("tray", TrayItem, lambda catalogue: catalogue.rules.tray_minimum_dishes),
    ] = Field(title="Selected items")


def accept(form: DayOrderForm, arrival: Arrival, catalogue: Catalogue) -> AcceptedRequest:
    """Price the order from its menu."""
    quote = price_day_order(
        catalogue.rules.day_orders,
        days=form.date,
        sections=len(form.sections),
        items=[chosen.dish.to_price() for chosen in form.selected_items],
    )
    return AcceptedRequest(
        customer=Customer(full_name(form.name, form.lastname), email=form.email, phone=form.phone),
        message=lambda reference: _message(form, quote, reference),
        rows=[_order(form, quote, arrival), *_lines(form, quote, arrival)],
        flags=list(_flags(form, quote, catalogue.sold_out)),
    )


def _order(form: DayOrderForm, quote: DayOrderQuote, arrival: Arrival) -> Row:
    return Row(
        Order,
        request_id=arrival.request_id,
        days=form.date,
        free_days=quote.free_days,
        tier=quote.tier,
        breakfast="breakfast" in form.sections,
        lunch="lunch" in form.sections,
        dinner="dinner" in form.sections,
        delivery_time=time.fromisoformat(form.timing),
        address=form.address,
        total_paise=quote.final_amount,
        claimed_total_paise=form.final_amount,
        claimed_count=form.selected_item_count,
    )


def _lines(form: DayOrderForm, quote: DayOrderQuote, arrival: Arrival) -> Iterator[Row]:
    pairs = zip(form.selected_items, quote.lines, strict=True)
    for position, (chosen, cost) in enumerate(pairs, start=1):
        yield Row(
            OrderLine,
            order_id=arrival.request_id,
            position=position,
            dish_id=chosen.dish.id,
            dish_name=chosen.dish.name,
            unit_price_paise=cost.price_per_day,
            charged_paise=cost.discounted_cost,
            original_paise=cost.original_cost if cost.show_strike else None,
            claimed_paise=chosen.claimed,
            claimed_original_paise=chosen.claimed_original,
        )


def _flags(form: DayOrderForm, quote: DayOrderQuote, sold_out: Container[str]) -> Iterator[Flag]:
    yield from total_flags(form.final_amount, quote.final_amount)
    pairs = zip(form.selected_items, quote.lines, strict=True)
    if any(_differs(form, chosen, cost) for chosen, cost in pairs):
        yield Flag.LINE_DIFFERS
    if form.selected_item_count != len(form.selected_items):
        yield Flag.COUNT_DIFFERS
    if any(not chosen.dish.prices for chosen in form.selected_items):
        yield Flag.PRICE_ON_REQUEST
    if not form.amounts_cover_all:
        yield Flag.NOT_MULTIPLIED
    if any(chosen.dish.name in sold_out for chosen in form.selected_items):
        yield Flag.SOLD_OUT


def _differs(form: DayOrderForm, chosen: ChosenDish, cost: LineCost) -> bool:
    return chosen.claimed != cost.discounted_cost or original_differs(
        chosen.claimed_original,
        cost.original_cost if cost.show_strike else None,
        cost.discounted_cost,
        is_expected=form.sends_originals,
    )


def _message(form: DayOrderForm, quote: DayOrderQuote, reference: str) -> str:
    """The customer's confirmation: the amount charged, and why it may differ from the page.

    An order of unpriced dishes only has no amount.
    """
    free = f", {quote.free_days} of them free" if quote.free_days else ""
    amount = f": {format_rupees(quote.final_amount)}" if quote.final_amount else ","
    sentences = [
        f"Thank you! Your {form.noun} order {reference} is in{amount} for {form.date} days{free}.",
        *correction(form.final_amount, quote.final_amount),
    ]
    unpriced = [chosen.dish.name for chosen in form.selected_items if not chosen.dish.prices]
    if not quote.final_amount:
        sentences.append("We will agree on the price with you when we call.")
    elif unpriced:
        sentences.append(
            f"Priced on request and not included in this amount: {', '.join(unpriced)}."
        )
    return " ".join(sentences)
