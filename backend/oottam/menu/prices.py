"""Prices of the draft's dishes: read as typed, held against rules, and stored all together or not at all."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any

from django.contrib.auth.models import User

from oottam.core.errors import DomainError
from oottam.core.merging import Edit, EditsRefusedError, merge
from oottam.core.money import amount_text, paise_from_rupees, short_rupees
from oottam.menu import drafts
from oottam.menu.content import MENUS, TIER_LABELS
from oottam.menu.drafts import Change, OpenDraft

TIERS = tuple(TIER_LABELS)
MAX_RUPEES = 10_000
MAX_LENGTH = 20  # characters
LARGE = Decimal("0.5")  # of a price; staff must confirm a larger change
ON_REQUEST = "“on request”"
NO_PRICE = "no price"  # in a workbook, or of a tier that a stored menu lacks
INCOMPLETE = "Fill in all its prices, or none: then it is priced on request."
Price = Decimal | None


@dataclass(frozen=True, slots=True)
class Cell:
    """The price of a dish in a tier: one field of the price grid."""

    menu: str  # a key of content.MENUS
    dish: str
    tier: str

    def __str__(self) -> str:
        return f"{self.menu}/{self.dish}/{self.tier}"


class LargeChangeError(DomainError):
    """Prices change by more than half: nothing was stored until `token` is confirmed."""

    def __init__(self, sentences: list[str], token: str) -> None:
        super().__init__(f"These prices change by more than half: {'; '.join(sentences)}.")
        self.sentences, self.token = sentences, token


@dataclass(slots=True)
class _Outcome:
    errors: dict[Cell, str] = field(default_factory=dict)
    conflicts: dict[Cell, Price] = field(default_factory=dict)
    changes: list[tuple[Cell, str, Price, Price]] = field(default_factory=list)


def parse(text: str) -> Price:
    """Read a price in rupees, such as "₹1,250.50"; None for an empty text. Raises DomainError with a sentence."""
    typed = amount_text(text)
    if typed == "":
        return None
    if typed is None or len(text.strip()) > MAX_LENGTH:
        raise DomainError("Type a price in rupees, such as 250 or 25.50.")
    if len(typed.partition(".")[2]) > 2:
        raise DomainError("At most two digits after the point.")
    price = Decimal(typed)
    if price <= 0:
        raise DomainError("A price is above 0. Clear all of them for “on request”.")
    if price > MAX_RUPEES:
        raise DomainError("A price is ₹10,000 at most.")
    return price


def format_price(price: Any) -> str:
    """As a field shows it: "273", "25.50", "" for None."""
    if price is None:
        return ""
    return f"{Decimal(str(price)):.2f}".removesuffix(".00")


def to_json(price: Decimal) -> int | float:
    """As the menu's file stores it."""
    return int(price) if price == price.to_integral_value() else float(price)


def check_tiers(prices: Mapping[str, Price]) -> tuple[str, str]:
    """Return the first tier whose price does not fit the others, and the error; ("", "") if all fit."""
    empty = [tier for tier in TIERS if prices[tier] is None]
    if len(empty) == len(TIERS):
        return "", ""
    if empty:
        return empty[0], INCOMPLETE
    for shorter, longer in pairwise(TIERS):
        low, high = prices[longer], prices[shorter]
        if low is not None and high is not None and low > high:
            return longer, (
                f"{TIER_LABELS[longer]} must not cost more per day than {TIER_LABELS[shorter]} ({rupees(high)})."
            )
    return "", ""


def prices_of(dish: Mapping[str, Any]) -> dict[str, Price]:
    """The dish's prices by tier, None for a dish priced on request."""
    prices = dish.get("prices") or {}
    return {tier: Decimal(str(prices[tier])) if tier in prices else None for tier in TIERS}


def is_large(before: Price, after: Price) -> bool:
    """Whether staff must confirm the change: by more than half, or to "on request"."""
    if before is None or before == after:
        return False
    return after is None or abs(after - before) > before * LARGE


def refuse_large(
    changes: Iterable[tuple[object, str, Price, Price]],
    confirmed: Collection[str],
    none: str = ON_REQUEST,
) -> None:
    """Raise LargeChangeError unless all large changes are confirmed.

    `changes`: place, what it is, the price before and after; `none` names a price that is left out.
    """
    large = {
        f"{place}={format_price(after) or 'none'}": f"{name}, {rupees(before, none)} to {rupees(after, none)}"
        for place, name, before, after in changes
        if is_large(before, after)
    }
    if any(token not in confirmed for token in large):
        raise LargeChangeError(list(large.values()), " ".join(large))


def with_prices(dish: Mapping[str, Any], prices: Mapping[str, Price]) -> dict[str, Any]:
    """The dish with these prices; without prices it is priced on request."""
    changed = {name: value for name, value in dish.items() if name != "prices"}
    known = {tier: to_json(price) for tier, price in prices.items() if price is not None}
    return {**changed, "prices": known} if known else changed


def save(
    edits: Iterable[Edit[Cell]],
    *,
    revision: int,
    confirmed: Collection[str] = (),
    actor: User | None,
    now: datetime,
) -> int:
    """Store the edited prices in the draft, all or none; return how many have changed.

    `revision` is that of the page, to name who changed a price since; `confirmed` are the tokens of large changes.
    Raises EditsRefusedError and LargeChangeError.
    """
    edits = [edit for edit in edits if not _is_same(edit.shown, edit.typed)]
    if not edits:
        return 0
    view = drafts.load()
    names = {
        (menu, dish["id"]): dish["name"]
        for menu in MENUS
        for dish in dishes_of(view.content.file(MENUS[menu]))
    }
    data = {
        f"{names.get((edit.cell.menu, edit.cell.dish), edit.cell.dish)}, {TIER_LABELS[edit.cell.tier]}": {
            "was": edit.shown,
            "now": edit.typed.strip()[:MAX_LENGTH],
        }
        for edit in edits
    }
    try:
        with drafts.edit(_sentence(edits, names), actor=actor, now=now, data=data) as draft:
            _apply(draft, edits, confirmed)
    except EditsRefusedError as error:
        since = [change for change in drafts.load().changes if change.revision > revision]
        conflicts = {
            cell: _conflict(price, names.get((cell.menu, cell.dish), ""), since)
            for cell, price in error.conflicts.items()
        }
        raise EditsRefusedError(error.errors, conflicts) from None
    return len(edits)


def _is_same(shown: str, typed: str) -> bool:
    try:
        return parse(shown) == parse(typed)
    except DomainError:
        return False


def dishes_of(menu: Any) -> Iterator[Any]:
    """Every dish of a menu's file."""
    return (dish for category in menu["categories"] for dish in category["items"])


def _apply(draft: OpenDraft, edits: Collection[Edit[Cell]], confirmed: Collection[str]) -> None:
    outcome = _Outcome()
    by_dish: dict[tuple[str, str], list[Edit[Cell]]] = {}
    for edit in edits:
        by_dish.setdefault((edit.cell.menu, edit.cell.dish), []).append(edit)
    places = {
        (menu, dish["id"]): (category["items"], at)
        for menu in {menu for menu, _ in by_dish}
        for category in draft.file(MENUS[menu])["categories"]
        for at, dish in enumerate(category["items"])
    }
    for key, changes in by_dish.items():
        if key not in places:
            outcome.errors |= {change.cell: "This dish has left the menu." for change in changes}
            continue
        dishes, at = places[key]
        dishes[at] = _edit_dish(dishes[at], changes, outcome)
    if outcome.errors or outcome.conflicts:
        raise EditsRefusedError(outcome.errors, outcome.conflicts)
    refuse_large(outcome.changes, confirmed)


def _edit_dish(dish: Any, changes: Collection[Edit[Cell]], outcome: _Outcome) -> Any:
    before = prices_of(dish)
    after = dict(before)
    cells = [change.cell for change in changes]
    for change in changes:
        try:
            after[change.cell.tier] = parse(change.typed)
        except DomainError as error:
            outcome.errors[change.cell] = str(error)
    merged = merge(
        shown={change.cell: change.shown for change in changes},
        current={cell: format_price(before[cell.tier]) for cell in cells},
        typed={cell: format_price(after[cell.tier]) for cell in cells},
    )
    outcome.conflicts |= {cell: before[cell.tier] for cell in merged.conflicts}
    if not any(cell in outcome.errors or cell in outcome.conflicts for cell in cells):
        tier, sentence = check_tiers(after)
        if sentence:
            cell = next((each for each in cells if each.tier == tier), cells[0])
            outcome.errors[cell] = sentence
    for change in changes:
        tier = change.cell.tier
        label = f"{dish['name']}, {TIER_LABELS[tier]}"
        outcome.changes.append((change.cell, label, before[tier], after[tier]))
    return with_prices(dish, after)


def rupees(price: Any, none: str = ON_REQUEST) -> str:
    """As "₹1,250"; `none` where there is no price."""
    return none if price is None else short_rupees(paise_from_rupees(Decimal(str(price))))


def _conflict(current: Price, name: str, since: Collection[Change]) -> str:
    naming = [change for change in since if name and name in change.sentence] or list(since)
    who = ", ".join(dict.fromkeys(change.by for change in naming if change.by)) or "Somebody"
    return f"{who} has since changed this to {rupees(current)}."


def _sentence(edits: Collection[Edit[Cell]], names: Mapping[tuple[str, str], str]) -> str:
    changed = list(
        dict.fromkeys(names.get((edit.cell.menu, edit.cell.dish), edit.cell.dish) for edit in edits)
    )
    prices = "1 price" if len(edits) == 1 else f"{len(edits)} prices"
    return f"Changed {prices}: {', '.join(changed)}"
