"""Tomatoes: halved, whole, sliced."""

import numpy as np

from ..blender import mesh
from ..colour import linear, mix, ramp, smoothstep
from ..meshes import disc, join, sphere
from ..noise import fractal
from ..registry import ingredient
from .surfaces import juicy_flesh, sliced

TOMATO_WALL = [
    (0, "#F2A07A"),
    (0.12, "#E8684A"),
    (0.24, "#DE3A22"),
    (0.72, "#DB3420"),
    (0.84, "#C9200F"),
    (1, "#A80E0A"),
]


@ingredient
def tomato(seed, radius=0.19):
    """Cherry tomato half, cut face up."""
    ball, ball_faces = sphere(40, 24)
    skin = ball * radius
    skin[:, 2] = np.minimum(skin[:, 2], -0.001)
    red = mix(linear("#B8120C"), linear("#D8321A"), fractal(skin * 6, seed) + 0.4)
    return mesh("tomato", *join([_cut_tomato(seed, radius), (skin, ball_faces, red)]), sliced())


def _cut_tomato(seed, radius):
    """Wall, three pockets of gel with seeds, pale core."""
    vertices, faces, reach, angle, side = disc(radius, 0.02, 34, 120)
    pocket = smoothstep(0.25, 0.6, np.cos(3 * angle + seed))
    pocket *= smoothstep(0.16, 0.28, reach) * smoothstep(0.82, 0.7, reach)
    grain = fractal(vertices * 16 + seed * 3, seed)
    row = reach - 0.5 - 0.07 * np.sign(np.cos(9 * angle + seed))
    seeds = np.exp(-(row**2) / 0.0032) * np.clip(np.cos(21 * angle + seed) * 2.2 - 1, 0, 1) * (pocket > 0.3)
    gel = mix(linear("#C8480F"), linear("#E8862A"), 0.5 + grain)
    colours = mix(ramp(reach, TOMATO_WALL), gel, pocket * 0.92)
    colours = mix(colours, linear("#F8E2A0"), np.clip(seeds * 2, 0, 1) * 0.95)
    vertices[:, 2] = np.where(reach > 0.98, -0.004, -0.022 * pocket + 0.016 * seeds + 0.004 * grain)
    vertices[:, :2] *= 0.985
    upper = [f for f in faces if all(side[k] > -1 for k in f)]
    return vertices, upper, colours


@ingredient
def cherry(seed, radius=0.19, colour="#CF1C14"):
    """Whole cherry tomato."""
    vertices, faces = sphere(32, 20)
    vertices = vertices * radius * np.array([1, 1, 0.93])
    return mesh(
        "cherrytom",
        vertices,
        faces,
        mix(linear(colour), linear("#EB4A22"), 0.3 + 0.8 * fractal(vertices * 4, seed)),
        juicy_flesh(),
    )


@ingredient
def tomato_slice(seed, radius=0.22, thickness=0.05):
    """Round slice of a large tomato."""
    vertices, faces, reach, angle, _ = disc(radius, thickness, 26, 96)
    pocket = smoothstep(0.1, 0.5, np.cos(5 * angle + seed))
    pocket *= smoothstep(0.3, 0.42, reach) * smoothstep(0.84, 0.74, reach)
    colours = ramp(reach, [(0, "#F0937A"), (0.25, "#E25A40"), (0.8, "#DA3824"), (0.93, "#C8240F"), (1, "#A80E0A")])
    colours = mix(colours, linear("#E58A3A"), pocket * 0.75)
    vertices[:, 2] -= 0.006 * pocket
    return mesh("tomatoslice", vertices, faces, colours, sliced())
