"""The strawberry, whole or halved, with its calyx."""

import math

import numpy as np

from ..blender import mesh
from ..colour import linear, mix, ramp, smoothstep
from ..meshes import grid, join, rotate, sphere
from ..noise import fractal
from ..registry import ingredient
from .surfaces import juicy_flesh

LONG = 1.12
SEPALS = 7


@ingredient
def strawberry(seed, half=False, radius=0.21):
    """Strawberry, whole or halved with the cut face up."""
    vertices, faces, colours = _outside(seed, radius)
    parts = [(vertices, faces, colours)]
    if half:
        vertices[:, 1] = np.maximum(vertices[:, 1], 0)
        parts.append(_cut_face(radius))
    parts += _calyx(seed, radius, half)
    vertices, faces, colours = join(parts)
    turn = (-math.pi / 2, 0, 0) if half else (0, math.pi / 2, 0)
    return mesh("strawberry", rotate(vertices, turn), faces, colours, juicy_flesh())


def _girth(t):
    """Radius along the berry, from the calyx (0) to the tip (1)."""
    return np.sin(np.pi * np.clip(t, 0, 1)) ** 0.75 * (1.08 - 0.55 * t)


def _outside(seed, radius):
    """Red skin, dimpled where the seeds sit."""
    ball, faces = sphere(72, 48)
    t = np.arccos(ball[:, 2]) / np.pi
    angle = np.arctan2(ball[:, 1], ball[:, 0])
    vertices = np.stack([np.cos(angle) * _girth(t), np.sin(angle) * _girth(t), (1 - 2 * t) * LONG], 1)
    vertices[:, :2][t < 1e-6] = 0
    grain = fractal(vertices * 1.3 + seed * 6, seed)
    distance = ((ball[:, None, :] - _seed_places()[None]) ** 2).sum(2).min(1)
    pit = np.exp(-distance / 0.0045)
    dots = np.exp(-distance / 0.0012) * (t > 0.08)
    vertices *= (1 + 0.05 * grain)[:, None] * (1 - 0.06 * pit)[:, None] * radius
    colours = mix(linear("#C8101E"), linear("#E2452F"), 0.3 + 0.6 * grain)
    colours = mix(colours, linear("#8E0A14"), 0.45 * pit)
    colours = mix(colours, linear("#F4C95A"), dots * 1.1)
    return vertices, faces, mix(colours, linear("#F3C8A0"), smoothstep(0.1, 0.02, t) * 0.8)


def _seed_places(count=150):
    """Points spread evenly over the unit sphere (golden spiral)."""
    i = np.arange(count) + 0.5
    down, around = np.arccos(1 - 2 * i / count), np.pi * (1 + 5**0.5) * i
    return np.stack([np.sin(down) * np.cos(around), np.sin(down) * np.sin(around), np.cos(down)], 1)


def _cut_face(radius):
    """Pale core, streaked flesh, red rim."""
    u, v, faces = grid(40, 26)
    across = v * 2 - 1
    edge = np.abs(across)
    core = np.exp(-((edge * _girth(u) / 0.16) ** 2)) * smoothstep(0.02, 0.12, u) * smoothstep(0.75, 0.45, u)
    streak = 0.5 + 0.5 * np.sin(u * 26 + edge * 9)
    colours = ramp(edge, [(0, "#F6B9A0"), (0.45, "#EE7F68"), (0.8, "#E0372F"), (1, "#C8141E")])
    colours = mix(colours, linear("#FBE3D2"), core * 0.85)
    colours = mix(colours, linear("#F9C6AE"), 0.25 * streak * (edge < 0.75) * (edge > 0.2))
    face = np.stack([across * _girth(u) * radius, -0.002 - 0.01 * core, (1 - 2 * u) * LONG * radius], 1)
    return face, faces, colours


def _calyx(seed, radius, half):
    """Green sepals around the top; a halved berry keeps those on its own side."""
    sepals = []
    for k in range(SEPALS):
        turn = k * 2 * np.pi / SEPALS + 0.2 * seed
        if half and math.sin(turn) <= -0.2:
            continue
        u, v, faces = grid(7, 5)
        wide = (v - 0.5) * 2 * np.sin(np.pi * np.clip(u * 0.9 + 0.1, 0, 1)) * 0.075 * (1 - u * 0.6)
        out = u * 0.26
        x = np.cos(turn) * out - np.sin(turn) * wide
        y = np.sin(turn) * out + np.cos(turn) * wide
        z = radius * LONG + 0.02 - 0.22 * u**2 + 0.03 * np.abs(v - 0.5) + 0.09 * u * (k % 2)
        colours = mix(linear("#4F8A2C"), linear("#86B24A"), np.abs(v - 0.5))
        sepals.append((np.stack([x, y, z], 1), faces, colours))
    return sepals
