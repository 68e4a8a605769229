"""Where ingredients and archetypes announce themselves by name, so that descriptions can name them."""

from .blender import INGREDIENT_MESHES

INGREDIENTS = {}
ARCHETYPES = {}


def ingredient(function):
    """Register `function(seed, **look)`, which returns one mesh datablock."""
    INGREDIENTS[function.__name__] = function
    return function


def archetype(function):
    """Register `function(description, rng)`, which sets a whole dish into the scene."""
    ARCHETYPES[function.__name__] = function
    return function


def variants(name, count=4, **look):
    """`count` different meshes of one ingredient, made once per picture."""
    key = (name, count, tuple(sorted(look.items())))
    if key not in INGREDIENT_MESHES:
        INGREDIENT_MESHES[key] = [INGREDIENTS[name](seed + 1, **look) for seed in range(count)]
    return INGREDIENT_MESHES[key]
