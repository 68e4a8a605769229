"""POST /weekmonth-form.php: meals of the weekly menu; `lastname` is required here (sections 5 and 7)."""

from collections.abc import Iterator, Mapping
from datetime import time
from typing import Annotated, Any

from pydantic import Field

from oottam.api.endpoints import Customer
from oottam.api.forms.fields import (
    Address,
    ClaimedAmount,
    ClaimedCount,
    ClockTime,
    Email,
    FirstName,
    Phone,
    RequiredLastName,
    quoted,
    whole_number,
)
from oottam.api.forms.form import Form
from oottam.api.forms.rules import Rule, RuleError, Violation
from oottam.api.limits import MAX_ENTRIES
from oottam.catalogue import Catalogue, WeeklyMeal
from oottam.catalogue.meals import WeeklyMenu
from oottam.orders.domain.combo_orders import ComboRequest


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

    def customer(self) -> Customer:
        """The customer, with first and last name joined."""
        return Customer(f"{self.name} {self.lastname}", email=self.email, phone=self.phone)

    def order(self) -> ComboRequest:
        return ComboRequest(
            days=self.days,
            delivery_time=time.fromisoformat(self.delivery_time),
            address=self.address,
            meals=self.selected_items,
            claimed_total=self.final_amount,
            claimed_discount=self.discount,
            claimed_count=self.total_selected,
        )


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
    """The number of days sent, invalid names included, so that one is a single error."""
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
