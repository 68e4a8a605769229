"""Self check without rendering: every description can be understood, every menu picture is described."""

import inspect

import bpy  # noqa: F401  (mathutils exists only once bpy is loaded)

from . import archetypes, ingredients  # noqa: F401  (they register themselves by being imported)
from .catalogue import wanted
from .dishes import all_dishes
from .palette import BACKDROPS
from .registry import ARCHETYPES, INGREDIENTS
from .scenes import all_scenes
from .scenes.props import PROPS
from .servings import PLACEMENT
from .views import VIEWS

LAYING = {"name", "count", "lean", "lower", "facing", *PLACEMENT}


def _items(value):
    """Every item inside a description, at any depth."""
    if isinstance(value, dict):
        if "name" in value and "count" in value:
            yield value
        for inner in value.values():
            yield from _items(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _items(inner)


def mistakes():
    """Sentences that say what is wrong; none when all is well."""
    dishes = all_dishes()
    found = [f"{key}: the menus ask for it, nobody describes it" for key in wanted() if key not in dishes]
    for key, description in dishes.items():
        kind = description["archetype"]
        if kind not in ARCHETYPES or kind not in VIEWS:
            found.append(f"{key}: unknown archetype {kind}")
        if description.get("backdrop", "cream") not in BACKDROPS:
            found.append(f"{key}: unknown backdrop {description['backdrop']}")
        for entry in _items(description):
            if entry["name"] not in INGREDIENTS:
                found.append(f"{key}: unknown ingredient {entry['name']}")
                continue
            known = set(inspect.signature(INGREDIENTS[entry["name"]]).parameters)
            found += [f"{key}: {entry['name']} has no {word}" for word in set(entry) - known - LAYING]
    for key, scene in all_scenes().items():
        for part in scene["parts"]:
            if part.get("dish", "meal-tray") not in dishes:
                found.append(f"{key}: nobody describes the dish {part['dish']}")
            if part.get("prop", "cloth") not in PROPS:
                found.append(f"{key}: unknown prop {part['prop']}")
    return found
