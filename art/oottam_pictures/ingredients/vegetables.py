"""Vegetables of salads and bowls."""

import math

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, ramp, smoothstep
from ..materials import food
from ..meshes import disc, grid, join, rounded_box, slab_between, sphere, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import creamy, juicy_flesh, sliced, wet

CUCUMBER = [
    (0, "#DDE8B0"),
    (0.35, "#E4EDBF"),
    (0.55, "#D2E3A0"),
    (0.8, "#C3DA8A"),
    (0.9, "#9CC25E"),
    (0.95, "#3E7A2A"),
    (1, "#245A1E"),
]


@ingredient
def cucumber(seed, radius=0.24, thickness=0.05):
    """Cucumber slice."""
    vertices, faces, reach, angle, side = disc(radius, thickness, 26, 96)
    colours = ramp(reach, CUCUMBER)
    lobes = np.clip(np.cos(3 * angle + seed), 0, 1) ** 0.6
    gel = np.exp(-((reach - 0.34) ** 2) / 0.02) * lobes
    colours = mix(colours, linear("#B9CF86"), gel * 0.7)
    seeds = np.exp(-((reach - 0.36) ** 2) / 0.006) * np.clip(np.cos(18 * angle) * 2 - 0.9, 0, 1) * lobes
    colours = mix(colours, linear("#FBF8DE"), np.clip(seeds * 1.5, 0, 1))
    grain = fractal(vertices * 18 + seed, seed)
    colours = mix(colours, linear("#F4F8DC"), 0.25 * np.clip(grain, 0, 1) * (reach < 0.85))
    vertices[:, 2] -= np.where(side > 0, 0.006 * gel, 0)
    return mesh("cucumber", vertices, faces, colours, sliced())


@ingredient
def carrot(seed, radius=0.15, thickness=0.05):
    """Carrot slice."""
    vertices, faces, reach, angle, _ = disc(radius, thickness, 16, 48)
    colours = ramp(reach, [(0, "#F29A2E"), (0.4, "#EE8A1F"), (0.5, "#E66F0E"), (0.9, "#E2660A"), (1, "#D05A08")])
    ray = 0.5 + 0.5 * np.cos(16 * angle)
    colours = mix(colours, linear("#FAB65A"), 0.3 * ray * (reach > 0.1) * (reach < 0.5))
    return mesh("carrot", vertices, faces, colours, wet())


@ingredient
def julienne(seed, colour="#F0831F", length=0.5, width=0.026):
    """Fine stick of carrot, or of anything in another colour."""
    rng = RandomState(seed)
    t = np.linspace(0, 1, 9)
    bow = np.sin(t * 3.14)
    path = np.stack([(t - 0.5) * length, rng.uniform(-0.08, 0.08) * bow, rng.uniform(-0.02, 0.05) * bow], 1)
    vertices, faces = tube(path, width * (1 - 0.3 * np.abs(t - 0.5)), 4)
    lighter = linear("#F8B25E") if colour == "#F0831F" else linear(colour) * 1.25
    colours = mix(linear(colour), lighter, fractal(vertices * 8, seed) + 0.3)
    return mesh("julienne", vertices, faces, colours, wet(), smooth=False)


@ingredient
def onion(seed, radius=0.2):
    """Two red onion rings, one inside the other."""
    rings = []
    angle = np.linspace(0, 2 * np.pi, 49)
    for k, size in enumerate((radius, 0.78 * radius)):
        z = 0.01 * np.sin(3 * angle + seed) + k * 0.01
        path = np.stack([np.cos(angle) * size, np.sin(angle) * size * 0.94, z], 1)
        vertices, faces = tube(path, 0.02, 8, caps=False)
        vertices[:, 2] *= 1.3
        outside = smoothstep(0.99, 1.09, np.hypot(vertices[:, 0], vertices[:, 1]) / size)
        rings.append((vertices, faces, mix(linear("#F4E3EA"), linear("#9A2F6A"), outside)))
    look = {"roughness": 0.25, "subsurface": 0.5, "depth": 0.1, "radius": (1, 0.8, 0.9)}
    return mesh("onion", *join(rings), food("onion", **look, bump=None, coat=0.3))


AVOCADO = [
    (0, "#E9D98C"),
    (0.12, "#F3E9AE"),
    (0.45, "#E6E59A"),
    (0.75, "#BFD070"),
    (0.92, "#8FB14A"),
    (1, "#55822C"),
]


@ingredient
def avocado(seed, radius=0.42, thickness=0.075):
    """Crescent of avocado lying flat."""
    rows, columns = 44, 14
    u, v, sheet = grid(rows, columns)
    angle = (u - 0.5) * math.radians(205)
    inner = radius * (1 - 0.42 * np.sin(np.pi * np.clip(u, 0, 1)) ** 0.6)
    reach = inner + (radius - inner) * v
    x, y = np.cos(angle) * reach - radius * 0.6, np.sin(angle) * reach * 1.25
    top = np.stack([x, y, np.full_like(u, thickness / 2)], 1)
    top[:, 2] += 0.012 * np.cos((v - 0.5) * 3) - 0.012 * (np.abs(v - 0.5) > 0.46)
    colours = ramp(v + 0.06 * fractal(top * 10 + seed, seed), AVOCADO)
    vertices, faces = slab_between(top, thickness, sheet, rows, columns)
    return mesh("avocado", vertices, faces, np.vstack([colours, colours]), creamy())


@ingredient
def broccoli(seed, radius=0.2, dark="#2C6A22", light="#6FA348"):
    """Broccoli floret (or cauliflower, by its colours)."""
    rng = RandomState(seed)
    stem = tube(
        [(0, 0, -radius), (0, 0, -radius * 0.3), (0, 0, radius * 0.2)], np.array([0.3, 0.33, 0.5]) * radius, 12
    )
    parts = [(*stem, linear("#A9C27A"))]
    ball, faces = sphere(34, 20)
    for k in range(17):
        down, around = math.acos(1 - rng.rand() * 0.95), k * 2.4
        towards = [math.sin(down) * math.cos(around), math.sin(down) * math.sin(around), math.cos(down) * 0.7]
        buds = fractal(ball * 6 + k * 3, seed + k, 3)
        knob = ball * (radius * 0.4 * (1 + 0.44 * np.abs(buds)))[:, None] + np.array(towards) * radius * 0.62
        parts.append((knob, faces, mix(linear(dark), linear(light), 0.25 + 1.6 * buds)))
    return mesh(
        "broccoli", *join(parts), food("broccoli", roughness=0.55, subsurface=0.1, bump=(70, 0.5), variation=0.06)
    )


@ingredient
def corn(seed, radius=0.066):
    """Corn kernel, pale at its tip."""
    vertices, faces = rounded_box(radius, radius * 0.85, radius * 0.6, 8, 3.4)
    x = vertices[:, 0] / radius
    vertices[:, 1] *= 1 - 0.45 * x
    vertices[:, 2] *= 1 - 0.2 * x
    yellow = mix(linear("#F2BC22"), linear("#FBDD72"), 0.3 + fractal(vertices * 9 + seed, seed))
    return mesh(
        "corn", vertices, faces, mix(yellow, linear("#F8ECC0"), smoothstep(0.5, 1.0, x) * 0.7), juicy_flesh()
    )
