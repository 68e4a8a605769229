"""Eggs."""

import numpy as np

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..materials import food
from ..meshes import disc, grid, join, lathe, rotate, rounded_box, sphere
from ..noise import fractal
from ..registry import ingredient
from .surfaces import creamy


def boiled_white():
    look = {"roughness": 0.28, "subsurface": 0.4, "depth": 0.1, "radius": (1, 0.75, 0.45)}
    return food("boiled-white", **look, bump=(24, 0.03), coat=0.3, variation=0.02, hue=0.002)


@ingredient
def egg(seed, length=0.33, white="#FDFAF1"):
    """Half a boiled egg, yolk up."""
    ball, faces = sphere(56, 32)
    shell = ball * np.array([length, length * 0.76, length * 0.76])
    shell[:, 1:] *= (1 - 0.13 * ball[:, 0])[:, None]
    # The upper faces would lie in the plane of the cut and render black.
    below = [f for f in faces if not all(shell[i, 2] > 0 for i in f)]
    shell[:, 2] = np.minimum(shell[:, 2], 0) - 0.001
    return mesh("egg", *join([(shell, below, linear(white)), _cut_egg(seed, length, white)]), boiled_white())


def _cut_egg(seed, length, white):
    """Cut face with a slightly raised yolk, off the middle."""
    u, v, faces = grid(40, 73)
    x, y = np.cos(v * 2 * np.pi) * u, np.sin(v * 2 * np.pi) * u
    face = np.stack([x * length, y * length * 0.76 * (1 - 0.13 * x), np.zeros_like(u)], 1)
    reach = np.hypot((face[:, 0] + 0.02) / (length * 0.56), face[:, 1] / (length * 0.54))
    reach += 0.03 * fractal(face * 9, seed)
    yolk = smoothstep(1.04, 0.97, reach)
    rise = 0.025 * yolk * np.sqrt(np.clip(1 - reach * reach * 0.8, 0, 1))
    face[:, 2] = rise - 0.012 * smoothstep(0.95, 1, u)
    grain = fractal(face * 14, seed, 4)
    yellow = mix(linear("#F4A51E"), linear("#F8C04A"), 0.45 + 1.1 * grain + 0.3 * (1 - reach))
    colours = mix(linear(white), yellow, yolk)
    return face, faces, mix(colours, linear("#E7B45A"), 0.5 * np.exp(-((reach - 1.0) ** 2) / 0.0012))


@ingredient
def karandi(seed, radius=0.34):
    """Karandi omelette: a thick puffed cake fried in a ladle."""
    t = np.linspace(0, 1, 26)
    top = [(radius * np.sin(q * np.pi / 2) ** 0.8, 0.17 * np.cos(q * np.pi / 2)) for q in t]
    bottom = [(radius * np.cos(q * np.pi / 2) ** 0.7, -0.10 * np.sin(q * np.pi / 2)) for q in t[1:]]
    vertices, faces = lathe([*top, *bottom], 90)
    grain = fractal(vertices * 6 + seed * 3, seed, 4)
    spots = fractal(vertices * 4 + seed, seed + 5, 4)
    colours = mix(linear("#F8CE58"), linear("#EBA834"), 0.4 + grain)
    colours = mix(colours, linear("#9A5A1C"), smoothstep(0.08, 0.36, spots) * 0.85)
    for k, tint in enumerate(("#4E8A2E", "#B0486A")):
        colours = mix(colours, linear(tint), smoothstep(0.32, 0.38, fractal(vertices * 15 + 7 * k, seed + k, 2)))
    return mesh("karandi", vertices * (1 + 0.05 * grain)[:, None], faces, colours, creamy())


@ingredient
def egg_round(seed, radius=0.16, thickness=0.06):
    """Round slice of boiled egg, its face to the side (towards -y)."""
    vertices, faces, reach, _, _ = disc(radius, thickness, 22, 80)
    yolk = smoothstep(0.62, 0.57, reach)
    grain = fractal(vertices * 12 + seed, seed)
    colours = mix(linear("#FDFAF1"), mix(linear("#F3A822"), linear("#F8C652"), 0.4 + grain), yolk)
    return mesh("egground", rotate(vertices, (np.pi / 2, 0, 0)), faces, colours, creamy())


@ingredient
def omelette_square(seed, half=0.5):
    """Omelette cut to the size of a toast."""
    vertices, faces = rounded_box(half, half * 1.04, 0.055, 40, 7)
    grain = fractal(vertices * 5 + seed * 3, seed, 4)
    colours = mix(linear("#F8D468"), linear("#EDB43E"), 0.4 + grain)
    colours = mix(colours, linear("#A8641E"), smoothstep(0.12, 0.4, fractal(vertices * 4, seed + 5, 4)) * 0.8)
    for k, tint in enumerate(("#4E8A2E", "#B0486A", "#C8301C")):
        flecks = smoothstep(0.34, 0.4, fractal(vertices * 13 + 7 * k, seed + k, 2))
        colours = mix(colours, linear(tint), flecks)
    vertices[:, 2] += 0.03 * grain
    return mesh("omelettesquare", vertices * (1 + 0.03 * grain)[:, None], faces, colours, creamy())
