"""`selectedItems` of a combo order: per week and meal, the names of its days (section 7)."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from oottam.catalogue import Catalogue, WeeklyMeal
from oottam.catalogue.meals import WeeklyMenu
from oottam.intake.forms.fields import Field, Problem, UnacceptableError
from oottam.intake.limits import MOST_ENTRIES
from oottam.orders.wire.dishes import quoted


class ChosenSlots(Field[tuple[WeeklyMeal, ...]]):
    """Meals of the weekly menu, none twice, enough to proceed; weeks and meals may be left out."""

    # Read by hand: msgspec would pass over a week that the menu does not have.
    wire: ClassVar[Any] = Any

    @classmethod
    def described(cls, catalogue: Catalogue) -> dict[str, Any]:
        """The weekly menu as a schema."""
        rules = catalogue.rules.combos
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                week: {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        meal: {
                            "type": "array",
                            "items": {"enum": list(days)},
                            "uniqueItems": True,
                        }
                        for meal, days in meals.items()
                    },
                }
                for week, meals in catalogue.weekly.items()
            },
            "description": f"At least {rules.minimum_items} days in all.",
        }

    @classmethod
    def check(cls, sent: Any, catalogue: Catalogue) -> tuple[WeeklyMeal, ...]:
        """The meals that are named, in the order of the menu."""
        if not isinstance(sent, dict):
            raise UnacceptableError(Problem("must be an object."))
        _require_few(sent)
        problems = list(_week_problems(sent, catalogue.weekly))
        fewest = catalogue.rules.combos.minimum_items
        if _count(sent) < fewest:
            says = f"at least {fewest} items to proceed with the order!"
            problems.append(Problem(says, title="Please select"))
        if problems:
            raise UnacceptableError(*problems)
        return tuple(
            days[day]
            for week, meals in catalogue.weekly.items()
            for meal, days in meals.items()
            for day in days
            if day in sent.get(week, {}).get(meal, [])
        )


def _require_few(sent: dict[str, Any]) -> None:
    """What is named may be no more in all than one list may hold; only lengths are looked at."""
    named = len(sent)
    for meals in sent.values():
        named += len(meals) if isinstance(meals, dict) else 0
    if named <= MOST_ENTRIES:
        named = _count(sent)
    if named > MOST_ENTRIES:
        raise UnacceptableError(Problem(f"are too many: at most {MOST_ENTRIES}."))


def _count(sent: dict[str, Any]) -> int:
    """How many days are named, rightly or not: a wrong name is one complaint, not two."""
    meals = [meals for meals in sent.values() if isinstance(meals, dict)]
    return sum(len(days) for week in meals for days in week.values() if isinstance(days, list))


def _week_problems(sent: dict[str, Any], menu: WeeklyMenu) -> Iterator[Problem]:
    for week, meals in sent.items():
        if week not in menu:
            yield Problem("is not a week of the menu.", title=quoted(week), part=week)
        elif not isinstance(meals, dict):
            yield Problem("must be an object.", title=_spoken(week), part=week)
        else:
            yield from _meal_problems(week, meals, menu[week])


def _meal_problems(
    week: str, meals: dict[str, Any], menu: Mapping[str, Mapping[str, WeeklyMeal]]
) -> Iterator[Problem]:
    for meal, days in meals.items():
        path = f"{week}.{meal}"
        if meal not in menu:
            says = f"is not a meal of {_spoken(week)}."
            yield Problem(says, title=quoted(meal), part=path)
        elif not isinstance(days, list):
            yield Problem("must be a list.", title=f"{_spoken(week)}, {meal},", part=path)
        else:
            yield from _day_problems(path, f"{_spoken(week)}, {meal}", days, set(menu[meal]))


def _day_problems(path: str, where: str, days: list[Any], known: set[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for position, day in enumerate(days):
        here = f"{path}[{position}]"
        if not isinstance(day, str):
            yield Problem("must be text.", title=f"{where}, entry {position + 1},", part=here)
        elif day not in known:
            yield Problem(f"is not on the menu of {where}.", title=quoted(day), part=here)
        elif day in seen:
            yield Problem(f"is listed twice in {where}.", title=quoted(day), part=here)
        else:
            seen.add(day)


def _spoken(week: str) -> str:
    """ "week1" as a sentence says it: Week 1."""
    return f"Week {week.removeprefix('week')}"
