"""The codes of ingredients and recipes. contract/schemas/{ingredients,recipes}.schema.json list the same."""

from collections.abc import Iterable, Mapping

from django.db import models


class Allergen(models.TextChoices):
    """The allergens that the Food Safety and Standards Authority of India has packs declare, and three more.

    `JOINED` has those that joined the list later.
    """

    GLUTEN = "gluten", "Gluten (wheat, barley, oats)"
    CRUSTACEAN = "crustacean", "Crustaceans"
    MILK = "milk", "Milk"
    EGG = "egg", "Eggs"
    FISH = "fish", "Fish"
    PEANUT = "peanut", "Peanuts"
    TREE_NUT = "tree-nut", "Tree nuts"
    SOY = "soy", "Soybeans"
    SULPHITE = "sulphite", "Sulphites"
    SESAME = "sesame", "Sesame"
    MUSTARD = "mustard", "Mustard"
    COCONUT = "coconut", "Coconut"


ALLERGEN_LIST = 2  # the present list; 1 had eight codes, of which "peanut" stood for tree nuts, too
# Not tree nuts: the former "peanut" stood for both.
JOINED: Mapping[str, int] = {
    Allergen.SESAME: 2,
    Allergen.MUSTARD: 2,
    Allergen.COCONUT: 2,
}


def codes_of_list(number: int) -> frozenset[str]:
    """Return the codes of the list of this number; none for 0."""
    return frozenset(code for code in Allergen.values if JOINED.get(code, 1) <= number)


def joined_after(number: int) -> tuple[str, ...]:
    """Return the codes that the list of this number does not have yet."""
    return tuple(code for code, joined in JOINED.items() if joined > number)


def in_present_codes(codes: Iterable[str], number: int) -> set[str]:
    """Return codes of the list of this number as the present list has them: "peanut" of the first one is both kinds."""
    found = set(codes)
    return found | {Allergen.TREE_NUT.value} if number < 2 and Allergen.PEANUT in found else found


def in_former_codes(codes: Iterable[str]) -> set[str]:
    """Return codes as the first list has them, which releases before 0.8.0 read."""
    known = {Allergen.PEANUT.value if code == Allergen.TREE_NUT else code for code in codes}
    return known & codes_of_list(1)


class Confidence(models.TextChoices):
    """How closely an ingredient's values match what is bought."""

    MATCHED = "matched", "Of this very thing"
    DOUBTFUL = "doubtful", "Of something similar"
    ESTIMATE = "estimate", "Estimated"


class Tag(models.TextChoices):
    """What diets such as Jain or vegan avoid in an ingredient, beyond allergens."""

    MEAT = "meat", "Meat"
    HONEY = "honey", "Honey"
    ONION_GARLIC = "onion-garlic", "Onion or garlic"
    ROOT = "root", "Roots"
    MUSHROOM = "mushroom", "Mushrooms"


class Station(models.TextChoices):
    """Where in the kitchen a dish is made, in the order of the sheet."""

    COLD = "cold", "Cold"
    GRIDDLE = "griddle", "Griddle"
    POTS = "pots", "Pots"
