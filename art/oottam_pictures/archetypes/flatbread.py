"""Flatbreads, dosa and omelettes: rounds lying flat, folded, rolled or puffed, with cups beside them."""

import numpy as np

from ..blender import build, pose
from ..fillings import pat_of_butter
from ..flatbreads import fold_over, puff_up, roll_up, round_bread
from ..ingredients.surfaces import bread_crust, creamy
from ..items import as_list
from ..placement import sector, within
from ..registry import archetype
from ..servings import garnish, lay
from ..special_rounds import SPECIAL_ROUNDS
from .plate import set_cups, surface_of

ROUNDS_OF_NOISE = 0.04


@archetype
def flatbread(description, rng):
    """Keys: vessel, look, rounds [{"as", "at", "turn", "radius", "lift"}], soft, stack, cups, butter, side,
    filling, garnish."""
    get = description.get
    pile = surface_of(get("vessel", "terra"))
    material = creamy() if get("soft") else bread_crust()
    ground = float(pile.height(0, 0))
    for k in range(get("stack", 0)):
        vertices, faces, colours = _round(description["look"], get("radius", 0.95), k + 2)
        shift = [rng.uniform(-ROUNDS_OF_NOISE, ROUNDS_OF_NOISE) for _ in range(2)]
        z = ground + 0.05 + k * get("step", 0.06)
        build(vertices, faces, colours, material, matrix=pose(*shift, z, (0, 0, rng.uniform(0, 6))))
        pile.occupy(0, 0, get("radius", 0.95), z + 0.05)
    for k, one in enumerate(get("rounds", [])):
        _lay_round(pile, description["look"], one, k + 11, material, rng)
    set_cups(pile, get("cups", []))
    if get("butter"):
        pat_of_butter(pile, *get("butter"), size=0.09)
    for place, entries in get("side", []):
        for entry in as_list(entries):
            lay(pile, entry, within(0.14, *place), rng, mode="flat", tilt=8, spread=True)
    garnish(pile, get("garnish", []), rng, get("garnish_radius", 0.5), 9)


def _round(look, radius, seed):
    """A round of this look, by its own way of making where it has one."""
    if look in SPECIAL_ROUNDS:
        return SPECIAL_ROUNDS[look](radius, seed)
    return round_bread(look, radius, seed)


def _lay_round(pile, look, one, seed, material, rng):
    """One shaped round; it comes to rest on what already lies there."""
    radius = one.get("radius", 0.95)
    vertices, faces, colours = _round(look, radius, seed)
    shape = one.get("as", "flat")
    if shape in ("half", "quarter"):
        vertices = fold_over(vertices, one.get("gap", 0.07), seed=seed)
    if shape == "quarter":
        vertices = fold_over(vertices, one.get("gap", 0.07) * 1.8, axis=0, seed=seed)
    if shape == "roll":
        vertices = roll_up(vertices, one.get("tightness", 0.13))
    if shape == "puffed":
        vertices = puff_up(vertices)
    if shape in ("half", "quarter"):
        vertices[:, 1] -= radius * 0.42
    if shape == "quarter":
        vertices[:, 0] -= radius * 0.42
    x, y = one.get("at", (0, 0))
    angles = (one.get("lean", 0.0), 0, np.radians(one.get("turn", 0)))
    moved = vertices @ np.array(pose(angles=angles).to_3x3()).T + np.array([x, y, 0])
    z = float(pile.rest(moved)) + 0.005
    build(vertices, faces, colours, material, matrix=pose(x, y, z, angles))
    pile.stamp(moved + np.array([0, 0, z]))
    for entry in one.get("peeking", []):
        lay(pile, entry, within(radius * 0.4, x, y - radius * 0.1), rng, tilt=10)
    for entry in one.get("bursting", []):
        lay(pile, entry, _open_edge(radius, x, y), rng, sink=0.3)


def _open_edge(radius, x, y):
    """Region: along the open edge of a half that was turned by 180 degrees, towards the camera."""
    edge = sector(212, 328, radius * 0.86, radius * 0.98)
    return lambda rng: tuple(map(sum, zip(edge(rng), (x, y + radius * 0.42), strict=True)))
