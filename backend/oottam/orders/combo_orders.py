"""Weekly and monthly combos: meals of the weekly menu at one price each (specification, sections 5, 7 and 9).

`lastname` is required here.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import time
from typing import Annotated, Any

from pydantic import Field

from oottam.api.endpoints import AcceptedRequest, Arrival, Customer, full_name
from oottam.api.forms import (
    Address,
    ClaimedAmount,
    ClaimedCount,
    ClockTime,
    Email,
    FirstName,
    Form,
    Phone,
    RequiredLastName,
    Rule,
    RuleError,
    Violation,
    quoted,
    whole_number,
)
from oottam.api.limits import MAX_ENTRIES
from oottam.catalogue import Catalogue, WeeklyMeal
from oottam.catalogue.meals import WeeklyMenu
from oottam.core.db.bulk_insert import Row
from oottam.core.money import format_rupees
from oottam.orders.claims import correction, total_flags
from oottam.orders.models import ComboOrder, ComboSlot
from oottam.pricing import ComboQuote, price_combos
from oottam.requests.models import Flag


def parse_days(sent: Any, catalogue: Catalogue) -> int:
    """Check `days`, which is fixed (section 5): the form has no input and sends the number of rules.json."""
    days = catalogue.rules.combos.days
    value = whole_number(sent)
    if value is not None and value < days:  # the specification words this message
        raise RuleError(Violation(f"{days} days required.", title="Minimum"))
    if value != days:
        raise RuleError(Violation(f"must be {days}."))
    return value


def _days_schema(catalogue: Catalogue) -> dict[str, Any]:
    days = catalogue.rules.combos.days
    return {
        "type": ["integer", "string"],
        "minimum": days,
        "maximum": days,
        "pattern": f"^0*{days}$",
        "description": f"Always {days}, as a number or as its digits.",
    }


def parse_slots(sent: Any, catalogue: Catalogue) -> tuple[WeeklyMeal, ...]:
    """Parse the selected slots into meals in menu order; raises RuleError for duplicates or too few.

    `sent` maps week and meal to names of days; weeks and meals may be left out.
    """
    if not isinstance(sent, dict):
        raise RuleError(Violation("must be an object."))
    _check_entry_count(sent)
    violations = list(_week_violations(sent, catalogue.weekly))
    minimum = catalogue.rules.combos.minimum_items
    if _count(sent) < minimum:
        message = f"at least {minimum} items to proceed with the order!"
        violations.append(Violation(message, title="Please select"))
    if violations:
        raise RuleError(*violations)
    return tuple(
        days[day]
        for week, meals in catalogue.weekly.items()
        for meal, days in meals.items()
        for day in days
        if day in sent.get(week, {}).get(meal, [])
    )


def _slots_schema(catalogue: Catalogue) -> dict[str, Any]:
    """The weekly menu as a schema."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            week: {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    meal: {"type": "array", "items": {"enum": list(days)}, "uniqueItems": True}
                    for meal, days in meals.items()
                },
            }
            for week, meals in catalogue.weekly.items()
        },
        "description": f"At least {catalogue.rules.combos.minimum_items} days in all.",
    }


class WeekMonthForm(Form):
    """A weekly/monthly combo order."""

    name: FirstName
    lastname: RequiredLastName
    phone: Phone
    email: Email
    address: Address
    delivery_time: ClockTime = Field(title="Delivery time")
    days: Annotated[int, Rule(parse_days, schema=_days_schema)] = Field(title="Days")
    total_selected: ClaimedCount = Field(None, title="Total selected")
    selected_items: Annotated[tuple[WeeklyMeal, ...], Rule(parse_slots, schema=_slots_schema)] = (
        Field(title="Selected items")
    )
    final_amount: ClaimedAmount = Field(None, title="Final amount")
    discount: ClaimedAmount = Field(None, title="Discount")


def _check_entry_count(sent: dict[str, Any]) -> None:
    """Limit all entries to the length of one list, by lengths alone; raises RuleError."""
    entries = len(sent)
    for meals in sent.values():
        entries += len(meals) if isinstance(meals, dict) else 0
    if entries <= MAX_ENTRIES:
        entries = _count(sent)
    if entries > MAX_ENTRIES:
        raise RuleError(Violation(f"are too many: at most {MAX_ENTRIES}."))


def _count(sent: dict[str, Any]) -> int:
    """The number of days sent. Invalid names count, so that one gives a single error."""
    meals = [meals for meals in sent.values() if isinstance(meals, dict)]
    return sum(len(days) for week in meals for days in week.values() if isinstance(days, list))


def _week_violations(sent: dict[str, Any], menu: WeeklyMenu) -> Iterator[Violation]:
    for week, meals in sent.items():
        if week not in menu:
            yield Violation("is not a week of the menu.", title=quoted(week), part=week)
        elif not isinstance(meals, dict):
            yield Violation("must be an object.", title=_week_title(week), part=week)
        else:
            yield from _meal_violations(week, meals, menu[week])


def _meal_violations(
    week: str, meals: dict[str, Any], menu: Mapping[str, Mapping[str, WeeklyMeal]]
) -> Iterator[Violation]:
    for meal, days in meals.items():
        path = f"{week}.{meal}"
        if meal not in menu:
            message = f"is not a meal of {_week_title(week)}."
            yield Violation(message, title=quoted(meal), part=path)
        elif not isinstance(days, list):
            yield Violation("must be a list.", title=f"{_week_title(week)}, {meal},", part=path)
        else:
            yield from _day_violations(path, f"{_week_title(week)}, {meal}", days, set(menu[meal]))


def _day_violations(path: str, where: str, days: list[Any], known: set[str]) -> Iterator[Violation]:
    seen: set[str] = set()
    for position, day in enumerate(days):
        here = f"{path}[{position}]"
        if not isinstance(day, str):
            yield Violation("must be text.", title=f"{where}, entry {position + 1},", part=here)
        elif day not in known:
            yield Violation(f"is not on the menu of {where}.", title=quoted(day), part=here)
        elif day in seen:
            yield Violation(f"is listed twice in {where}.", title=quoted(day), part=here)
        else:
            seen.add(day)


def _week_title(week: str) -> str:
    """ "week1" as in messages: Week 1."""
    return f"Week {week.removeprefix('week')}"


def accept(form: WeekMonthForm, arrival: Arrival, catalogue: Catalogue) -> AcceptedRequest:
    """Price the order; claimed figures that differ are flagged, never charged."""
    rules = catalogue.rules.combos
    quote = price_combos(rules, items=len(form.selected_items))
    order = Row(
        ComboOrder,
        request_id=arrival.request_id,
        days=form.days,
        delivery_time=time.fromisoformat(form.delivery_time),
        address=form.address,
        base_paise=quote.base_price,
        discount_paise=quote.discount,
        total_paise=quote.final_amount,
        claimed_discount_paise=form.discount,
        claimed_total_paise=form.final_amount,
        claimed_count=form.total_selected,
    )
    return AcceptedRequest(
        customer=Customer(full_name(form.name, form.lastname), email=form.email, phone=form.phone),
        message=lambda reference: _message(form, quote, reference),
        rows=[order, *_slots(arrival, form.selected_items, rules.item_price)],
        flags=list(_flags(form, quote)),
    )


def _slots(arrival: Arrival, meals: Sequence[WeeklyMeal], unit_price_paise: int) -> Iterator[Row]:
    for position, meal in enumerate(meals, start=1):
        yield Row(
            ComboSlot,
            order_id=arrival.request_id,
            position=position,
            week=meal.week,
            meal=meal.meal,
            day=meal.day,
            items=meal.title,
            unit_price_paise=unit_price_paise,
        )


def _flags(form: WeekMonthForm, quote: ComboQuote) -> Iterator[Flag]:
    yield from total_flags(form.final_amount, quote.final_amount)
    if form.discount != quote.discount:
        yield Flag.DISCOUNT_DIFFERS
    if form.total_selected != len(form.selected_items):
        yield Flag.COUNT_DIFFERS


def _message(form: WeekMonthForm, quote: ComboQuote, reference: str) -> str:
    off = f", with {format_rupees(quote.discount)} off" if quote.discount else ""
    amount = format_rupees(quote.final_amount)
    sentences = [
        f"Thank you! Your combo order {reference} is in: {amount} for {len(form.selected_items)} items{off}.",
        *correction(form.final_amount, quote.final_amount),
    ]
    return " ".join(sentences)
