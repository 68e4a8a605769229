"""Resolves an ordered dish to the cooked one: one of its alternatives, or a substitute. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from oottam.core.days import WHOLE_DAY
from oottam.kitchen.day.dishes import KitchenDish
from oottam.kitchen.domain.dietary import NO_NEEDS, Answer, Needs, check
from oottam.schedule.choices import Mark
from oottam.schedule.domain.calendar import EVENT

_RISKS = (Answer.NONE_FOUND, Answer.NOT_KNOWN, Answer.CLASH)
OfMeal = tuple[int, int]  # (meal, dish); meal 0 is every meal


@dataclass(frozen=True, slots=True)
class ResolvedDish:
    """The dish that is cooked. `item` is None where nothing fits; `replaced` is the dish that it substitutes.

    `by_default`: several alternatives fit, and none was chosen.
    """

    item: int | None
    replaced: int | None = None
    by_default: bool = False


@dataclass(frozen=True)
class Resolver:
    """A day's choices and substitutions."""

    dishes: Mapping[int, KitchenDish]
    choices: Mapping[OfMeal, int] = field(default_factory=dict)
    substitutes: Mapping[OfMeal, int] = field(default_factory=dict)
    _cache: dict[tuple[int, int, bool, Needs, int | None], ResolvedDish] = field(
        default_factory=dict
    )

    def resolve(
        self,
        meal: int,
        item: int,
        *,
        veg_only: bool,
        needs: Needs = NO_NEEDS,
        choice: int | None = None,
    ) -> ResolvedDish:
        """Resolve an ordered dish; `choice` tries one alternative. Results are cached.

        Without a choice the first alternative that suits the customer's allergies and diet is cooked. Plain diets are
        in `veg_only`, and ignored for events, whose dishes are agreed one by one.
        """
        needs = needs if needs.is_for_kitchen else NO_NEEDS
        key = (meal, item, veg_only, needs, choice)
        if key not in self._cache:
            fits_all = not veg_only or meal == EVENT
            self._cache[key] = self._resolve(
                meal, item, veg_only=not fits_all, needs=needs, choice=choice
            )
        return self._cache[key]

    def _resolve(
        self, meal: int, item: int, *, veg_only: bool, needs: Needs, choice: int | None
    ) -> ResolvedDish:
        dish = self.dishes[item]
        if not dish.options or self.is_replaced(meal, item):
            return self._with_substitute(meal, item, veg_only=veg_only, ordered=True)
        fitting = self.fitting(item, veg_only=veg_only)
        if not fitting:
            return ResolvedDish(None)
        chosen = choice or self.chosen(meal, item)
        options = (chosen,) if chosen in fitting else fitting
        cooked = min(
            (
                self._with_substitute(meal, option, veg_only=veg_only, ordered=False)
                for option in options
            ),
            key=lambda each: self._risk(each, needs),  # the first of equal ones
        )
        by_default = chosen is None and len(fitting) > 1
        return ResolvedDish(cooked.item, cooked.replaced, by_default)

    def _risk(self, cooked: ResolvedDish, needs: Needs) -> int:
        if cooked.item is None:
            return len(_RISKS)
        return _RISKS.index(check(self.dishes[cooked.item].contents, needs).answer)

    def chosen(self, meal: int, item: int) -> int | None:
        """Return the chosen alternative; None without a choice, or if it is not an alternative any longer."""
        choice = self.choices.get((meal, item))
        return choice if choice in self.dishes[item].options else None

    def is_replaced(self, meal: int, item: int) -> bool:
        """Return whether the dish, with all its alternatives, is substituted."""
        return self._substitute(meal, item) is not None

    def fitting(self, item: int, *, veg_only: bool) -> tuple[int, ...]:
        """Return the alternatives that suit the diet, in the menu's order."""
        options = (self.dishes[option] for option in self.dishes[item].options)
        return tuple(option.item for option in options if option.suits(veg_only=veg_only))

    def _with_substitute(
        self, meal: int, item: int, *, veg_only: bool, ordered: bool
    ) -> ResolvedDish:
        """Return the dish or its substitute; substitutes are not substituted again."""
        instead = self._substitute(meal, item)
        if instead is not None:
            suits = self.dishes[instead].suits(veg_only=veg_only)
            return ResolvedDish(instead if suits else None, item)
        # A dish ordered by name is served unless it is known not to suit.
        if ordered and veg_only and self.dishes[item].mark == Mark.NONVEG:
            return ResolvedDish(None)
        return ResolvedDish(item)

    def _substitute(self, meal: int, item: int) -> int | None:
        """Prefer the substitution of the meal to that of the day."""
        if not self.substitutes:  # the usual case, for hundreds of dishes
            return None
        return self.substitutes.get((meal, item), self.substitutes.get((WHOLE_DAY, item)))
