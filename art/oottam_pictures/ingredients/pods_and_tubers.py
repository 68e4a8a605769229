"""Drumstick (moringa), tapioca, peanuts boiled in their shells."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, ramp, smoothstep
from ..materials import food
from ..meshes import disc, grid, join, lathe, rotate, sphere, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import dry, wet

PULP = [(0, "#D8D09A"), (0.2, "#F6F1D4"), (0.62, "#EDE6B8"), (0.74, "#C9CE8E"), (0.86, "#7E8E42"), (1, "#5A6C2A")]


@ingredient
def moringa(seed, length=0.62, radius=0.075, colour="#5C6C28", ridge="#A9AE66"):
    """Length of drumstick: a three-sided pod with ribs, pale pulp at the cut ends."""
    bend = RandomState(seed).uniform(-0.06, 0.06) * length
    t = np.linspace(0, 1, 60)
    path = np.stack([(t - 0.5) * length, bend * np.sin(np.pi * t), 0 * t], 1)
    knots = 1 + 0.05 * np.sin(t * length * 26 + seed)
    pod, faces = tube(path, radius * knots, 54, caps=False)
    angle = np.tile(np.arange(54) / 54 * 2 * np.pi, 60)
    ribs = 0.5 + 0.5 * np.cos(angle * 9)
    swell = 1 + 0.10 * np.cos(angle * 3) + 0.10 * ribs**2
    middle = np.repeat(path, 54, axis=0)
    pod = middle + (pod - middle) * swell[:, None]
    grain = fractal(pod * np.array([4, 16, 16]) + seed, seed, 3)
    skin = mix(linear(colour), linear(ridge), ribs**3 * 0.9 + 0.6 * grain)
    parts = [(pod, faces, skin)]
    for end in (0, 1):
        face, sheet, reach, turn, _ = disc(radius * 1.04, 0.02, 16, 54)
        face[:, :2] *= (1 + 0.10 * np.cos(turn * 3))[:, None]
        pulp = ramp(reach, PULP)
        pulp = mix(pulp, linear("#8E8A52"), np.exp(-((np.sin(turn * 1.5)) ** 2) / 0.02) * (reach < 0.6) * 0.6)
        parts.append((rotate(face, (0, np.pi / 2, 0)) + path[-end], sheet, pulp))
    return mesh("moringa", *join(parts), wet())


def fibrous():
    """Starchy and dull: more light from inside and it looks like cheese."""
    look = {"roughness": 0.6, "subsurface": 0.3, "depth": 0.05, "radius": (1, 0.85, 0.6)}
    return food("fibrous", **look, bump=(42, 0.25), coat=0.06, variation=0.05, hue=0.004)


@ingredient
def tapioca(seed, radius=0.2):
    """Piece of boiled tapioca: half a round, torn along its fibres, the woody thread in the middle."""
    rng = RandomState(seed)
    length = radius * rng.uniform(1.6, 2.4)
    u, v, faces = grid(44, 84)
    arc = np.clip((v - 0.4) / 0.6, 0, 1) * np.pi
    split = v < 0.4
    y = np.where(split, v / 0.4 * 2 - 1, np.cos(arc))
    z = np.where(split, 0.0, -np.sin(arc))
    ends = np.clip(np.minimum(u, 1 - u) / 0.05, 0, 1) ** 0.5
    points = np.stack([(u - 0.5) * length, y * radius, z * radius * 0.9], 1)
    torn = fractal(points * np.array([4, 26, 26]) + seed * 3, seed, 4)
    lumps = fractal(points * 5 + seed, seed + 2, 3)
    points[:, 1:] *= (1 + 0.22 * lumps + 0.05 * torn)[:, None] * (0.3 + 0.7 * ends)[:, None]
    points[:, 0] *= 1 + 0.10 * fractal(points * np.array([0, 9, 9]) + seed, seed + 4, 3)
    thread = np.exp(-((y / 0.09) ** 2)) * split
    points[:, 2] += split * (0.14 * torn + 0.12 * lumps) * radius * 1.6 - thread * 0.05
    colours = mix(linear("#FFFDF2"), linear("#EADFB4"), 0.25 + 1.0 * torn + 0.3 * ~split)
    colours = mix(colours, linear("#B79F62"), thread * 0.75)
    return mesh("tapioca", points, [f[::-1] for f in faces], colours, fibrous())


@ingredient
def tapioca_root(seed, length=1.1, radius=0.17):
    """Raw tapioca root in its brown bark, one end cut: what the boiled pieces come from."""
    t = np.linspace(0, 1, 60)
    width = radius * (1 - 0.7 * t**4) * (1 + 0.10 * np.sin(5 * t))
    vertices, faces = lathe([(0, 0), *zip(width, t * length, strict=True), (0, length)], 70)
    grain = fractal(vertices * np.array([13, 13, 5]) + seed, seed, 4)
    rings = np.exp(-((np.sin(vertices[:, 2] * 21 + 3 * grain)) ** 2) / 0.03)
    bark = mix(linear("#7A4E30"), linear("#4A2C1A"), 0.4 + 1.1 * grain + 0.4 * rings)
    reach = np.hypot(vertices[:, 0], vertices[:, 1])
    vertices[:, :2] *= (1 + 0.10 * grain)[:, None]
    face, sheet, far, _, _ = disc(radius * 0.98, 0.03, 24, 70)
    rind = [
        (0, "#D9CFA4"),
        (0.06, "#FBF7E6"),
        (0.8, "#F8F2DC"),
        (0.86, "#E6B4A4"),
        (0.94, "#E0A898"),
        (1, "#5E3A24"),
    ]
    parts = [
        (vertices, faces, bark * (0.9 + 0.1 * (reach > 0))[:, None]),
        (face - np.array([0, 0, 0.012]), sheet, ramp(far, rind)),
    ]
    whole, faces, colours = join(parts)
    return mesh("taproot", rotate(whole, (0, np.pi / 2, 0)), faces, colours, dry())


def _shell(seed, length):
    """Outline and colours of a shell of two seeds, with its net of veins."""
    ball, faces = sphere(90, 56)
    x = ball[:, 0]
    angle = np.arctan2(ball[:, 2], ball[:, 1])
    waist = 1 - 0.26 * np.exp(-((x - 0.05) ** 2) / 0.05)
    grain = fractal(ball * 3 + seed * 5, seed, 4)
    along = np.abs(np.sin(angle * 5 + 0.5 * grain)) ** 5
    across = np.abs(np.sin(x * 13 + 1.5 * np.cos(angle * 5) + grain)) ** 6
    veins = np.clip(along + across * 0.8, 0, 1) * (np.abs(x) < 0.96)
    shape = ball * np.array([1, 0.46, 0.44]) * length
    shape[:, 1:] *= (waist * (1 + 0.08 * grain))[:, None]
    shape *= (1 + 0.055 * veins)[:, None]
    shape[:, 1] += 0.10 * length * x**2
    colours = mix(linear("#7E5528"), linear("#CFA66C"), 0.15 + 0.85 * veins + 0.5 * grain)
    return shape, faces, mix(colours, linear("#6A4420"), smoothstep(0.12, 0.4, -grain) * 0.6)


@ingredient
def boiled_peanut(seed, length=0.27):
    """Peanut boiled in its shell: wet, tan, veined."""
    shape, faces, colours = _shell(seed, length)
    return mesh("boiledpeanut", shape, faces, colours, wet())


@ingredient
def opened_peanut(seed, length=0.29):
    """Half a boiled shell with its two pink seeds."""
    shape, faces, colours = _shell(seed, length)
    below = [f for f in faces if all(shape[i, 2] <= 0.004 for i in f)]
    inside = shape * np.array([0.95, 0.9, 0.9])
    seeds, sheet = sphere(30, 20)
    parts = [(shape, below, colours), (inside, [f[::-1] for f in below], linear("#E6CFA4"))]
    for side in (-1, 1):
        grain = fractal(seeds * 2.5 + seed + side, seed, 3)
        kernel = seeds * np.array([0.40, 0.33, 0.33]) * length * (1 + 0.06 * grain)[:, None]
        middle = np.array([side * 0.47 * length, 0.03 * length, 0.02 * length])
        parts.append((kernel + middle, sheet, mix(linear("#E3A898"), linear("#B86A5E"), 0.4 + 1.2 * grain)))
    return mesh("openedpeanut", *join(parts), wet())
