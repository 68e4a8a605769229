"""Veg, non-veg and tray orders: dishes of a menu by name, for a number of days (specification, sections 3 and 5)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Annotated, Any

from django.conf import settings
from django.utils import timezone
from pydantic import Field

from oottam.api.endpoints import Customer
from oottam.api.forms.fields import (
    Address,
    ClaimedAmount,
    ClaimedCount,
    ClockTime,
    DishName,
    Email,
    FirstName,
    LastName,
    Phone,
    number_between,
    quoted,
)
from oottam.api.forms.form import Form, FormPart
from oottam.api.forms.rules import Rule, RuleError, Violation
from oottam.catalogue import Catalogue, Dish
from oottam.orders.domain.day_orders import ChosenDish, DayOrder


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
            Violation(message, title=quoted(each.name), entry=position, part="name")
            for position, each in enumerate(sent)
            if (message := _name_error(each.name, seen, known, catalogue.sold_out))
        ]
        required = minimum(catalogue)
        if len(sent) < required:
            noun = "dish" if required == 1 else "dishes"
            violations.append(Violation(f"at least {required} {noun}.", title="Please select"))
        if violations:
            raise RuleError(*violations)
        return tuple(ChosenDish(known[each.name], *each.claims()) for each in sent)

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

    name: FirstName
    lastname: LastName
    phone: Phone
    email: Email
    selected_item_count: ClaimedCount = Field(None, title="Selected item count")
    # A number; the tray's form sends text (section 3).
    date: Annotated[int, number_between(_day_bounds, "Days")] = Field(title="Days")
    sections: Annotated[
        frozenset[str],
        Rule(parse_sections, Sections, lambda _: {"description": "At least one of them is true."}),
    ] = Field(title="Meal section")
    timing: ClockTime
    address: Address
    final_amount: ClaimedAmount = Field(None, title="Final amount")

    def customer(self) -> Customer:
        """The customer, with first and last name joined."""
        full_name = f"{self.name} {self.lastname or ''}".strip()
        return Customer(name=full_name, email=self.email, phone=self.phone)

    def build_order(self, noun: str, chosen: tuple[ChosenDish, ...]) -> DayOrder:
        return DayOrder(
            noun=noun,
            days=self.date,
            meals=self.sections,
            delivery_time=time.fromisoformat(self.timing),
            address=self.address,
            dishes=chosen,
            claimed_total=self.final_amount,
            claimed_count=self.selected_item_count,
        )


class VegMealForm(DayOrderForm):
    """The body of the call."""

    selected_items: Annotated[tuple[ChosenDish, ...], dishes("veg", VegItem)] = Field(
        title="Selected items"
    )

    def order(self) -> DayOrder:
        return self.build_order("veg meal", self.selected_items)


class NonvegMealForm(DayOrderForm):
    """A non-veg order; `pricesAlreadyMultiplied` states that its amounts cover all days and meals."""

    selected_items: Annotated[tuple[ChosenDish, ...], dishes("nonveg", NonvegItem)] = Field(
        title="Selected items"
    )
    # Without it the order is accepted and flagged: prices come from the menu, but staff should check
    # what the client's amounts mean.
    prices_already_multiplied: bool | None = Field(None, title="Prices already multiplied")

    def order(self) -> DayOrder:
        return replace(
            self.build_order("non-veg meal", self.selected_items),
            claims_originals=True,
            claims_whole_lines=self.prices_already_multiplied is True,
        )


class MealTrayForm(DayOrderForm):
    """A meal tray order: at least four dishes (section 5); its form sends `date` as text (section 3)."""

    selected_items: Annotated[
        tuple[ChosenDish, ...],
        dishes("tray", TrayItem, lambda catalogue: catalogue.rules.tray_minimum_dishes),
    ] = Field(title="Selected items")

    def order(self) -> DayOrder:
        return self.build_order("meal tray", self.selected_items)
