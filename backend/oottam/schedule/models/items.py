"""The kitchen's dishes and ingredients, and the menu names that refer to them."""

from typing import Any

from django.db import models

from oottam.catalogue.choices import ALLERGEN_LIST, Confidence, Station
from oottam.core.fields import CodeField, CodesOf, optional_account
from oottam.schedule.choices import Mark


def grams_in_100(text: str) -> "models.DecimalField[Any, Any]":
    return models.DecimalField(max_digits=5, decimal_places=2, null=True, help_text=text)


class Ingredient(models.Model):
    """An ingredient with its allergens, diet tags, purchase unit, and what 100 g of it hold.

    Its values are known where `protein` is; then the others are, too, but for the fibre of a packet that names none.
    """

    key = models.CharField(max_length=100, unique=True)
    name = models.CharField(max_length=200)
    allergens = models.JSONField(default=list, help_text="Codes of workflow.models.Allergen")
    allergen_list = models.PositiveSmallIntegerField(
        default=ALLERGEN_LIST,
        db_default=1,
        help_text="The list of allergens that it was last compared with",
    )
    is_vegetarian = models.BooleanField(default=True)
    tags = models.JSONField(
        null=True,
        help_text="Diet tags, [] for none; empty: not known",
    )
    group = models.CharField(max_length=100, blank=True, help_text="Section of the shopping list")
    unit = models.CharField(max_length=20, default="g", help_text="Purchase unit")
    step = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        default=1,
        help_text="Smallest quantity that can be bought, in its unit",
    )
    step_grams = models.PositiveIntegerField(default=1, help_text="Grams of one step")
    note = models.CharField(  # noqa: DJ001 - an empty note is a saved one
        max_length=120,
        null=True,
        help_text="Why it has its allergens; NULL: not read from a file yet",
    )
    edible = models.DecimalField(
        max_digits=4,
        decimal_places=3,
        default=1,
        db_default=1,
        help_text="Share of the bought grams that is eaten",
    )
    protein = grams_in_100("In 100 g of what is eaten")
    carbohydrate = grams_in_100("In 100 g of what is eaten, without fibre")
    fat = grams_in_100("In 100 g of what is eaten")
    fibre = grams_in_100("In 100 g of what is eaten; empty: the packet does not say")
    packet_kcal = models.PositiveSmallIntegerField(
        null=True, help_text="Energy of 100 g as a packet has it, to check the values by"
    )
    source = models.CharField(  # noqa: DJ001 - an empty one is saved, too
        max_length=40,
        null=True,
        help_text="Where the values come from; NULL: not read from a file yet",
    )
    source_code = models.CharField(
        max_length=20, blank=True, default="", db_default="", help_text="The source's number for it"
    )
    confidence = CodeField(
        Confidence, max_length=10, blank=True, default="", db_default="", help_text="Of the values"
    )
    values_as_of = models.DateField(null=True, help_text="The day on which the values were read")
    from_menu = models.JSONField(
        null=True,
        help_text="What 0.6.0 last wrote from the menu, by part",
    )
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(step__gt=0, step_grams__gt=0), name="bought_by_something"
            ),
        )

    def __str__(self) -> str:
        return self.name


class KitchenItem(models.Model):
    """One dish, or several alternatives of which one is cooked ("Idli / Podi Idli").

    Its columns and `ItemIngredient` are its newest recipe, which may begin on a day to come (`FormerRecipe`).
    """

    key = models.CharField(max_length=200, unique=True, help_text="Key of its name (`name_key`)")
    name = models.CharField(max_length=200)
    mark = CodeField(Mark, max_length=10, blank=True, help_text="Empty: not known")
    portion = models.CharField(max_length=100, blank=True)
    allergens_known = models.BooleanField(default=False, help_text="Whether the recipe is complete")
    station = models.CharField(  # noqa: DJ001 - an empty one is saved, too
        max_length=20,
        blank=True,
        null=True,
        choices=CodesOf(Station),
        help_text="Empty: another; NULL: not read from a file yet",
    )
    method = models.JSONField(null=True, help_text="Steps")
    options = models.ManyToManyField(
        "self", through="Alternative", symmetrical=False, related_name="option_of"
    )
    ingredients = models.ManyToManyField(Ingredient, through="ItemIngredient")
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        related_name="merged",
        db_index=False,
        help_text="The dish that is cooked in its place",
    )
    from_menu = models.JSONField(
        null=True,
        help_text="What 0.6.0 last wrote from the menu, by part",
    )
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class FormerRecipe(models.Model):
    """What a dish was until a day: sheets, labels, shopping lists and recipe pages of a day show the recipe of that day."""

    # The unique constraint has an index that begins with the item.
    item = models.ForeignKey(
        KitchenItem, on_delete=models.CASCADE, related_name="former_recipes", db_index=False
    )
    until = models.DateField(help_text="The last day (IST) on which it was cooked so")
    values = models.JSONField(
        help_text="Portion, mark, codes of what was in it; since 0.7.0 also grams by ingredient, station and method; since 0.8.0 also shares eaten"
    )
    by = optional_account("Who replaced it")
    at = models.DateTimeField(null=True, help_text="When it was replaced")

    class Meta:
        ordering = ("until",)
        constraints = (
            models.UniqueConstraint(fields=("item", "until"), name="one_former_recipe_per_day"),
        )

    def __str__(self) -> str:
        return f"Until {self.until}"


class UnpublishedRecipes(models.Model):
    """Recipes and ingredients that 0.6.0 kept in the menu's draft or in a scheduled edition: a row each."""

    edition = models.PositiveIntegerField(
        unique=True, null=True, help_text="The scheduled edition; empty for the draft"
    )
    recipes = models.JSONField(default=list, help_text="As kitchen/recipes.json has them")
    ingredients = models.JSONField(
        default=list, help_text="As kitchen/ingredients.json has them, with their group"
    )

    def __str__(self) -> str:
        return f"Edition {self.edition}" if self.edition else "Draft"


class Alternative(models.Model):
    """One alternative of a dish."""

    # The unique constraint has an index that begins with the item.
    item = models.ForeignKey(
        KitchenItem, on_delete=models.CASCADE, related_name="alternatives", db_index=False
    )
    position = models.PositiveSmallIntegerField(help_text="Order on the menu, from 1")
    option = models.ForeignKey(KitchenItem, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("item", "position"), name="one_option_per_position"),
        )

    def __str__(self) -> str:
        return f"{self.item_id}: {self.option_id}"


class ItemIngredient(models.Model):
    """The amount of an ingredient in one portion."""

    item = models.ForeignKey(
        KitchenItem, on_delete=models.CASCADE, related_name="amounts", db_index=False
    )
    ingredient = models.ForeignKey(Ingredient, on_delete=models.PROTECT, related_name="+")
    grams = models.DecimalField(max_digits=8, decimal_places=2)
    eaten = models.DecimalField(
        max_digits=4,
        decimal_places=3,
        default=1,
        db_default=1,
        help_text="Share of it that reaches the plate",
    )

    class Meta:
        ordering = ("-grams", "pk")
        constraints = (
            models.UniqueConstraint(fields=("item", "ingredient"), name="each_ingredient_once"),
            models.CheckConstraint(condition=models.Q(grams__gt=0), name="some_of_an_ingredient"),
        )

    def __str__(self) -> str:
        return f"{self.grams} g"


class KitchenAlias(models.Model):
    """A menu's dish, and the item that the kitchen cooks for it."""

    source = models.CharField(max_length=20, help_text="veg, nonveg, tray, combo or custom")
    dish = models.CharField(
        max_length=200, help_text="The menu's id of the dish, or its normalised name"
    )
    item = models.ForeignKey(KitchenItem, on_delete=models.PROTECT, related_name="aliases")

    class Meta:
        ordering = ("source", "dish")
        constraints = (
            models.UniqueConstraint(fields=("source", "dish"), name="each_dish_cooked_as_one"),
        )

    def __str__(self) -> str:
        return f"{self.source}: {self.dish}"
