"""The price of a meal of the weekly menu and its discounts in the draft: `combos` of rules.json.

The weekly menu's file repeats the price for each meal; it is typed in one place and follows there.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise

from django.contrib.auth.models import User

from oottam.catalogue.meals import MEALS
from oottam.core.merging import EditsRefusedError, ValuesChangedError
from oottam.core.money import paise_from_rupees
from oottam.menu import drafts
from oottam.menu.content import RULES, Content
from oottam.menu.drafts import OpenDraft
from oottam.menu.prices import Price, refuse_large, rupees, to_json
from oottam.menu.weekly import WEEKLY, WEEKS
from oottam.pricing import ComboDiscount, ComboQuote, ComboRules, price_combos

PRICE = "price"


@dataclass(frozen=True, slots=True)
class Discount:
    """`off` rupees from so many meals."""

    meals: int
    off: Decimal


@dataclass(frozen=True, slots=True)
class ComboPrices:
    """What can be changed of combos."""

    price: Decimal
    discounts: tuple[Discount, ...]


def prices_of(content: Content) -> ComboPrices:
    """The price and the discounts of a content."""
    combos = content.file(RULES)["combos"]
    discounts = (
        Discount(discount["fromItems"], Decimal(str(discount["off"])))
        for discount in combos["discounts"]
    )
    return ComboPrices(Decimal(str(combos["itemPrice"])), tuple(discounts))


def limits_of(content: Content) -> tuple[int, int]:
    """The fewest meals of an order, and all that there are."""
    combos = content.file(RULES)["combos"]
    return combos["minimumItems"], combos["weeks"] * len(MEALS) * combos["itemsPerMeal"]


def quote(content: Content, prices: ComboPrices, meals: int) -> ComboQuote:
    """What a customer pays for so many meals."""
    combos = content.file(RULES)["combos"]
    rules = ComboRules(
        item_price=paise_from_rupees(prices.price),
        minimum_items=combos["minimumItems"],
        days=combos["days"],
        weeks=combos["weeks"],
        items_per_meal=combos["itemsPerMeal"],
        discounts=tuple(
            ComboDiscount(discount.meals, paise_from_rupees(discount.off))
            for discount in prices.discounts
        ),
    )
    return price_combos(rules, items=meals)


def errors_of(prices: ComboPrices, limits: tuple[int, int]) -> dict[str, str]:
    """A sentence by field for what is wrong in discounts; the price itself is checked where it is read."""
    fewest, most = limits
    errors = dict[str, str]()
    if not prices.discounts:
        errors["meals-0"] = "Keep one discount at least."
    for at, discount in enumerate(prices.discounts):
        if not fewest <= discount.meals <= most:
            errors[f"meals-{at}"] = f"From {fewest} to {most} meals: fewer or more are not ordered."
        elif discount.off >= discount.meals * prices.price:
            total = rupees(discount.meals * prices.price)
            errors[f"off-{at}"] = f"{discount.meals} meals cost {total}: take off less than that."
    for at, (earlier, later) in enumerate(pairwise(prices.discounts), start=1):
        if later.meals <= earlier.meals:
            errors.setdefault(
                f"meals-{at}", f"More meals than in the line above ({earlier.meals})."
            )
        elif later.off <= earlier.off:
            above = rupees(earlier.off)
            errors.setdefault(f"off-{at}", f"More than in the line above ({above}).")
    return errors


def save(
    *,
    shown: ComboPrices,
    typed: ComboPrices,
    confirmed: Collection[str] = (),
    actor: User | None,
    now: datetime,
) -> bool:
    """Store them over what was shown; return whether they differ.

    Raises EditsRefusedError, ValuesChangedError and LargeChangeError.
    """
    if typed == shown:
        return False
    sentence = f"Changed the price of combos: {describe(typed)}"
    data = {"combos": {"was": describe(shown), "now": describe(typed)}}
    with drafts.edit(sentence, actor=actor, now=now, data=data) as draft:
        current = prices_of(draft.content)
        if current not in (shown, typed):
            raise ValuesChangedError(current)
        if errors := errors_of(typed, limits_of(draft.content)):
            raise EditsRefusedError(errors)
        _refuse_large(current, typed, confirmed)
        _set_prices(draft, typed)
    return True


def _set_prices(draft: OpenDraft, prices: ComboPrices) -> None:
    rules = draft.file(RULES)
    rules["combos"]["itemPrice"] = price = to_json(prices.price)
    rules["combos"]["discounts"] = [
        {"fromItems": discount.meals, "off": to_json(discount.off)} for discount in prices.discounts
    ]
    menu = draft.file(WEEKLY)
    for week in WEEKS:
        for meal in MEALS:
            for entry in menu[f"week{week}"][meal]:
                entry["comboPrice"] = price


def _refuse_large(before: ComboPrices, after: ComboPrices, confirmed: Collection[str]) -> None:
    pairs: list[tuple[str, str, Price, Price]] = [(PRICE, "A meal", before.price, after.price)]
    for at, old in enumerate(before.discounts):
        new = after.discounts[at].off if at < len(after.discounts) else None
        pairs.append((f"off-{at}", f"The discount from {old.meals} meals", old.off, new))
    refuse_large(pairs, confirmed, none="none")


def describe(prices: ComboPrices) -> str:
    """As "₹375 a meal; ₹585 off from 15; ₹2,010 off from 30"."""
    parts = (f"{rupees(discount.off)} off from {discount.meals}" for discount in prices.discounts)
    return "; ".join((f"{rupees(prices.price)} a meal", *parts))
