"""Sandwiches cut in half, and open toasts."""

import numpy as np

from ..blender import build, objects, place, pose, transform_new
from ..colour import linear
from ..ingredients import surfaces
from ..items import as_list
from ..materials import food
from ..meshes import sphere, tube
from ..placement import Pile, box, within
from ..registry import archetype, variants
from ..servings import lay, split
from ..slabs import BREADS, OBLONG, SQUARE, TRIANGLE, slab
from ..vessels.plates import board


@archetype
def sandwich(description, rng):
    """Keys: bread, grilled, layers [layer], lie (stacked, halves), pick, beside. A layer: {"high", "colours"?, "pieces" [items]}."""
    get = description.get
    board(1.3, 1.12)
    ground = 0.09
    height = {"stacked": _stacked, "halves": _halves}[get("lie", "stacked")](description, ground, rng)
    if get("pick"):
        path = [(0, -0.2, ground + 1.2 * height), (0, -0.2, ground + height * 2.24 + 0.45)]
        build(*tube(path, 0.014, 8), linear("#D9B27A"), food("pick", subsurface=0, variation=0))
        _olive(ground + height * 2.24 + 0.42)
    table = Pile(lambda x, y: x * 0 + ground)
    spots = ((0.98, -0.5), (-0.98, -0.42), (0.95, -0.1))
    for spot, entries in zip(spots, get("beside", []), strict=False):
        for entry in as_list(entries):
            lay(table, entry, within(0.12, *spot), rng, tilt=5, spread=True)


def _stacked(description, ground, rng):
    """One triangle on the other, both cuts to the front; returns the height of one."""
    height = _half(description, pose(-0.04, -0.50, ground, (0, 0, 0.14), 1.12), rng)
    _half(description, pose(0.02, -0.52, ground + height * 1.12 + 0.005, (0, 0, -0.30), 1.12), rng)
    return height


def _halves(description, ground, rng):
    """Two oblongs side by side like an open book, cuts to the front."""
    _half(description, pose(-0.66, -0.34, ground, (0, 0, -0.2), 1.1), rng, OBLONG)
    return _half(description, pose(0.64, -0.44, ground, (0, 0, 0.26), 1.1), rng, OBLONG)


def _olive(z):
    vertices, faces = sphere(24, 16)
    build(vertices * 0.085 + np.array([0, -0.2, z]), faces, linear("#C8301C"), surfaces.juicy_flesh())


def _half(description, matrix, rng, outline=TRIANGLE):
    """Build one half at the origin, move it by `matrix`; returns its height."""
    before = objects()
    toast, crumb = BREADS[description.get("bread", "wheat")]
    char = "#4A2410" if description.get("grilled") else None
    z = 0.12
    slab(outline, 0, z, toast, crumb, surfaces.bread_crust(), wave=0.004)
    for k, layer in enumerate(description["layers"]):
        z += _layer(layer, z, k, rng, (toast, crumb), outline)
    slab(outline, z, z + 0.12, toast, crumb, surfaces.bread_crust(), wave=0.004, seed=9, char=char)
    transform_new(before, matrix)
    return z + 0.12


def _layer(layer, z, k, rng, bread, outline):
    """One layer of filling: a slab of its colour, and pieces that look out of the cut."""
    high = layer["high"]
    if layer.get("bread"):
        slab(outline, z, z + high, *bread, surfaces.bread_crust(), wave=0.004, seed=k + 20)
        return high
    if "colours" in layer:
        pair = layer["colours"]
        material = surfaces.leafy() if layer.get("leaf") else surfaces.creamy()
        wave = layer.get("wave", 0.012)
        slab(outline, z, z + high, pair, pair, material, wave=wave, grow=layer.get("grow", 0.98), seed=k + 2)
    reach = outline[1][0] - 0.1
    for entry in layer.get("pieces", []):
        name, count, _, look = split(entry)
        for i in range(count):
            data = rng.choice(variants(name, 5, **look))
            x = -reach + 2 * reach * (i + 0.5) / count + rng.uniform(-0.03, 0.03)
            depth = rng.uniform(0.02, 0.12)
            angles = _turn(layer, rng)
            place(data, matrix=pose(x, depth, z + high * rng.uniform(0.4, 0.6), angles))
    return high


def _turn(layer, rng):
    """Euler angles of a piece: lying flat, facing the cut, or tumbled."""
    if layer.get("flat"):
        return rng.gauss(0, 0.10), rng.gauss(0, 0.10), rng.uniform(0, 6)
    if layer.get("facing"):
        return rng.gauss(0, 0.06), rng.gauss(0, 0.06), rng.gauss(0, 0.15)
    return tuple(rng.uniform(0, 6) for _ in range(3))


@archetype
def toast(description, rng):
    """Open toasts. Keys: bread, spread (two colours), top [items], garnish [items], beside."""
    get = description.get
    board(1.5, 1.05)
    face, crumb = BREADS[get("bread", "wheat")]
    for x, turn in ((-0.66, 0.10), (0.68, -0.12)):
        before = objects()
        slab(SQUARE, 0, 0.13, face, crumb, surfaces.bread_crust(), wave=0.004, seed=3)
        if get("spread"):
            pair = get("spread")
            slab(SQUARE, 0.125, 0.16, pair, pair, surfaces.creamy(), wave=0.02, grow=0.93, seed=4)
        pile = Pile(lambda x, y: x * 0 + 0.15)
        for entry in get("top", []):
            lay(pile, entry, box(-0.46, -0.2, 0.46, 0.74), rng, tilt=9, spread=entry["count"] < 14)
        for entry in get("garnish", []):
            lay(pile, entry, box(-0.42, -0.14, 0.42, 0.68), rng, tilt=12, spread=True)
        transform_new(before, pose(x, -0.28, 0.09, (0, 0, turn)))
    table = Pile(lambda x, y: x * 0 + 0.09)
    for entry in get("beside", []):
        lay(table, entry, within(0.2, 0, -0.82), rng, tilt=5, spread=True)
