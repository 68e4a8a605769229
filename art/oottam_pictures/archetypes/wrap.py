"""Wraps and rolls cut in half, their filling towards the camera."""

import math

import numpy as np

from ..blender import build, objects, place, pose, transform_new
from ..colour import linear, mix, smoothstep
from ..ingredients.surfaces import bread_crust, leafy
from ..materials import food
from ..meshes import grid, tube
from ..noise import fractal
from ..placement import Pile, within
from ..registry import archetype, variants
from ..servings import lay, split
from ..vessels.plates import board
from .plate import set_cups

LENGTH = 1.05
RADIUS = 0.37
SLANT = 0.38
# of each half: x, y, lift of its back end in radii, tilt and turn in degrees
POSES = {
    "pair": ((0.62, 0.60, 1, 0, -104), (-0.50, 0.46, 1, 0, -84)),
    "upright": ((0.42, 0.16, 0.45, 58, -74), (-0.40, 0.24, 0.51, 52, -106)),
    "diagonal": ((-0.56, 0.08, 1, 0, -52), (0.12, 0.82, 1, 0, -62)),
}
SKINS = {
    "wheat": ("#F3E2BC", "#E3C48C", "#8A5524"),
    "spinach": ("#A9B872", "#86984C", "#5A5A24"),
    "ragi": ("#9A6A52", "#7E5240", "#3E2218"),
    "paratha": ("#EBC580", "#CB9044", "#7A3E14"),
    "egg": ("#F3D27A", "#E0AA48", "#94521C"),
    "beet": ("#D58A9A", "#B8607A", "#6E2E40"),
}


@archetype
def wrap(description, rng):
    """Keys: skin, lining, filling [items], paper, lie (POSES), cups, beside [items]."""
    ground = 0.09
    board(1.14, 0.98)
    for seed, (x, y, lift, tilt, turn) in zip((3, 5), POSES[description.get("lie", "pair")], strict=True):
        angles = (0, -math.radians(tilt), math.radians(turn))
        _half(description, pose(x, y, ground + RADIUS * lift, angles), seed, rng)
    table = Pile(lambda x, y: x * 0 + ground)
    set_cups(table, description.get("cups", []))
    spots = ((-0.1, 0.75), (0.16, -0.78), (-0.84, -0.5), (0.86, -0.42))
    for spot, entry in zip(spots, description.get("beside", []), strict=False):
        lay(table, entry, within(0.09, *spot), rng, tilt=5, spread=True)


def _half(description, matrix, seed, rng):
    before = objects()
    light, dark, char = SKINS[description.get("skin", "wheat")]
    u, v, faces = grid(40, 64)
    angle = v * 2 * np.pi
    turn = np.stack([np.cos(angle), np.sin(angle), u * 0], 1)
    broad = fractal(turn * 2.4 + np.stack([u * 0, u * 0, u * 5 + seed * 3], 1), seed, 4)
    spots = fractal(turn * 3.5 + np.stack([u * 0, u * 0, u * 7 + seed], 1), seed + 3, 4)
    reach = RADIUS * (1 + 0.03 * broad) * (0.82 + 0.18 * smoothstep(0, 0.12, u))
    x = u * LENGTH + SLANT * np.cos(angle) * RADIUS * smoothstep(0.5, 1, u)
    shell = np.stack([x, reach * np.sin(angle), reach * np.cos(angle)], 1)
    colours = mix(linear(light), linear(dark), 0.3 + broad)
    colours = mix(colours, linear(char), smoothstep(0.2, 0.45, spots) * 0.75)
    build(shell, faces, colours, bread_crust())
    build(shell * np.array([1, 0.88, 0.88]), [f[::-1] for f in faces], linear(light), bread_crust())
    rim = shell[-64:] * np.array([1, 0.94, 0.94])
    build(*tube(rim, 0.026, 8, caps=False), linear(light), bread_crust())
    _lining(description.get("lining", "#7A9A3A"))
    _fill(description["filling"], rng)
    if description.get("paper"):
        _paper(description["paper"], seed)
    transform_new(before, matrix)


def _lining(colour):
    """The sheet that closes the tube just behind the filling."""
    u, v, faces = grid(10, 40)
    angle = v * 2 * np.pi
    reach = RADIUS * 0.9 * u
    x = LENGTH - 0.06 + SLANT * np.cos(angle) * RADIUS * u
    build(np.stack([x, np.sin(angle) * reach, np.cos(angle) * reach], 1), faces, linear(colour), leafy())


def _fill(filling, rng):
    """Pieces over the open end, each as far from the others as a few tries allow."""
    taken = []
    for entry in filling:
        name, count, _, look = split(entry)
        facing = look.pop("facing", False)
        for _ in range(count):
            y, z = max((_spot(rng) for _ in range(14)), key=lambda spot: _clearance(spot, taken))
            taken.append((y, z))
            x = LENGTH - 0.02 + SLANT * z + rng.uniform(-0.03, 0.03)
            angles = (rng.uniform(0, 6), 0, 0) if facing else tuple(rng.uniform(0, 6) for _ in range(3))
            place(rng.choice(variants(name, 4, **look)), matrix=pose(x, y, z, angles))


def _spot(rng):
    reach, turn = RADIUS * 0.76 * math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
    return reach * math.cos(turn), reach * math.sin(turn)


def _clearance(spot, taken):
    return min((math.dist(spot, other) for other in taken), default=9.0)


def _paper(colour, seed):
    """Parchment sleeve around the back of the roll."""
    u, v, faces = grid(20, 80)
    angle = v * 2 * np.pi
    crumple = fractal(np.stack([np.cos(angle) * 3, np.sin(angle) * 3, u * 4 + seed], 1), seed, 3)
    reach = RADIUS * (1.06 + 0.05 * crumple) * (0.86 + 0.14 * smoothstep(0, 0.2, u))
    x = -0.02 + u * LENGTH * 0.56 + 0.03 * np.sin(angle * 9) * (u > 0.97)
    paper = food("parchment", roughness=0.85, subsurface=0, bump=(50, 0.12), variation=0, hue=0)
    build(np.stack([x, reach * np.sin(angle), reach * np.cos(angle)], 1), faces, linear(colour), paper)
