"""Salad leaves and herbs."""

import math

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, ramp, smoothstep
from ..materials import food
from ..meshes import grid, join, rotate, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import leafy


def leafsheet(
    length, Wf, curl=0.3, fold=0.2, colour=("#7FB23A", "#3F7F24"), seed=1, veins=6, nu=30, nv=17, ruff=0.0, tip=0
):
    """Leaf blade: outline `Wf(u)` along its length, curled, folded, veined."""
    u, v, sheet = grid(nu, nv)
    w = v * 2 - 1
    W = Wf(u)
    x = (u - 0.05) * length
    y = w * W * length
    vein = np.abs((u * veins - np.abs(w) * 1.6) % 1 - 0.5) * 2
    z = (
        fold * np.abs(w) * W * length
        + curl * length * (u - 0.4) ** 2 * -1
        + 0.02 * length * (vein - 0.5) * np.abs(w) ** 0.5
        + ruff * length * np.abs(w) ** 2 * np.sin(u * 22 + seed * 2 + w * 2)
        + 0.05 * length * fractal(np.stack([x / length * 3, y / length * 3, np.zeros_like(x) + seed], 1), seed)
    )
    colours = mix(
        linear(colour[0]),
        linear(colour[1]),
        0.35 + 0.6 * np.abs(w) + 0.35 * fractal(np.stack([x * 6, y * 6, x * 0 + seed], 1), seed),
    )
    colours = mix(colours, linear("#D3DE9A"), np.exp(-((w * W / 0.018) ** 2)) * 0.8 * (1 - u * 0.6))
    colours = mix(colours, linear("#B8CF7A"), smoothstep(0.82, 1.0, vein) * 0.28)
    return (np.stack([x, y, z], 1), sheet, colours)


@ingredient
def spinach(seed, length=0.5, dark=False):
    """Spinach leaf."""
    vertices, faces, colours = leafsheet(
        length,
        lambda u: 0.36 * np.sin(np.pi * np.clip(u, 0, 1) ** 0.75) ** 0.8 + 0.012,
        0.5,
        0.35,
        ("#5F9436", "#2A5E20") if not dark else ("#4F8A32", "#235418"),
        seed,
        6,
        ruff=0.02,
    )
    return mesh("spinach", vertices, faces, colours, leafy())


@ingredient
def lettuce(seed, length=0.62, colour=("#B4CB70", "#6A9A34")):
    """Frilled lettuce leaf."""
    u, v, sheet = grid(26, 49)
    a = (v - 0.5) * math.radians(190)
    reach = u * length * (1 + 0.06 * np.sin(9 * a + seed))
    z = (
        0.3 * length * u**2
        + 0.11 * length * u**3 * np.sin(13 * a + seed * 2)
        + 0.06 * length * u**4 * np.sin(29 * a + seed)
    )
    grain = fractal(np.stack([reach * 5, a * 3, a * 0 + seed], 1), seed)
    z += 0.05 * length * grain
    vertices = np.stack([reach * np.cos(a) - length * 0.35, reach * np.sin(a) * 0.85, z], 1)
    colours = ramp(
        u + 0.1 * grain,
        [(0, "#F4F4D4"), (0.35, "#DCE8A4"), (0.7, colour[0] if False else "#94B850"), (1, colour[1])],
    )
    rib = np.exp(-(((np.abs(a * 4 % 1 - 0.5) - 0.5) * u / 0.08) ** 2))
    colours = mix(colours, linear("#EAF0C0"), rib * 0.3 * (1 - u))
    return mesh("lettuce", vertices, sheet, colours, leafy())


@ingredient
def redleaf(seed, length=0.5):
    """Red salad leaf."""
    vertices, faces, colours = leafsheet(
        length,
        lambda u: 0.34 * np.sin(np.pi * u**0.8) ** 0.7 + 0.02,
        0.5,
        0.3,
        ("#7A2A4A", "#4A1630"),
        seed,
        7,
        ruff=0.05,
    )
    return mesh("redleaf", vertices, faces, colours, leafy())


@ingredient
def mint(seed, length=0.26, grain=7):
    """Sprig of mint."""
    parts = []
    rng = RandomState(seed)
    for k in range(grain):
        lay = 0 if k < 4 else 1
        a = k * 2 * np.pi / 4 + (0.6 if lay else 0) + rng.uniform(-0.2, 0.2)
        sc = length * (1 if not lay else 0.68)
        vertices, faces, colours = leafsheet(
            sc,
            lambda u: (0.33 * np.sin(np.pi * u**0.85) ** 0.8 + 0.01) * (1 + 0.07 * np.sign(np.sin(u * 46))),
            -0.1,
            0.35,
            ("#7DB84A", "#2F7A2C"),
            seed + k,
            7,
            34,
            13,
        )
        vertices = rotate(vertices, (0, -(0.35 + 0.55 * lay), 0))
        vertices = rotate(vertices, (0, 0, a))
        vertices[:, 2] += 0.04 + 0.06 * lay
        parts.append((vertices, faces, colours))
    return mesh("mint", *join(parts), leafy())


@ingredient
def coriander(seed, radius=0.085, grain=3):
    """Coriander leaf on its stem."""
    parts = []
    rng = RandomState(seed)
    for k in range(grain):
        u, v, sheet = grid(8, 31)
        a = (v - 0.5) * math.radians(250)
        lob = (0.62 + 0.38 * np.abs(np.cos(a * 1.5))) * (1 + 0.1 * np.sin(a * 17))
        reach = u * radius * lob * rng.uniform(0.85, 1.15)
        vertices = np.stack(
            [reach * np.cos(a), reach * np.sin(a), 0.25 * reach * np.cos(3 * a) + 0.5 * reach * u * 0.4], 1
        )
        b = (k - 1) * 1.5 + rng.uniform(-0.2, 0.2)
        vertices[:, 0] += radius * 0.75
        vertices = rotate(vertices, (rng.uniform(-0.3, 0.3), -0.25, b))
        parts.append((vertices, sheet, mix(linear("#6FB03A"), linear("#2F7A22"), u * 0.7 + 0.2 * rng.rand())))
    T, TF = tube([(-radius * 1.1, 0, 0), (-radius * 0.3, 0.01, 0.01), (radius * 0.5, 0, 0.015)], 0.006, 6)
    parts.append((T, TF, linear("#7FB24A")))
    return mesh("coriander", *join(parts), leafy())


@ingredient
def curryleaf(seed, length=0.26):
    """Curry leaf."""
    vertices, faces, colours = leafsheet(
        length, lambda u: 0.2 * np.sin(np.pi * u**0.8) + 0.005, 0.3, 0.25, ("#4A8A2E", "#1F5418"), seed, 8, 20, 9
    )
    return mesh(
        "curryleaf",
        vertices,
        faces,
        colours,
        food("curry", roughness=0.25, bump=None, coat=0.4, translucency=0.15, subsurface=0),
    )
