"""Spices of the tempering."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix
from ..materials import food
from ..meshes import join, sphere, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import juicy_flesh


@ingredient
def chilli(seed, colour="#B8161A", length=0.42, dry=True):
    """Whole chilli, dry or fresh."""
    t = np.linspace(0, 1, 22)
    b = RandomState(seed).uniform(0.3, 0.9)
    P = np.stack([(t - 0.5) * length, 0.14 * b * np.sin(t * 2.6), 0.03 * np.sin(t * 3)], 1)
    vertices, faces = tube(P, 0.045 * np.sin(np.pi * np.clip(t * 0.86 + 0.1, 0, 1)) ** 0.7 + 0.003, 12)
    grain = fractal(vertices * 10, seed)
    vertices += 0.012 * grain[:, None] * (1 if dry else 0.3)
    colours = mix(linear(colour), linear(colour) * 0.45, 0.4 + grain)
    T, TF = tube([P[0] + (-0.09, 0.01, 0.02), P[0]], 0.011, 6)
    return mesh("chilli", *join([(vertices, faces, colours), (T, TF, linear("#6A7A32"))]), juicy_flesh())


@ingredient
def chillislice(seed, colour="#C81E1E", radius=0.05):
    """Ring of chilli."""
    a = np.linspace(0, 2 * np.pi, 25)
    vertices, faces = tube(np.stack([np.cos(a) * radius, np.sin(a) * radius, a * 0], 1), 0.014, 8, False)
    vertices[:, 2] *= 1.5
    return mesh("chillislice", vertices, faces, linear(colour), juicy_flesh())


@ingredient
def mustard(seed, radius=0.017):
    """Mustard seed."""
    vertices, faces = sphere(9, 6)
    return mesh(
        "mustard",
        vertices * radius,
        faces,
        linear("#1E1613"),
        food("seed2", roughness=0.4, subsurface=0, bump=None),
    )


@ingredient
def oil_drop(seed, radius=0.04, colour="#B84A10"):
    """Bead of oil that swims on a gravy."""
    vertices, faces = sphere(22, 12)
    bead = vertices * np.array([1, 0.9, 0.16]) * radius * (0.35 + 0.3 * seed)
    look = {"roughness": 0.05, "subsurface": 0.2, "depth": 0.05, "bump": None, "coat": 1.0}
    return mesh(f"oil{colour}", bead, faces, linear(colour), food("oil", **look, transmission=0.35, variation=0))
