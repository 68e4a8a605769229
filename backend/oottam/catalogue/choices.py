"""The codes of ingredients and recipes. contract/schemas/{ingredients,recipes}.schema.json list the same."""

from django.db import models


class Allergen(models.TextChoices):
    """The allergens that the Food Safety and Standards Authority of India has packs declare."""

    GLUTEN = "gluten", "Cereals with gluten"
    CRUSTACEAN = "crustacean", "Crustaceans"
    MILK = "milk", "Milk"
    EGG = "egg", "Eggs"
    FISH = "fish", "Fish"
    PEANUT = "peanut", "Peanuts, tree nuts"
    SOY = "soy", "Soybeans"
    SULPHITE = "sulphite", "Sulphites"


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
