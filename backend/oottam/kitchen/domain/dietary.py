"""The only check of a dish against allergies and diets, for sheets, labels and previews. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from oottam.catalogue.choices import ALLERGEN_LIST, codes_of_list
from oottam.schedule.choices import Mark
from oottam.workflow.choices import FINER_DIETS, Diet

NONVEG = "nonveg"  # meat, fish or egg, where nothing more exact is known
ANIMAL = frozenset({NONVEG, "meat", "fish", "crustacean", "egg"})
# Codes of allergens and of ingredients' tags that a diet avoids.
_AVOIDED: Mapping[str, frozenset[str]] = {
    Diet.VEG: ANIMAL,
    Diet.EGG: frozenset({"meat", "fish", "crustacean"}),
    Diet.VEGAN: ANIMAL | {"milk", "honey"},
    Diet.JAIN: ANIMAL | {"honey", "onion-garlic", "root", "mushroom"},
    Diet.NO_ONION_GARLIC: ANIMAL | {"onion-garlic"},
}
_OF_DIET = "diet-"
_NEED_TAGS = frozenset({Diet.VEGAN, Diet.JAIN, Diet.NO_ONION_GARLIC})


class Answer(StrEnum):
    """The result of a check. None of them is "safe"."""

    CLASH = "clash"
    NONE_FOUND = "none found"
    NOT_KNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Needs:
    """What a customer must not get: allergens (codes) and a diet; "unknown" forbids nothing."""

    allergens: tuple[str, ...] = ()
    diet: str = Diet.UNKNOWN

    @property
    def is_for_kitchen(self) -> bool:
        """Whether the kitchen needs details; plain diets are met by the choice of dishes."""
        return bool(self.allergens) or self.diet in FINER_DIETS


NO_NEEDS = Needs()


class Contents(NamedTuple):
    """Known contents of a dish: its mark, allergen codes and tags.

    `is_complete`: the recipe is complete; `has_tags`: all its ingredients are tagged. `allergen_list`: the oldest list
    of allergens that one of them was last compared with; allergens of later ones are not known.
    """

    mark: str = ""
    codes: frozenset[str] = frozenset()
    is_complete: bool = False
    has_tags: bool = False
    allergen_list: int = ALLERGEN_LIST

    @property
    def known_allergens(self) -> frozenset[str]:
        """The allergens of which it is known whether they are in it."""
        return codes_of_list(self.allergen_list) if self.is_complete else frozenset()


def together(one: Contents, other: Contents) -> Contents:
    """Return what a dish holds that is cooked either way; known only as far as both are."""
    marks = {one.mark, other.mark}
    return Contents(
        Mark.NONVEG if Mark.NONVEG in marks else one.mark if len(marks) == 1 else "",
        one.codes | other.codes,
        one.is_complete and other.is_complete,
        one.has_tags and other.has_tags,
        min(one.allergen_list, other.allergen_list),
    )


class Finding(NamedTuple):
    """The answer and the codes that clash."""

    answer: Answer
    clashes: tuple[str, ...] = ()


@lru_cache(maxsize=16_384)
def check(dish: Contents, needs: Needs) -> Finding:
    """Check a dish against a customer's needs."""
    avoided = _AVOIDED.get(needs.diet, frozenset()).union(needs.allergens)
    clashing = avoided & dish.codes
    if not clashing & ANIMAL and NONVEG in avoided and dish.mark == Mark.NONVEG:
        clashing |= {NONVEG}
    if clashing:
        of_allergens = [code for code in needs.allergens if code in clashing]
        return Finding(Answer.CLASH, (*of_allergens, *sorted(clashing.difference(of_allergens))))
    if not dish.known_allergens.issuperset(needs.allergens):
        return Finding(Answer.NOT_KNOWN)
    return Finding(Answer.NONE_FOUND if _is_diet_known(dish, needs.diet) else Answer.NOT_KNOWN)


def agreement(clashes: Collection[str], needs: Needs) -> list[str]:
    """Return the codes to store for an accepted clash; those of a diet are prefixed, since they do not cover an
    allergy.
    """
    return [code if code in needs.allergens else f"{_OF_DIET}{code}" for code in clashes]


def is_agreed(clashes: Collection[str], needs: Needs, agreed: Collection[str]) -> bool:
    """Return whether all these clashes were accepted. Agreement on an allergy covers a diet, never the reverse."""
    return bool(clashes) and all(
        code in agreed or noted in agreed
        for code, noted in zip(clashes, agreement(clashes, needs), strict=True)
    )


def is_free_of_meat(dish: Contents) -> bool:
    """Return whether the dish is known to hold neither meat nor fish."""
    return check(dish, Needs(diet=Diet.EGG)).answer is Answer.NONE_FOUND


def is_vegetarian(dish: Contents) -> bool | None:
    """Return whether it holds neither meat, fish nor egg; None where unknown."""
    answer = check(dish, Needs(diet=Diet.VEG)).answer
    return None if answer is Answer.NOT_KNOWN else answer is Answer.NONE_FOUND


class IngredientContents(NamedTuple):
    """What of an ingredient a customer may have to avoid; `tags` are None where unknown."""

    allergens: Collection[str]
    is_vegetarian: bool
    tags: Collection[str] | None
    allergen_list: int = ALLERGEN_LIST


def contents_of(
    mark: str, ingredients: Collection[IngredientContents], *, is_complete: bool
) -> Contents:
    """Build a dish's contents from those of its ingredients; of harmless ones none need be given."""
    codes: set[str] = set()
    for each in ingredients:
        held = {*each.allergens, *(each.tags or ())}
        codes |= held
        if not each.is_vegetarian and ANIMAL.isdisjoint(held):
            codes.add("meat")  # fish and egg would be among its allergens
    has_tags = is_complete and all(each.tags is not None for each in ingredients)
    oldest = min((each.allergen_list for each in ingredients), default=ALLERGEN_LIST)
    return Contents(mark, frozenset(codes), is_complete, has_tags, oldest)


def _is_diet_known(dish: Contents, diet: str) -> bool:
    if diet not in _AVOIDED:
        return True
    if diet in _NEED_TAGS:
        return dish.has_tags
    if diet == Diet.EGG and (dish.mark == Mark.NONVEG or "egg" in dish.codes):
        return "egg" in dish.codes and dish.has_tags
    return dish.mark == Mark.VEG or dish.is_complete
