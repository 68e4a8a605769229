"""Mango, ripe and raw: cheeks, slices, the whole green fruit."""

import numpy as np

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..meshes import disc, sphere
from ..noise import fractal
from ..registry import ingredient
from .halved_fruit import halved, leaning
from .surfaces import juicy_flesh, wet


@ingredient
def mango_half(seed, size=0.3, ripe=True, scored=False):
    """Cheek of a mango, ripe or raw; scored into cubes like a hedgehog."""
    stops = [(0, "#F5A01C"), (0.6, "#F8AE2A"), (0.93, "#F9BE48"), (0.97, "#E9B23A"), (1, "#D98A2A")]
    if not ripe:
        stops = [(0, "#F4EDB0"), (0.6, "#F6F2C0"), (0.93, "#E6EAA8"), (0.97, "#8FB84A"), (1, "#3F7A2A")]
    skin = ("#E8A02C", "#C8502A") if ripe else ("#5E9A36", "#3F7A2A")
    parts = halved(seed, (size, size * 0.68, size * 0.6), stops, skin)
    if scored:
        parts[1] = _scored(*parts[1], size)
    return leaning("mango", parts, juicy_flesh())


def _scored(face, sheet, colours, size):
    """Cuts crosswise through the flesh; the face bulges, so that its cubes stand apart."""
    x, y = face[:, 0] / size, face[:, 1] / size
    cut = np.maximum(np.exp(-(np.sin(x * 11) ** 2) / 0.03), np.exp(-(np.sin(y * 11) ** 2) / 0.03))
    inside = smoothstep(1.0, 0.8, np.hypot(x, y / 0.68))
    bulge = 0.26 * size * (1 - x**2 - (y / 0.68) ** 2) - 0.09 * size * cut
    face = face + np.column_stack([0 * x, 0 * x, bulge * inside])
    ripe = mix(linear("#FFCB3E"), linear("#E08A12"), cut)
    return face, sheet, mix(colours, ripe, inside)


@ingredient
def raw_mango_fruit(seed, size=0.34):
    """Whole green mango with its beak."""
    ball, faces = sphere(60, 40)
    x = ball[:, 0]
    shape = ball * np.array([1, 0.72, 0.66]) * size
    shape[:, 1] += 0.22 * size * x * np.abs(x)
    shape[:, 1:] *= (1 - 0.18 * x)[:, None]
    grain = fractal(ball * 2 + seed, seed, 3)
    colours = mix(linear("#4E8A2A"), linear("#94B84A"), 0.4 + 0.9 * grain + 0.3 * x)
    dots = smoothstep(0.34, 0.4, fractal(ball * 22, seed + 3, 1))
    return mesh("rawmangofruit", shape, faces, mix(colours, linear("#C4D48A"), dots * 0.7), wet())


@ingredient
def mango_slice(seed, length=0.36, thickness=0.075):
    """Long slice off a mango cheek, its skin on one side."""
    vertices, faces, reach, angle, _ = disc(length, thickness, 26, 80)
    vertices[:, 1] *= 0.46
    vertices[:, 1] += 0.12 * length * np.cos(angle) ** 2 * reach
    grain = fractal(vertices * 7 + seed, seed, 3)
    colours = mix(linear("#FFCB3E"), linear("#F8AC1C"), 0.3 + grain + 0.3 * reach)
    skin = smoothstep(0.93, 0.97, reach) * (np.sin(angle) < 0.2)
    return mesh("mangoslice", vertices, faces, mix(colours, linear("#B8A03A"), skin), juicy_flesh())
