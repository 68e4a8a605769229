"""`selectedItems` of veg, non-veg and tray orders: dishes of a menu, by name."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from oottam.catalogue import Catalogue, Dish
from oottam.intake.forms.fields import Field, Problem, UnacceptableError
from oottam.orders.domain.plan_orders import ChosenDish

LONGEST_ECHO = 60  # characters of an unknown name that a sentence repeats


def quoted(name: str) -> str:
    """A name that a customer sent, as a sentence may repeat it."""
    return f"“{name[:LONGEST_ECHO]}”"


class ClaimedDish(Protocol):
    """An entry of `selectedItems`: a dish by its name, and what the sender says the line costs."""

    name: str

    @property
    def claimed(self) -> int | None:
        """The claimed charge of the line in paise, wherever this form carries it."""

    @property
    def claimed_original(self) -> int | None:
        """The claimed line before discount in paise; None where the form carries none."""


class ChosenDishes(Field[tuple[ChosenDish, ...]]):
    """`selectedItems`: enough dishes of the menu, none twice; a form names menu and entries."""

    menu: ClassVar[str]

    @classmethod
    def fewest(cls, catalogue: Catalogue) -> int:
        """How many dishes there have to be."""
        return 1

    @classmethod
    def described(cls, catalogue: Catalogue) -> dict[str, Any]:
        """The list's size, and where its names come from."""
        return {
            "minItems": cls.fewest(catalogue),
            "maxItems": len(catalogue.menus[cls.menu].dishes),
            "description": f"Dishes of contract/catalogue/{cls.menu}.json by name, none twice.",
        }

    @classmethod
    def check(cls, sent: list[ClaimedDish], catalogue: Catalogue) -> tuple[ChosenDish, ...]:
        """The dishes, found on the menu by name."""
        known = catalogue.menus[cls.menu].by_name
        seen: set[str] = set()
        problems = [
            Problem(says, title=quoted(entry.name), entry=position, part="name")
            for position, entry in enumerate(sent)
            for says in _dish_complaints(entry.name, seen, known)
        ]
        fewest = cls.fewest(catalogue)
        if len(sent) < fewest:
            dishes = "dish" if fewest == 1 else "dishes"
            problems.append(Problem(f"at least {fewest} {dishes}.", title="Please select"))
        if problems:
            raise UnacceptableError(*problems)
        return tuple(
            ChosenDish(known[entry.name], entry.claimed, entry.claimed_original) for entry in sent
        )


def _dish_complaints(name: str, seen: set[str], known: Mapping[str, Dish]) -> list[str]:
    """What is wrong with a name beside those `seen`, which it then belongs to."""
    if name not in known:
        return ["is not on this menu."]
    if name in seen:
        return ["is listed twice."]
    seen.add(name)
    return []
