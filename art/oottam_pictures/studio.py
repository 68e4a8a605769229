"""Sets a described dish in an empty studio, and takes its picture."""

import dataclasses
import math
import random
import zlib

import bpy  # noqa: F401  (mathutils exists only once bpy is loaded)

from . import archetypes, ingredients  # noqa: F401  (they register themselves by being imported)
from .blender import objects, pose, reset, transform_new
from .camera import View, lay_floor, set_camera
from .lighting import light_studio
from .palette import BACKDROPS
from .placement import Pile, within
from .registry import ARCHETYPES
from .render import render_to, set_up_cycles
from .scenes.props import PROPS
from .servings import lay
from .views import VIEWS


def stage_dish(key, description):
    """Build a dish with the chance that belongs to its name: a new dish never changes an old one."""
    rng = random.Random(zlib.crc32(key.encode()))
    ARCHETYPES[description["archetype"]](description, rng)
    if "around" in description:
        _lay_around(description["around"], rng)


def _lay_around(entries, rng):
    """Raw ingredients on the table, [((x, y, radius), item), ...]: they say what the dish was made from."""
    table = Pile(lambda x, y: x * 0, 2.6, 500)
    for (x, y, radius), entry in entries:
        lay(table, entry, within(radius, x, y), rng, mode="up", tilt=2, sink=0, spread=True)


def photograph(key, description, path, size, samples):
    """Render one dish as a square picture of `size` pixels to `path` (PNG)."""
    reset()
    stage_dish(key, description)
    view = dataclasses.replace(VIEWS[description["archetype"]], **description.get("view", {}))
    _shoot(view, BACKDROPS[description.get("backdrop", "cream")], path, (size, size), samples)


def photograph_scene(key, scene, dishes, path, width, samples):
    """Render a scene, `width` pixels wide; the dishes in it come from `dishes`."""
    reset()
    rng = random.Random(zlib.crc32(key.encode()))
    for part in scene["parts"]:
        _stage_part(part, dishes, rng)
    view = View(**scene["view"])
    _shoot(view, scene["floor"], path, (width, round(width / view.aspect)), samples)


def _stage_part(part, dishes, rng):
    """A dish, a prop, or loose ingredients."""
    if "dish" in part:
        before = objects()
        stage_dish(part["dish"], dishes[part["dish"]])
        transform_new(before, pose(*part["at"], 0, (0, 0, math.radians(part["turn"])), part["scale"]))
    elif "prop" in part:
        PROPS[part["prop"]](rng, **part["options"])
    else:
        ground = Pile(lambda x, y: x * 0 + 0.02, 5.0, 500)
        lay(ground, part["strewn"], within(part["radius"], *part["at"]), rng, spread=True)


def _shoot(view, floor, path, resolution, samples):
    light_studio(view.light, view.stage)
    set_camera(view)
    lay_floor(view, floor)
    set_up_cycles(*resolution, samples)
    render_to(path)
