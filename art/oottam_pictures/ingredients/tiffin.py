"""Idli and its company, dal and quinoa."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, ramp, smoothstep
from ..materials import food
from ..meshes import grid, join, lathe, sphere, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import creamy, dry, grainy


@ingredient
def paratha_shred(seed, length=0.34, width=0.12):
    """Torn piece of flaky paratha, as in kothu."""
    rng = RandomState(seed)
    u, v, faces = grid(16, 8)
    bend = rng.uniform(0.1, 0.3)
    x = (u - 0.5) * length
    y = (v - 0.5) * width * (1 + 0.3 * np.sin(u * 7 + seed))
    z = bend * length * np.sin(u * 3.1) + 0.02 * np.sin(v * 9 + seed)
    grain = fractal(np.stack([x * 14, y * 14, u * 0 + seed], 1), seed, 4)
    colours = mix(linear("#EBC98A"), linear("#C98E44"), 0.4 + grain)
    colours = mix(colours, linear("#7A4218"), smoothstep(0.22, 0.45, grain))
    sheet = np.stack([x, y, z], 1)
    under = sheet - np.array([0, 0, 0.022])
    return mesh(
        "kothu", *join([(sheet, faces, colours), (under, [f[::-1] for f in faces], colours)]), material=flaky()
    )


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
def idiyappam(seed, radius=0.4, colour="#FBF8EE"):
    """Nest of steamed string hoppers."""
    rng = RandomState(seed)
    parts = []
    for k in range(26):
        reach = radius * np.sqrt(rng.uniform(0.02, 0.9))
        start, turn = rng.uniform(0, 2 * np.pi), np.linspace(0, rng.uniform(2.5, 5.5), 40)
        wobble = reach * (1 + 0.22 * np.sin(turn * 3 + k)) + 0.05 * np.sin(turn * 5 + 2 * k)
        x, y = wobble * np.cos(turn + start), wobble * np.sin(turn + start)
        z = 0.02 + 0.006 * k * (1 - reach / radius * 0.5) + 0.012 * np.sin(turn * 4 + k)
        strand, faces = tube(np.stack([x, y, z], 1), 0.017, 6)
        parts.append((strand, faces, linear(colour) * rng.uniform(0.94, 1.0)))
    return mesh("idiyappam", *join(parts), creamy())
