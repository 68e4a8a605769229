"""What a customer may choose for the boxes of a day: alternatives of dishes, and one of the stored addresses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from oottam import catalogue
from oottam.kitchen.services.dietary_checks import needs_of
from oottam.kitchen.services.dish_choices import KITCHENS_CHOICE, DishChoice, dish_choices
from oottam.kitchen.services.sold_out import SoldOutDishes
from oottam.plans.services.box_choices import describe_other
from oottam.requests.models import Request
from oottam.schedule.domain.plan_schedule import DraftServing, ScheduleDraft
from oottam.schedule.models import Meal, ServingState
from oottam.workflow.services.details import details_of
from oottam.workflow.services.later_addresses import USUAL, StoredAddresses, stored_addresses

KITCHEN, HOME = "kitchen", "usual"  # values of the forms for KITCHENS_CHOICE and USUAL


@dataclass(frozen=True, slots=True)
class Option:
    """A radio button: its value, its words with what the dish holds, and whether it is how the box comes now."""

    value: str
    words: str
    holds: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class BoxCard:
    """The choices for one box: of each dish with alternatives its field and options, and addresses."""

    box: int
    meal: str
    dishes: Sequence[tuple[str, str, Sequence[Option]]]
    addresses: Sequence[Option]


def is_open(box: DraftServing, draft: ScheduleDraft) -> bool:
    """Return whether the box is planned for a day whose cut-off has not passed."""
    return (
        box.state == ServingState.PLANNED
        and box.day is not None
        and draft.calendar.is_open(box.meal, box.day)
    )


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a plan: of dishes by box contents, then by position; and the stored addresses."""

    dishes: Mapping[int, Mapping[int, DishChoice]]
    stored: StoredAddresses

    def has_any(self, box: DraftServing) -> bool:
        """Return whether there is something to choose for an open box."""
        return box.box_contents in self.dishes or len(self._addresses(box)) > 1

    def place_of(self, box: DraftServing) -> str:
        """Say where a box to come goes, if not to the usual address."""
        if box.day is None or self.stored.of_box(box.day, box.meal) == USUAL:
            return ""
        return _("to your other address")

    def card(self, box: DraftServing) -> BoxCard:
        lines = self.dishes.get(box.box_contents, {})
        return BoxCard(
            box.serving_id,
            str(Meal(box.meal).label),
            [
                (f"dish_{position}", choice.name, _dish_options(choice))
                for position, choice in lines.items()
            ],
            self._address_options(box),
        )

    def _addresses(self, box: DraftServing) -> Sequence[int]:
        return self.stored.on(box.day) if box.day else ()

    def _address_options(self, box: DraftServing) -> list[Option]:
        addresses = self._addresses(box)
        if box.day is None or len(addresses) < 2:
            return []
        present = self.stored.of_box(box.day, box.meal)
        return [
            Option(
                str(address or HOME),
                self._words(address, box.day),
                "",
                address == present,
            )
            for address in addresses
        ]

    def _words(self, address: int, day: date) -> str:
        if address == USUAL:
            return _("your usual address")
        days = describe_other(self.stored, address, day)
        words = _("your other address")
        return f"{words} ({days})" if days else words


def _dish_options(choice: DishChoice) -> list[Option]:
    amounts = catalogue.current().amounts
    kitchens = Option(KITCHEN, _("the kitchen chooses"), "", choice.chosen == KITCHENS_CHOICE)
    offered = (
        Option(str(item), name, amounts(name), item == choice.chosen)
        for item, name in choice.offered.items()
    )
    return [*offered, kitchens]


def read_choices(
    request: Request,
    draft: ScheduleDraft,
    lines: Sequence[Any],
    *,
    sold_out: SoldOutDishes | None = None,
    day: date | None = None,
) -> Choices:
    """Read the choices of the open boxes, or of those of a day, of `dish_choices.lines_of`; three queries at most."""
    contents = {
        box.box_contents
        for box in draft.servings()
        if is_open(box, draft) and day in (None, box.day)
    }
    found = dish_choices(
        [line for line in lines if line.box_contents_id in contents],
        needs_of(details_of(request)),
        sold_out=sold_out,
        day=day,
    )
    dishes: dict[int, dict[int, DishChoice]] = {}
    for (box_contents, position), choice in found.items():
        dishes.setdefault(box_contents, {})[position] = choice
    return Choices(dishes, stored_addresses(request))
