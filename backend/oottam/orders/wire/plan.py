"""Veg, non-veg and tray orders: dishes of a menu by name, for a number of days (specification, sections 3 and 5)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import time
from typing import Annotated, Any

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
        """What the sender says the line costs, and the line before discount, in paise; None where it does not."""
        raise NotImplementedError


class VegItem(Entry):
    """A ticked dish."""

    discounted_cost: ClaimedAmount = Field(None, title="Cost of a dish")

    def claims(self) -> tuple[int | None, int | None]:
        """This form carries no line before discount."""
        return self.discounted_cost, None


class NonvegItem(Entry):
    """A ticked dish: `price` is its line before discount, `discountedCost` its charged line."""

    price: ClaimedAmount = Field(None, title="Price of a dish")
    discounted_cost: ClaimedAmount = Field(None, title="Cost of a dish")

    def claims(self) -> tuple[int | None, int | None]:
        """Both."""
        return self.discounted_cost, self.price


class TrayItem(Entry):
    """A ticked dish; `price` is its charged line."""

    price: ClaimedAmount = Field(None, title="Price of a dish")

    def claims(self) -> tuple[int | None, int | None]:
        """This form carries no line before discount."""
        return self.price, None


def ticked(sent: Sections, catalogue: Catalogue) -> frozenset[str]:
    """The names of the meal sections that are ticked, at least one (section 5)."""
    names = frozenset(name for name, is_ticked in sent if is_ticked)
    if not names:
        raise RuleError(Violation("at least one Meal Section.", title="Please select"))
    return names


def dishes(menu: str, entry: type[Entry], fewest: Callable[[Catalogue], int] = lambda _: 1) -> Rule:
    """Enough dishes of the menu, none twice."""

    def check(sent: list[Entry], catalogue: Catalogue) -> tuple[ChosenDish, ...]:
        known = catalogue.menus[menu].by_name
        seen: set[str] = set()
        wrong = [
            Violation(says, title=quoted(each.name), entry=position, part="name")
            for position, each in enumerate(sent)
            if (says := _violation(each.name, seen, known))
        ]
        least = fewest(catalogue)
        if len(sent) < least:
            noun = "dish" if least == 1 else "dishes"
            wrong.append(Violation(f"at least {least} {noun}.", title="Please select"))
        if wrong:
            raise RuleError(*wrong)
        return tuple(ChosenDish(known[each.name], *each.claims()) for each in sent)

    def schema(catalogue: Catalogue) -> dict[str, Any]:
        return {
            "minItems": fewest(catalogue),
            "maxItems": len(catalogue.menus[menu].dishes),
            "description": f"Dishes of contract/catalogue/{menu}.json by name, none twice.",
        }

    return Rule(check, wire=list[entry], schema=schema)  # type: ignore[valid-type]


def _violation(name: str, seen: set[str], known: Mapping[str, Dish]) -> str:
    """What is wrong with a name beside those `seen`, which it then belongs to."""
    if name not in known:
        return "is not on this menu."
    if name in seen:
        return "is listed twice."
    seen.add(name)
    return ""


def _day_bounds(catalogue: Catalogue) -> tuple[int, int]:
    return catalogue.rules.plans.minimum_days, catalogue.rules.plans.maximum_days


class PlanOrderForm(Form):
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
        Rule(ticked, Sections, lambda _: {"description": "At least one of them is true."}),
    ] = Field(title="Meal section")
    timing: ClockTime
    address: Address
    final_amount: ClaimedAmount = Field(None, title="Final amount")

    def customer(self) -> Customer:
        """Who ordered; first and last name in one."""
        full_name = f"{self.name} {self.lastname or ''}".strip()
        return Customer(name=full_name, email=self.email, phone=self.phone)

    def order_of(self, noun: str, chosen: tuple[ChosenDish, ...]) -> DayOrder:
        """The order in the domain's words."""
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


class VegMealForm(PlanOrderForm):
    """The body of the call."""

    selected_items: Annotated[tuple[ChosenDish, ...], dishes("veg", VegItem)] = Field(
        title="Selected items"
    )

    def order(self) -> DayOrder:
        """The order in the domain's words."""
        return self.order_of("veg meal", self.selected_items)


class NonvegMealForm(PlanOrderForm):
    """A non-veg order; `pricesAlreadyMultiplied` says that its amounts are for all days and meals."""

    selected_items: Annotated[tuple[ChosenDish, ...], dishes("nonveg", NonvegItem)] = Field(
        title="Selected items"
    )
    # Without it the order is taken and flagged: the prices are ours, but somebody should see what
    # that sender meant by its amounts.
    prices_already_multiplied: bool | None = Field(None, title="Prices already multiplied")

    def order(self) -> DayOrder:
        """The order in the domain's words."""
        return replace(
            self.order_of("non-veg meal", self.selected_items),
            claims_originals=True,
            claims_whole_lines=self.prices_already_multiplied is True,
        )


class MealTrayForm(PlanOrderForm):
    """A meal tray order: at least four dishes (section 5); its form sends `date` as text (section 3)."""

    selected_items: Annotated[
        tuple[ChosenDish, ...],
        dishes("tray", TrayItem, lambda known: known.rules.tray_minimum_dishes),
    ] = Field(title="Selected items")

    def order(self) -> DayOrder:
        """The order in the domain's words."""
        return self.order_of("meal tray", self.selected_items)
