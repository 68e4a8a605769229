"""Round berries, grapes and pomegranate arils; the strawberry has a module of its own."""

import numpy as np

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..materials import food
from ..meshes import sphere
from ..noise import fractal
from ..registry import ingredient


@ingredient
def blueberry(seed, radius=0.105):
    """Blueberry with bloom and crown."""
    vertices, faces = sphere(36, 22)
    pol = np.arccos(vertices[:, 2])
    az = np.arctan2(vertices[:, 1], vertices[:, 0])
    crown = np.exp(-((pol - 0.3 - 0.05 * np.cos(5 * az)) ** 2) / 0.006)
    pit = smoothstep(0.3, 0.1, pol)
    skin = vertices * (radius * (1 + 0.05 * crown - 0.16 * pit))[:, None]
    skin[:, 2] *= 0.88
    grain = fractal(vertices * 2.2 + seed * 8, seed, 4)
    colours = mix(
        mix(linear("#232A52"), linear("#5C6A9E"), 0.5 + 1.0 * grain),
        linear("#141633"),
        np.clip(pit + 0.5 * (crown > 0.6), 0, 1),
    )
    return mesh(
        "blueberry",
        skin,
        faces,
        colours,
        food("bloom", roughness=0.45, subsurface=0.1, bump=None, variation=0.15, coat=0.05, sheen=0.3),
    )


@ingredient
def aril(seed, radius=0.062):
    """Pomegranate aril."""
    vertices, faces = sphere(16, 10)
    p = 3.2
    nn = (np.abs(vertices) ** p).sum(1) ** (1 / p)
    skin = vertices / nn[:, None] * radius * np.array([1.25, 0.85, 0.8])
    skin[:, 1:] *= 1 - 0.3 * vertices[:, :1]
    grain = fractal(vertices * 1.5 + seed * 3, seed)
    return mesh(
        "aril",
        skin,
        faces,
        mix(linear("#B40F2B"), linear("#E2566A"), 0.25 + 0.9 * grain),
        food(
            "aril",
            roughness=0.08,
            subsurface=0.35,
            depth=0.1,
            radius=(1, 0.2, 0.2),
            bump=None,
            coat=0.8,
            transmission=0.25,
            variation=0.2,
        ),
    )


@ingredient
def grape(seed, colour="#A9C04B", radius=0.15):
    """Grape."""
    vertices, faces = sphere(30, 20)
    grain = fractal(vertices * 1.2 + seed * 3, seed)
    skin = vertices * radius * np.array([1.2, 0.93, 0.93])
    return mesh(
        "grape",
        skin,
        faces,
        mix(linear(colour), linear("#D8DE8A") if colour == "#A9C04B" else linear("#5A2448"), 0.3 + 0.9 * grain),
        food(
            "grape",
            roughness=0.14,
            subsurface=0.6,
            depth=0.2,
            radius=(1, 0.9, 0.4),
            bump=None,
            coat=0.5,
            variation=0.08,
        ),
    )
