"""Seeds, nuts, dried fruit and coconut."""

import numpy as np

from ..blender import mesh
from ..colour import linear, mix
from ..materials import food
from ..meshes import grid, sphere, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import dry, grainy, matte, wet


@ingredient
def chia(seed, colour="#2B2A2E", radius=0.02):
    """Chia seed."""
    vertices, faces = sphere(9, 6)
    return mesh(
        "chia",
        vertices * radius * np.array([1.3, 0.9, 0.7]),
        faces,
        mix(linear(colour), linear("#6A6660"), 0.2 * (vertices[:, 0] + 1)),
        food("seed", roughness=0.3, subsurface=0, bump=None, coat=0.2, variation=0.5),
    )


@ingredient
def sesame(seed, colour="#F3E4BC", radius=0.026):
    """Sesame seed."""
    vertices, faces = sphere(10, 6)
    skin = vertices * radius * np.array([1.4, 0.85, 0.5])
    skin[:, 1] *= 1 - 0.35 * vertices[:, 0]
    return mesh("sesame", skin, faces, linear(colour), grainy())


@ingredient
def pumpkinseed(seed, radius=0.085):
    """Pumpkin seed."""
    vertices, faces = sphere(22, 12)
    skin = vertices * radius * np.array([1.25, 0.7, 0.24])
    skin[:, 1] *= 1 - 0.3 * vertices[:, 0]
    grain = fractal(vertices * 2.5, seed)
    return mesh(
        "pumpkinseed",
        skin,
        faces,
        mix(
            linear("#8B9A4E"),
            linear("#55682A"),
            0.4 + grain + 0.4 * (np.hypot(vertices[:, 0], vertices[:, 1]) > 0.85),
        ),
        wet(),
    )


@ingredient
def almond(seed, radius=0.13):
    """Almond."""
    vertices, faces = sphere(30, 18)
    skin = vertices * radius * np.array([1.25, 0.72, 0.42])
    skin[:, 1:] *= 1 - 0.3 * vertices[:, :1] - 0.12 * vertices[:, :1] ** 2
    grain = fractal(vertices * np.array([1.2, 9, 9]) + seed, seed)
    skin *= (1 + 0.03 * grain)[:, None]
    return mesh("almond", skin, faces, mix(linear("#A8642E"), linear("#6E3A18"), 0.35 + 1.2 * grain), dry())


@ingredient
def cashew(seed, radius=0.15, colour="#F1DDB0"):
    """Cashew."""
    t = np.linspace(0, 1, 24)
    a = (t - 0.5) * 3.1
    P = np.stack([np.cos(a) * radius * 0.75, np.sin(a) * radius, a * 0], 1)
    rd = radius * 0.34 * np.sin(np.pi * np.clip(t * 0.94 + 0.03, 0, 1)) ** 0.45 * (1 + 0.25 * (t - 0.5))
    vertices, faces = tube(P, rd, 14)
    grain = fractal(vertices * 9, seed)
    return mesh("cashew", vertices, faces, mix(linear(colour), linear("#D9B270"), 0.3 + 1.1 * grain), matte())


@ingredient
def peanut(seed, radius=0.085, colour="#D9A465"):
    """Peanut kernel."""
    vertices, faces = sphere(22, 14)
    skin = vertices * radius * np.array([1.2, 0.85, 0.85])
    skin[:, 1:] *= 1 + 0.1 * vertices[:, :1]
    grain = fractal(vertices * 3 + seed, seed)
    return mesh("peanut", skin, faces, mix(linear(colour), linear("#B9783C"), 0.3 + 1.2 * grain), matte())


@ingredient
def walnut(seed, radius=0.15):
    """Walnut half: two lobes with folds, parted by a groove, as no other nut has them."""
    vertices, faces = sphere(120, 80)
    x, y = vertices[:, 0], vertices[:, 1]
    wander = fractal(vertices * 2.2 + seed * 3, seed, 3)
    folds = 0.5 + 0.5 * np.sin(10 * x + 5 * np.abs(y) + 7 * wander)
    groove = np.exp(-((y + 0.05 * np.sin(5 * x)) ** 2) / 0.008)
    waist = np.exp(-(x**2) / 0.02) * np.abs(y) ** 2
    reach = radius * (0.86 + 0.2 * folds - 0.32 * groove - 0.12 * waist)
    skin = vertices * np.array([1.18, 0.95, 0.55]) * reach[:, None]
    colours = mix(linear("#9A6230"), linear("#DDB27A"), folds)
    return mesh("walnut", skin, faces, mix(colours, linear("#6A3E1C"), groove * 0.8), dry())


@ingredient
def whole_walnut(seed, radius=0.2):
    """Walnut in its shell: wrinkled, with the seam around."""
    vertices, faces = sphere(90, 60)
    wrinkles = fractal(vertices * np.array([3, 3, 1.6]) + seed * 3, seed, 4)
    seam = np.exp(-(vertices[:, 1] ** 2) / 0.004)
    skin = vertices * np.array([1, 0.94, 1.08]) * (radius * (1 + 0.16 * wrinkles + 0.07 * seam))[:, None]
    colours = mix(linear("#C99A62"), linear("#8A5A30"), 0.4 - 1.4 * wrinkles)
    return mesh("wholewalnut", skin, faces, mix(colours, linear("#DDB884"), seam * 0.7), dry())


@ingredient
def date(seed, radius=0.16):
    """Date."""
    vertices, faces = sphere(36, 22)
    grain = fractal(vertices * np.array([1, 4, 4]) + seed, seed, 4)
    return mesh(
        "date",
        vertices * np.array([1.35, 0.72, 0.7]) * (radius * (1 + 0.14 * grain))[:, None],
        faces,
        mix(linear("#5A2A14"), linear("#8A4A1E"), 0.4 + 1.4 * grain),
        food("date", roughness=0.22, subsurface=0.3, depth=0.06, bump=(30, 0.2), coat=0.4),
    )


@ingredient
def coconut(seed, length=0.16, width=0.05):
    """Shaving of fresh coconut."""
    u, v, sheet = grid(12, 5)
    x = (u - 0.5) * length
    y = (v - 0.5) * width * (1 + 0.3 * np.sin(u * 9 + seed))
    z = 0.04 * np.sin(u * 3 + seed) + 0.015 * np.cos(v * 6)
    return mesh(
        "coconut",
        np.stack([x, y, z], 1),
        sheet,
        mix(linear("#FFFDF6"), linear("#F4EBDA"), v),
        food("coco", roughness=0.6, subsurface=0.0, bump=None, translucency=0.3, variation=0.03, hue=0.002),
    )


@ingredient
def coconut_chip(seed, length=0.3, width=0.075):
    """Broad curl of coconut with its brown skin along one edge."""
    u, v, sheet = grid(26, 9)
    turn = (u - 0.5) * (1.6 + 0.3 * seed)
    reach = length * 0.5
    shape = np.stack([np.sin(turn) * reach, (v - 0.5) * width, (1 - np.cos(turn)) * reach * 0.8], 1)
    colours = mix(linear("#FFFEFA"), linear("#F3ECDF"), v)
    colours = mix(colours, linear("#7E5230"), (v > 0.9).astype(float))
    look = {"roughness": 0.55, "subsurface": 0.0, "bump": None, "translucency": 0.25}
    return mesh("coconutchip", shape, sheet, colours, food("coco-chip", **look, variation=0.03, hue=0.002))
