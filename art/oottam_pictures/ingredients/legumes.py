"""Pulses, cooked and sprouted."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..materials import food
from ..meshes import join, sphere, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import wet


@ingredient
def chickpea(seed, colour="#E6C48A", dark="#B98A4A", radius=0.082, matt=False):
    """Chickpea, with beak and groove; `dark` is the colour of the groove, `matt` one that no longer shines wet."""
    vertices, faces = sphere(26, 16)
    grain = fractal(vertices * 1.6 + seed * 9, seed)
    reach = radius * (1 + 0.1 * grain)
    skin = vertices * reach[:, None] * np.array([1.08, 0.98, 0.94])
    beak = np.exp(-((vertices - np.array([0.93, 0.1, 0.35])) ** 2).sum(1) / 0.05)
    skin += beak[:, None] * np.array([0.35, 0.0, 0.12]) * radius * 0.9
    groove = np.exp(-((vertices[:, 1] - 0.12 * vertices[:, 2]) ** 2) / 0.006) * (vertices[:, 0] > -0.2)
    skin *= (1 - 0.07 * groove)[:, None]
    colours = mix(linear(colour), linear(dark), 0.55 * groove + 0.35 * smoothstep(0.1, 0.6, grain))
    look = {"roughness": 0.36, "subsurface": 0.35, "depth": 0.05, "bump": (30, 0.1), "coat": 0.2}
    if matt:
        look |= {"roughness": 0.62, "subsurface": 0.15, "bump": (26, 0.3), "coat": 0.0, "mottle": 0.16}
    return mesh("chickpea", skin, faces, colours, food("matt-pea" if matt else "pea", **look))


@ingredient
def pea(seed, colour="#6E9A34", second="#4F8A22", radius=0.066):
    """Green pea (or any small round pulse)."""
    vertices, faces = sphere(20, 12)
    grain = fractal(vertices * 2 + seed * 7, seed)
    return mesh(
        "pea",
        vertices * (radius * (1 + 0.08 * grain))[:, None],
        faces,
        mix(linear(colour), linear(second), 0.4 + 0.8 * grain),
        food("pea", roughness=0.36, subsurface=0.35, depth=0.05, bump=(30, 0.1), coat=0.2),
    )


@ingredient
def bean(seed, colour="#7E2320", second="#4A0F12", radius=0.075):
    """Kidney-shaped bean."""
    vertices, faces = sphere(26, 14)
    x = vertices[:, 0]
    skin = vertices * np.array([1.45, 0.85, 0.8]) * radius
    skin[:, 1] -= 0.32 * radius * (1 - x * x) * -1
    grain = fractal(vertices * 2 + seed * 5, seed)
    return mesh(
        "bean",
        skin * (1 + 0.05 * grain)[:, None],
        faces,
        mix(linear(colour), linear(second), 0.3 + 0.7 * grain),
        food("bean", roughness=0.22, subsurface=0.15, depth=0.04, bump=None, coat=0.5),
    )


@ingredient
def sprout(seed, radius=0.046, colour="#8DA33C"):
    """Sprouted green gram with its white root."""
    vertices, faces = sphere(18, 10)
    parted = np.exp(-((vertices[:, 2] / 0.22) ** 2)) * smoothstep(-0.2, 0.9, vertices[:, 0])
    vertices = vertices * np.array([1.25, 0.9, 0.9]) * radius
    colours = mix(linear(colour), linear("#F3EBC6"), parted)
    t = np.linspace(0, 1, 16)
    a = RandomState(seed).uniform(1.2, 2.8)
    P = np.stack(
        [radius + t * 0.26 * np.cos(a * t * 0.8), t * 0.26 * np.sin(a * t * 0.8), 0.03 * np.sin(t * 5)], 1
    )
    T, TF = tube(P, 0.021 * (1 - 0.75 * t**2))
    return mesh("sprout", *join([(vertices, faces, colours), (T, TF, linear("#F6F0DC"))]), wet())


@ingredient
def field_bean(seed, radius=0.1):
    """Mochai: a broad flat bean, brown-green, with the white seam where it hung in the pod."""
    ball, faces = sphere(44, 26)
    x, y = ball[:, 0], ball[:, 1]
    skin = ball * np.array([1.32, 0.92, 0.5]) * radius
    skin[:, 1] += 0.16 * radius * x * x
    grain = fractal(ball * 2 + seed * 5, seed, 3)
    wrinkle = fractal(ball * np.array([3, 9, 9]) + seed, seed + 2, 3)
    colours = mix(linear("#C2A06A"), linear("#86602E"), 0.38 + 1.1 * grain + 0.5 * wrinkle)
    seam = np.exp(-((x - 0.1) ** 2) / 0.09) * smoothstep(0.9, 0.97, y)
    colours = mix(colours, linear("#F3E6C4"), seam)
    look = {"roughness": 0.26, "subsurface": 0.15, "depth": 0.04, "bump": (40, 0.12), "coat": 0.4}
    return mesh("fieldbean", skin * (1 + 0.03 * wrinkle)[:, None], faces, colours, food("bean-skin", **look))
