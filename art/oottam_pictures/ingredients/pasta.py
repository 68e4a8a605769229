"""Pasta."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix
from ..noise import fractal
from ..registry import ingredient
from .surfaces import wet

AROUND = 28
ALONG = 12
SLANT = 0.55


@ingredient
def penne(seed, colour="#E7B765", second="#CF9640", radius=0.085, length=0.46):
    """Ridged pasta tube with slanted ends."""
    bend = RandomState(seed).uniform(-0.1, 0.1)
    outer = _wall(radius, length, bend, ridges=0.045)
    vertices = np.vstack([outer, _wall(radius * 0.76, length, bend, ridges=0)])
    grain = fractal(vertices * 7 + seed * 3, seed, 4)
    colours = mix(linear(colour), linear(second), 0.35 + 1.2 * grain)
    colours[len(outer) :] *= 0.8
    return mesh("penne", vertices, _faces(), colours, wet())


def _wall(radius, length, bend, ridges):
    """Points of one wall, ring after ring."""
    t, angle = np.meshgrid(np.linspace(0, 1, ALONG), 2 * np.pi * np.arange(AROUND) / AROUND, indexing="ij")
    ridge = radius * (1 + ridges * np.cos(12 * angle))
    x = (t - 0.5) * length + SLANT * radius * np.cos(angle)
    y = ridge * np.cos(angle) + bend * (t - 0.5) ** 2
    return np.stack([x, y, ridge * np.sin(angle)], -1).reshape(-1, 3)


def _faces():
    """Outer wall, inner wall facing inwards, and the two rims between them."""
    inner = ALONG * AROUND
    faces = []
    for j in range(AROUND):
        k = (j + 1) % AROUND
        for i in range(ALONG - 1):
            a, b = i * AROUND, (i + 1) * AROUND
            faces.append((a + j, a + k, b + k, b + j))
            faces.append((inner + a + j, inner + b + j, inner + b + k, inner + a + k))
        end = (ALONG - 1) * AROUND
        faces.append((j, inner + j, inner + k, k))
        faces.append((end + j, end + k, inner + end + k, inner + end + j))
    return faces
