"""Grains, flakes and pasta."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..meshes import sphere
from ..noise import fractal
from ..registry import ingredient
from .surfaces import dry, grainy, matte


@ingredient
def rice(seed, colour="#FFFDF6", second="#F6EEDA", length=0.12):
    """Cooked rice grain."""
    vertices, faces = sphere(10, 8)
    b = RandomState(seed).uniform(-0.12, 0.12)
    skin = vertices * np.array([length / 2, 0.0175, 0.0165])
    skin[:, 1] += b * vertices[:, 0] ** 2 * length * 0.5
    return mesh("rice", skin, faces, mix(linear(colour), linear(second), np.abs(vertices[:, 0])), grainy())


@ingredient
def millet(seed, colour="#EBCB7A", radius=0.024):
    """Cooked millet grain."""
    vertices, faces = sphere(9, 6)
    return mesh(
        "millet",
        vertices * radius * np.array([1, 0.95, 0.85]),
        faces,
        mix(linear(colour), linear("#F8E9BC"), (vertices[:, 2] + 1) * 0.35),
        grainy(),
    )


@ingredient
def oat(seed, radius=0.075):
    """Rolled oat flake."""
    vertices, faces = sphere(20, 10)
    grain = fractal(vertices * 3 + seed * 4, seed)
    skin = vertices * np.array([radius * 1.2, radius * 0.85, 0.016]) * (1 + 0.15 * grain)[:, None]
    skin[:, 2] += 0.03 * np.sin(vertices[:, 0] * 2 + seed) * vertices[:, 0]
    colours = mix(linear("#F0DFBC"), linear("#D9BB84"), 0.4 + 0.9 * grain)
    colours = mix(colours, linear("#B8935A"), np.exp(-((vertices[:, 1] / 0.08) ** 2)) * 0.6)
    return mesh("oat", skin, faces, colours, matte())


@ingredient
def granola(seed, radius=0.11):
    """Granola cluster."""
    vertices, faces = sphere(40, 26)
    grain = fractal(vertices * 2.2 + seed * 5, seed, 4)
    spots = fractal(vertices * 5.5 + seed, seed + 5, 3)
    skin = vertices * (radius * (1 + 0.5 * grain + 0.12 * spots))[:, None]
    skin[:, 2] *= 0.8
    colours = mix(linear("#C98B3E"), linear("#8E5420"), 0.4 + 1.6 * spots)
    colours = mix(colours, linear("#F2D9A2"), smoothstep(0.12, 0.3, spots) * 0.8)
    return mesh("granola", skin, faces, colours, dry())
