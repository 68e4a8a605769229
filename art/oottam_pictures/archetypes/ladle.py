"""Karandi omelette: fried thick in a small iron ladle, which stands on a board."""

import numpy as np

from ..blender import build, objects, pose, transform_new
from ..colour import linear
from ..materials import food
from ..meshes import lathe, tube
from ..placement import Pile, within
from ..registry import archetype, variants
from ..servings import garnish, lay, split
from ..vessels.plates import board

RADIUS, DEPTH, THICKNESS = 0.72, 0.3, 0.035


@archetype
def ladle(description, rng):
    """Keys: omelette (item), served (item: another one, cut open, in front), beside [items], garnish [items]."""
    before = objects()
    ground = 0.09
    _iron(ground)
    pile = Pile(lambda x, y: np.where(np.hypot(x, y) < RADIUS, ground + 0.12, ground))
    _set(pile, description["omelette"], 0, 0)
    garnish(pile, description["garnish"], rng, 0.4)
    transform_new(before, pose(0.42, 0.5, scale=0.92))
    board(1.2, 1.08)
    table = Pile(lambda x, y: np.where(np.hypot(x - 0.42, y - 0.5) < RADIUS, 1.0, ground))
    _set(table, description["served"], -0.42, -0.52)
    for place, entry in zip(((0.58, -0.62), (-0.85, 0.22)), description["beside"], strict=False):
        lay(table, entry, within(0.12, *place), rng, tilt=5, spread=True)


def _set(pile, entry, x, y):
    name, _, _, look = split(entry)
    pile.put(variants(name, 1, **look)[0], x, y)


def _iron(ground):
    """A round-bottomed cup with a long handle that rises to the back."""
    iron = food("iron", roughness=0.42, subsurface=0, metallic=0.7, bump=(50, 0.1), variation=0, hue=0)
    t = np.linspace(0.05, 1, 24) * np.pi / 2
    outer = list(zip(RADIUS * np.sin(t) ** 0.8, ground + DEPTH * (1 - np.cos(t)), strict=True))
    inner = [(max(r - THICKNESS, 0.01), z + THICKNESS) for r, z in outer[::-1]]
    vertices, faces = lathe([(0, ground), *outer, *inner, (0, ground + THICKNESS)], 112)
    build(vertices, faces, linear("#2E2A27"), iron)
    t = np.linspace(0, 1, 24)
    path = np.stack([0.48 + 0.9 * t, 0.5 + 0.75 * t, ground + DEPTH + 0.02 + 0.22 * t**1.5], 1)
    build(*tube(path, 0.045, 12), linear("#2E2A27"), iron)
