"""Plates, boards and the banana leaf. Each returns the height of its upper side as f(x, y)."""

import numpy as np

from ..blender import build, mesh, place
from ..colour import linear, mix
from ..ingredients.surfaces import leafy
from ..materials import ceramic, food, wood
from ..meshes import grid, lathe, rounded_box
from ..noise import fractal
from ..palette import CERAMICS


def plate(colour="cream", radius=1.3, height=0.12):
    """Shallow stoneware plate with a rising rim."""
    profile = [
        (0, 0),
        (radius * 0.6, 0),
        (radius * 0.62, 0.03),
        (radius * 0.8, 0.05),
        (radius, height),
        (radius - 0.012, height + 0.02),
        (radius - 0.05, height + 0.015),
        (radius * 0.82, 0.085),
        (radius * 0.7, 0.06),
        (0, 0.055),
    ]
    item = place(mesh("plate", *lathe(profile, 128), None, ceramic(CERAMICS[colour])))
    smooth = item.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = 2
    radii = [0, radius * 0.7, radius * 0.82, radius]
    return lambda x, y: np.interp(np.hypot(x, y), radii, [0.058, 0.062, 0.085, height + 0.02])


def board(half_width=1.5, half_depth=0.95, height=0.06, straight=False):
    """Wooden board, oval or straight."""
    if straight:
        vertices, faces = rounded_box(half_width, half_depth, height / 2 + 0.015, 12, 14)
        vertices[:, 2] += height / 2 + 0.015
    else:
        w = half_width
        top = height + 0.03
        vertices, faces = lathe([(0, 0), (w - 0.03, 0), (w, 0.03), (w, height), (w - 0.03, top), (0, top)], 120)
        vertices[:, 1] *= half_depth / half_width
    place(mesh("board", vertices, faces, None, wood()))
    return lambda x, y: x * 0 + height + 0.03


def banana_leaf(radius=1.35, depth=0.72):
    """A cut of banana leaf with its midrib along x."""
    u, v, faces = grid(70, 90)
    x = (u * 2 - 1) * radius * 1.02
    across = v * 2 - 1
    y = across * radius * depth * (1 - 0.22 * np.abs(x / radius) ** 3.5)
    wave = fractal(np.stack([x * 1.6, y * 1.6, x * 0], 1), 3)
    z = 0.025 + 0.05 * np.abs(across) ** 2 + 0.035 * wave + 0.004 * np.sin(x * 60) * np.clip(np.abs(y) * 4, 0, 1)
    z -= 0.012 * np.exp(-((y / 0.02) ** 2))
    patches = fractal(np.stack([x * 3, y * 3, x * 0], 1), 4)
    colours = mix(linear("#4E7F3A"), linear("#6F9A4C"), 0.45 + 0.22 * np.sin(x * 60) + 0.5 * patches)
    colours = mix(colours, linear("#B9C98C"), np.exp(-((y / 0.03) ** 2)) * 0.8)
    colours = mix(colours, linear("#8C8A4A"), np.clip((np.abs(across) - 0.955) * 18, 0, 0.6))
    build(np.stack([x, y, z], 1), faces, colours, leafy())
    return lambda x, y: x * 0 + 0.05


def tawa(radius=1.2):
    """Flat iron griddle with a long handle."""
    iron = food("iron", roughness=0.5, subsurface=0, metallic=0.7, bump=(50, 0.12), variation=0, hue=0)
    profile = [(0, 0), (radius - 0.1, 0), (radius, 0.09), (radius - 0.03, 0.1), (radius - 0.12, 0.04), (0, 0.03)]
    build(*lathe(profile, 112), linear("#2A2725"), iron)
    vertices, faces = rounded_box(0.26, 0.085, 0.028, 10, 6)
    build(vertices + np.array([radius + 0.2, 0, 0.09]), faces, linear("#2A2725"), iron)
    return lambda x, y: x * 0 + 0.035
