"""Idli and its company, dal and quinoa."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, ramp, smoothstep
from ..materials import food
from ..meshes import join, lathe, rounded_box, sphere, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import creamy, dry, grainy


def flaky():
    look = {"roughness": 0.5, "subsurface": 0.2, "bump": (40, 0.2), "coat": 0.15}
    return food("flaky", **look, mottle=0.12, variation=0.08)


@ingredient
def dal_grain(seed, colour="#F2D56A", radius=0.045):
    """Soaked split moong dal."""
    vertices, faces = sphere(16, 10)
    shape = vertices * np.array([1.2, 0.9, 0.55]) * radius
    shape[:, 2] = np.maximum(shape[:, 2], -radius * 0.15)
    return mesh(
        "dal", shape, faces, mix(linear(colour), linear("#FBEBA8"), 0.5 + fractal(vertices * 2, seed)), creamy()
    )


@ingredient
def quinoa_grain(seed, radius=0.026, colour="#F3D68E"):
    """Cooked quinoa: a pale bead with its curled germ."""
    vertices, faces = sphere(9, 6)
    turn = np.linspace(0, 4.6, 12)
    path = np.stack([np.cos(turn) * radius * 1.18, np.sin(turn) * radius * 1.18, 0 * turn], 1)
    curl, curl_faces = tube(path, radius * 0.2, 4, caps=False)
    parts = [
        (vertices * np.array([1, 1, 0.7]) * radius, faces, linear(colour)),
        (curl, curl_faces, linear("#FFF6DC")),
    ]
    return mesh(f"quinoa{colour}", *join(parts), grainy())


@ingredient
def idli(seed, radius=0.36, height=0.17):
    """Steamed idli."""
    t = np.linspace(0, 1, 20)
    top = [(radius * np.sin(q * np.pi / 2), height * 0.66 * np.cos(q * np.pi / 2)) for q in t]
    bottom = [(radius * np.cos(q * np.pi / 2), -height * 0.34 * np.sin(q * np.pi / 2)) for q in t[1:]]
    vertices, faces = lathe([*top, *bottom], 80)
    grain = fractal(vertices * 9 + seed * 4, seed, 4)
    pores = smoothstep(0.2, 0.42, fractal(vertices * 26 + seed, seed + 2, 2))
    shape = vertices * (1 + 0.015 * grain)[:, None]
    colours = mix(mix(linear("#FCFAF2"), linear("#F1EBDB"), 0.35 + grain), linear("#DDD3BE"), pores * 0.5)
    return mesh("idli", shape, faces, colours, creamy())


@ingredient
def paniyaram(seed, radius=0.23):
    """Kuzhi paniyaram: a ball fried golden below its pale equator."""
    vertices, faces = sphere(52, 34)
    grain = fractal(vertices * 4 + seed * 4, seed, 4)
    z = vertices[:, 2] + 0.12 * grain
    colours = ramp(z, [(-1, "#A8621E"), (-0.2, "#C98A34"), (0.1, "#EFD9A0"), (0.3, "#E2B566"), (1, "#B8702A")])
    colours = mix(colours, linear("#7A3E12"), smoothstep(0.28, 0.5, fractal(vertices * 6, seed + 3, 4)) * 0.7)
    colours = mix(colours, linear("#4E7A2E"), smoothstep(0.40, 0.52, fractal(vertices * 13, seed + 9, 2)))
    return mesh(
        "paniyaram",
        vertices * np.array([1, 1, 0.86]) * (radius * (1 + 0.03 * grain))[:, None],
        faces,
        colours,
        dry(),
    )


@ingredient
def idiyappam(seed, radius=0.42, colour="#FFFDF6"):
    """Disc of steamed string hoppers: hair-thin strands, pressed out in small loops."""
    rng = RandomState(seed)
    parts = []
    for k in range(130):
        t = np.linspace(0, 1, 46)
        loops, size = rng.uniform(1.4, 2.8), radius * rng.uniform(0.10, 0.26)
        from_middle, heading = radius * 0.80 * np.sqrt(rng.rand()), rng.uniform(0, 2 * np.pi)
        turn = rng.uniform(0, 2 * np.pi) + loops * 2 * np.pi * t * rng.choice([-1, 1])
        drift = heading + (t - 0.5) * rng.uniform(0.6, 1.8)
        x = from_middle * np.cos(drift) + size * np.cos(turn)
        y = from_middle * np.sin(drift) + size * np.sin(turn)
        squeeze = np.minimum(1, radius / np.maximum(np.hypot(x, y), 1e-6))
        dome = 0.15 * (1 - (from_middle / radius) ** 2) + 0.02
        z = dome * k / 130 + 0.012 * np.sin(turn * 1.7 + k) + 0.012
        strand, faces = tube(np.stack([x * squeeze, y * squeeze, z], 1), 0.0085, 5, caps=False)
        parts.append((strand, faces, linear(colour) * rng.uniform(0.93, 1.0)))
    return mesh("idiyappam", *join(parts), grainy())


@ingredient
def kothu_strip(seed, length=0.2, width=0.06):
    """Strip of parotta chopped on the griddle: pale layers, browned here and there."""
    rng = RandomState(seed)
    vertices, faces = rounded_box(length * rng.uniform(0.6, 1.1), width, 0.026, 20, 6)
    bend = rng.uniform(-0.35, 0.5)
    vertices[:, 2] += bend * vertices[:, 0] ** 2 / length + 0.02 * np.sin(vertices[:, 0] * 30 + seed)
    grain = fractal(vertices * 9 + seed * 3, seed, 4)
    layers = np.sin(vertices[:, 2] * 300 + 3 * grain) * (np.abs(vertices[:, 1]) > width * 0.8)
    colours = mix(linear("#FBEBC4"), linear("#E9BC70"), 0.35 + 1.1 * grain + 0.25 * layers)
    colours = mix(colours, linear("#A8642A"), smoothstep(0.14, 0.36, fractal(vertices * 8 + seed, seed + 4, 3)))
    return mesh("kothustrip", vertices * (1 + 0.08 * grain)[:, None], faces, colours, flaky())
