"""Whether a dish can go to somebody: the one check of allergies and diets, for sheet, labels and every preview. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from oottam.plans.models.choices import Mark
from oottam.workflow.models import FINER_DIETS, Allergen, Diet

NONVEG = "nonveg"  # found where nothing more exact is known: meat, fish or egg
ANIMAL = frozenset({NONVEG, "meat", "fish", "crustacean", "egg"})
# Codes of allergens and of ingredients' tags that a diet avoids.
_AVOIDED: Mapping[str, frozenset[str]] = {
    Diet.VEG: ANIMAL,
    Diet.EGG: frozenset({"meat", "fish", "crustacean"}),
    Diet.VEGAN: ANIMAL | {"milk", "honey"},
    Diet.JAIN: ANIMAL | {"honey", "onion-garlic", "root", "mushroom"},
    Diet.NO_ONION_GARLIC: ANIMAL | {"onion-garlic"},
}
_DECLARED = frozenset(
    Allergen.values
)  # what ingredients are marked with; of others nothing is known
_OF_DIET = "diet-"
_NEED_TAGS = frozenset({Diet.VEGAN, Diet.JAIN, Diet.NO_ONION_GARLIC})


class Answer(StrEnum):
    """What can be said of a dish and a person. None of them is "safe"."""

    CLASH = "clash"
    NONE_FOUND = "none found"
    NOT_KNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Needs:
    """What somebody must not get: allergens (codes), and a diet; "unknown" forbids nothing."""

    allergens: tuple[str, ...] = ()
    diet: str = Diet.UNKNOWN

    @property
    def is_for_kitchen(self) -> bool:
        """Whether the kitchen has to know the person: plain diets are kept by which dishes are cooked for whom."""
        return bool(self.allergens) or self.diet in FINER_DIETS


class Contents(NamedTuple):
    """What is known to be in a dish: its mark, codes of allergens and tags.

    `is_complete`: the recipe is; `has_tags`: all of its ingredients are tagged.
    """

    mark: str = ""
    codes: frozenset[str] = frozenset()
    is_complete: bool = False
    has_tags: bool = False


class Finding(NamedTuple):
    """The answer; where it is a clash, by which codes."""

    answer: Answer
    clashes: tuple[str, ...] = ()


@lru_cache(maxsize=16_384)
def check(dish: Contents, needs: Needs) -> Finding:
    """What can be said of the dish to somebody with these needs."""
    avoided = _AVOIDED.get(needs.diet, frozenset()).union(needs.allergens)
    found = avoided & dish.codes
    if not found & ANIMAL and NONVEG in avoided and dish.mark == Mark.NONVEG:
        found |= {NONVEG}
    if found:
        of_allergens = [code for code in needs.allergens if code in found]
        return Finding(Answer.CLASH, (*of_allergens, *sorted(found.difference(of_allergens))))
    if needs.allergens and not (dish.is_complete and _DECLARED.issuperset(needs.allergens)):
        return Finding(Answer.NOT_KNOWN)
    return Finding(Answer.NONE_FOUND if _is_diet_known(dish, needs.diet) else Answer.NOT_KNOWN)


def agreement(clashes: Collection[str], needs: Needs) -> list[str]:
    """What is noted of a clash that was agreed: a diet's codes as the diet's, since an allergy is another matter."""
    return [code if code in needs.allergens else f"{_OF_DIET}{code}" for code in clashes]


def is_agreed(clashes: Collection[str], needs: Needs, agreed: Collection[str]) -> bool:
    """Whether all these clashes were agreed. What was agreed of an allergy holds for a diet, never the reverse."""
    return bool(clashes) and all(
        code in agreed or noted in agreed
        for code, noted in zip(clashes, agreement(clashes, needs), strict=True)
    )


def is_free_of_meat(dish: Contents) -> bool:
    """Whether it is known to hold neither meat nor fish: what somebody who eats eggs may get."""
    return check(dish, Needs(diet=Diet.EGG)).answer is Answer.NONE_FOUND


def is_vegetarian(dish: Contents) -> bool | None:
    """Whether it holds neither meat, fish nor egg; None where that is not known."""
    answer = check(dish, Needs(diet=Diet.VEG)).answer
    return None if answer is Answer.NOT_KNOWN else answer is Answer.NONE_FOUND


def contents_of(
    mark: str,
    ingredients: list[tuple[tuple[str, ...], bool, tuple[str, ...] | None]],
    *,
    is_complete: bool,
) -> Contents:
    """Of a dish's ingredients: the allergens of each, whether it is vegetarian, its tags (None: not known)."""
    codes: set[str] = set()
    for allergens, is_vegetarian, tags in ingredients:
        codes.update(allergens, tags or ())
        if not is_vegetarian and ANIMAL.isdisjoint({*allergens, *(tags or ())}):
            codes.add("meat")  # what else it could be, its allergens would say
    has_tags = is_complete and all(tags is not None for _, _, tags in ingredients)
    return Contents(mark, frozenset(codes), is_complete, has_tags)


def _is_diet_known(dish: Contents, diet: str) -> bool:
    if diet not in _AVOIDED:
        return True
    if diet in _NEED_TAGS:
        return dish.has_tags
    if diet == Diet.EGG and (dish.mark == Mark.NONVEG or "egg" in dish.codes):
        return "egg" in dish.codes and dish.has_tags
    return dish.mark == Mark.VEG or dish.is_complete
