"""What is cooked for what was ordered: one of its alternatives, or what replaces it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from oottam.kitchen.day.dishes import Dish
from oottam.plans.domain.calendar import EVENT
from oottam.plans.models.choices import Mark
from oottam.plans.models.days import EVERY_MEAL

OfMeal = tuple[int, int]  # a meal, 0 for every one, and a dish's number


@dataclass(frozen=True, slots=True)
class Cooked:
    """What is cooked: `item` is None where nothing fits; `replaced` is the dish that it stands for.

    `by_default`: it is the first of several that fit, and nobody has chosen.
    """

    item: int | None
    replaced: int | None = None
    by_default: bool = False


@dataclass(frozen=True)
class Resolver:
    """What was decided for a day: which alternatives are cooked, and what replaces what."""

    dishes: Mapping[int, Dish]
    choices: Mapping[OfMeal, int] = field(default_factory=dict)
    substitutes: Mapping[OfMeal, int] = field(default_factory=dict)
    _known: dict[tuple[int, int, bool, int | None], Cooked] = field(default_factory=dict)

    def cooked(self, meal: int, item: int, *, veg_only: bool, choice: int | None = None) -> Cooked:
        """What is cooked for an ordered dish; `choice` tries one out. Most dishes are asked for many times.

        The dishes of an event are agreed one by one: nobody's diet is looked at.
        """
        key = (meal, item, veg_only, choice)
        if key not in self._known:
            fits_all = not veg_only or meal == EVENT
            self._known[key] = self._cooked(meal, item, veg_only=not fits_all, choice=choice)
        return self._known[key]

    def _cooked(self, meal: int, item: int, *, veg_only: bool, choice: int | None) -> Cooked:
        dish = self.dishes[item]
        if not dish.options or self.is_replaced(meal, item):
            return self._replaced(meal, item, veg_only=veg_only, ordered=True)
        fitting = self.fitting(item, veg_only=veg_only)
        if not fitting:
            return Cooked(None)
        chosen = choice or self.chosen(meal, item)
        found = chosen if chosen in fitting else fitting[0]
        cooked = self._replaced(meal, found, veg_only=veg_only, ordered=False)
        by_default = chosen is None and len(fitting) > 1
        return Cooked(cooked.item, cooked.replaced, by_default)

    def chosen(self, meal: int, item: int) -> int | None:
        """Which of its alternatives somebody has chosen; None where nobody has, or it is none of them any more."""
        found = self.choices.get((meal, item))
        return found if found in self.dishes[item].options else None

    def is_replaced(self, meal: int, item: int) -> bool:
        """Whether something else is cooked in its place; of one with alternatives, in place of them all."""
        return self._substitute(meal, item) is not None

    def fitting(self, item: int, *, veg_only: bool) -> tuple[int, ...]:
        """Those of its alternatives that suit the diet, in the menu's order."""
        options = (self.dishes[option] for option in self.dishes[item].options)
        return tuple(option.item for option in options if option.suits(veg_only=veg_only))

    def _replaced(self, meal: int, item: int, *, veg_only: bool, ordered: bool) -> Cooked:
        """The dish, or what replaces it; what replaces that again is not looked for."""
        instead = self._substitute(meal, item)
        if instead is not None:
            suits = self.dishes[instead].suits(veg_only=veg_only)
            return Cooked(instead if suits else None, item)
        # What somebody ordered by its name is theirs unless it is known not to be.
        if ordered and veg_only and self.dishes[item].mark == Mark.NONVEG:
            return Cooked(None)
        return Cooked(item)

    def _substitute(self, meal: int, item: int) -> int | None:
        """That of the meal goes before that of the day."""
        if not self.substitutes:  # as on most days, on which hundreds of dishes are asked for
            return None
        return self.substitutes.get((meal, item), self.substitutes.get((EVERY_MEAL, item)))
