"""Wraps and rolls cut in half, their filling towards the camera."""

import dataclasses
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


@dataclasses.dataclass(frozen=True)
class Lie:
    """How the halves lie: of each x and y of its closed end and its turn in degrees; then their shape.

    A negative slant cuts so that the filling looks up.
    """

    halves: tuple[tuple[float, float, float], ...]
    length: float = 1.05
    radius: float = 0.37
    slant: float = 0.38


LIES = {
    "pair": Lie(((0.62, 0.60, -104), (-0.50, 0.46, -84))),
    "splayed": Lie(((0.32, 0.6, -66), (-0.32, 0.56, -116)), 1.12, 0.31, -0.55),
    "rolls": Lie(((-0.72, 0.3, -46), (0.0, 0.84, -54)), 1.3, 0.27, -0.5),
}
# x, y and radius of where the items beside lie
SPOTS = ((-0.1, 0.75, 0.09), (0.16, -0.78, 0.09), (-0.84, -0.5, 0.09), (0.86, -0.42, 0.09))
SKINS = {
    "wheat": ("#F3E2BC", "#E3C48C", "#8A5524"),
    "ragi": ("#9A6A52", "#7E5240", "#3E2218"),
    "paratha": ("#EBC580", "#CB9044", "#7A3E14"),
    "egg": ("#F3D27A", "#E0AA48", "#94521C"),
    "beet": ("#D58A9A", "#B8607A", "#6E2E40"),
}


@archetype
def wrap(description, rng):
    """Keys: skin, lining, filling [items], core (item out of the middle), paper (two colours), lie (LIES), cups,
    beside [items], spots (their places)."""
    ground = 0.09
    board(1.14, 0.98)
    lie = LIES[description.get("lie", "pair")]
    for seed, (x, y, turn) in zip((3, 5), lie.halves, strict=True):
        _half(description, lie, pose(x, y, ground + lie.radius, (0, 0, math.radians(turn))), seed, rng)
    table = Pile(lambda x, y: x * 0 + ground)
    set_cups(table, description.get("cups", []))
    spots = description.get("spots", SPOTS)
    for (x, y, radius), entry in zip(spots, description.get("beside", []), strict=False):
        lay(table, entry, within(radius, x, y), rng, tilt=5, spread=True)


def _half(description, lie, matrix, seed, rng):
    before = objects()
    light, dark, char = SKINS[description.get("skin", "wheat")]
    u, v, faces = grid(40, 64)
    angle = v * 2 * np.pi
    turn = np.stack([np.cos(angle), np.sin(angle), u * 0], 1)
    broad = fractal(turn * 2.4 + np.stack([u * 0, u * 0, u * 5 + seed * 3], 1), seed, 4)
    spots = fractal(turn * 3.5 + np.stack([u * 0, u * 0, u * 7 + seed], 1), seed + 3, 4)
    reach = lie.radius * (1 + 0.03 * broad) * (0.82 + 0.18 * smoothstep(0, 0.12, u))
    x = u * lie.length + lie.slant * np.cos(angle) * lie.radius * smoothstep(0.5, 1, u)
    shell = np.stack([x, reach * np.sin(angle), reach * np.cos(angle)], 1)
    colours = mix(linear(light), linear(dark), 0.3 + broad)
    colours = mix(colours, linear(char), smoothstep(0.2, 0.45, spots) * 0.75)
    build(shell, faces, colours, bread_crust())
    build(shell * np.array([1, 0.88, 0.88]), [f[::-1] for f in faces], linear(light), bread_crust())
    rim = shell[-64:] * np.array([1, 0.94, 0.94])
    build(*tube(rim, 0.026, 8, caps=False), linear(light), bread_crust())
    _lining(description.get("lining", "#7A9A3A"), lie)
    if description.get("core"):
        name, _, _, look = split(description["core"])
        place(variants(name, 2, **look)[seed % 2], matrix=pose(lie.length - 0.02, 0, 0))
    _fill(description["filling"], lie, rng)
    if description.get("paper"):
        _paper(description["paper"], lie, seed)
    transform_new(before, matrix)


def _lining(colour, lie):
    """The sheet that closes the tube just behind the filling."""
    u, v, faces = grid(10, 40)
    angle = v * 2 * np.pi
    reach = lie.radius * 0.9 * u
    x = lie.length - 0.06 + lie.slant * np.cos(angle) * lie.radius * u
    build(np.stack([x, np.sin(angle) * reach, np.cos(angle) * reach], 1), faces, linear(colour), leafy())


def _fill(filling, lie, rng):
    """Pieces over the open end, each as far from the others as a few tries allow."""
    taken = []
    for entry in filling:
        name, count, _, look = split(entry)
        facing = look.pop("facing", False)
        for _ in range(count):
            y, z = max((_spot(lie.radius, rng) for _ in range(14)), key=lambda spot: _clearance(spot, taken))
            taken.append((y, z))
            x = lie.length - 0.02 + lie.slant * z + rng.uniform(-0.03, 0.03)
            angles = (rng.uniform(0, 6), 0, 0) if facing else tuple(rng.uniform(0, 6) for _ in range(3))
            place(rng.choice(variants(name, 4, **look)), matrix=pose(x, y, z, angles))


def _spot(radius, rng):
    reach, turn = radius * 0.76 * math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
    return reach * math.cos(turn), reach * math.sin(turn)


def _clearance(spot, taken):
    return min((math.dist(spot, other) for other in taken), default=9.0)


def _paper(colours, lie, seed):
    """Chequered paper around the back of the roll."""
    u, v, faces = grid(60, 192)
    angle = v * 2 * np.pi
    crumple = fractal(np.stack([np.cos(angle) * 3, np.sin(angle) * 3, u * 4 + seed], 1), seed, 3)
    reach = lie.radius * (1.06 + 0.05 * crumple) * (0.88 + 0.12 * smoothstep(0, 0.2, u))
    x = -0.02 + u * lie.length * 0.56 + 0.03 * np.sin(angle * 9) * (u > 0.97)
    checks = (np.floor(u * 9) + np.floor(v * 16)) % 2
    paper = food("parchment", roughness=0.85, subsurface=0, bump=(50, 0.12), variation=0, hue=0)
    build(
        np.stack([x, reach * np.sin(angle), reach * np.cos(angle)], 1),
        faces,
        mix(*map(linear, colours), checks),
        paper,
    )
