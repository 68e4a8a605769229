"""Tofu, soya, tuna, kebab, scrambled egg."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..meshes import disc, rotate, rounded_box, sphere, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import charred, creamy, dry, matte


@ingredient
def tofu(seed, half=0.13, seared=True):
    """Seared cube of tofu, flatter than paneer."""
    rng = RandomState(seed)
    vertices, faces = rounded_box(half * rng.uniform(1, 1.2), half, half * 0.62, 18, 10)
    grain = fractal(vertices * 8 + seed, seed, 4)
    top = smoothstep(0.7, 1.0, np.abs(vertices[:, 2]) / (half * 0.62))
    colours = mix(linear("#FAF3DE"), linear("#EFDDB4"), 0.4 + grain)
    if seared:
        colours = mix(colours, mix(linear("#D9983E"), linear("#A8601E"), 0.5 + 1.2 * grain), top * 0.9)
    return mesh("tofu", vertices * (1 + 0.02 * grain)[:, None], faces, colours, creamy())


@ingredient
def soya_chunk(seed, radius=0.13, colour="#8E5226", second="#5A2C12"):
    """Soya chunk fried with masala: spongy and brown."""
    vertices, faces = sphere(40, 26)
    lumps = fractal(vertices * 2.4 + seed * 5, seed, 4)
    fine = fractal(vertices * 7 + seed, seed + 4, 3)
    shape = vertices * (radius * (1 + 0.35 * lumps + 0.10 * fine))[:, None] * np.array([1.15, 0.95, 0.75])
    return mesh(
        "soya", shape, faces, mix(linear(colour), linear(second), 0.45 + 1.3 * fine + 0.4 * lumps), charred()
    )


@ingredient
def falafel(seed, radius=0.16):
    """Falafel ball with a rough fried crust."""
    vertices, faces = sphere(44, 28)
    fine = fractal(vertices * 6 + seed * 3, seed, 4)
    shape = vertices * (radius * (1 + 0.13 * fine))[:, None] * np.array([1, 1, 0.85])
    colours = mix(linear("#9A5E24"), linear("#5E3512"), 0.4 + 1.2 * fine)
    return mesh("falafel", shape, faces, mix(colours, linear("#7F8A3A"), smoothstep(0.22, 0.45, fine)), dry())


@ingredient
def falafel_half(seed, radius=0.15):
    """Falafel cut through: green crumb in a brown crust, the cut towards +x."""
    vertices, faces, reach, _, _ = disc(radius, radius * 0.9, 34, 80, 0.5)
    fine = fractal(vertices * 20 + seed * 3, seed, 4)
    colours = mix(linear("#B8924A"), linear("#7E6426"), 0.4 + 1.3 * fine)
    colours = mix(colours, linear("#F0DDA6"), smoothstep(0.22, 0.36, fine))
    colours = mix(colours, linear("#5E7A2A"), smoothstep(0.2, 0.32, -fine))
    colours = mix(colours, mix(linear("#7A4A1E"), linear("#4A2A10"), 0.5 + fine), smoothstep(0.86, 0.94, reach))
    shape = vertices * (1 + 0.10 * fine)[:, None]
    return mesh("falafelhalf", rotate(shape, (0, np.pi / 2, 0)), faces, colours, dry())


@ingredient
def tuna(seed, radius=0.1):
    """Flaked tuna."""
    vertices, faces = sphere(36, 22)
    lumps = fractal(vertices * 2 + seed * 7, seed, 3)
    layers = fractal(vertices * np.array([3, 14, 5]) + seed, seed + 2, 3)
    shape = vertices * np.array([1.5, 0.8, 0.45]) * (radius * (1 + 0.4 * lumps + 0.18 * layers))[:, None]
    return mesh("tuna", shape, faces, mix(linear("#E8C4A6"), linear("#C08A6C"), 0.4 + 1.3 * layers), matte())


@ingredient
def seekh(seed, length=0.6, radius=0.1):
    """Seekh kebab: long, dented by the fingers, charred."""
    t = np.linspace(0, 1, 40)
    path = np.stack([(t - 0.5) * length, 0.012 * np.sin(9 * t), 0 * t], 1)
    width = radius * (1 + 0.10 * np.sin(t * 30)) * np.sin(np.pi * np.clip(t * 0.9 + 0.05, 0, 1)) ** 0.25
    vertices, faces = tube(path, width, 22)
    grain = fractal(vertices * 12 + seed * 3, seed, 4)
    colours = mix(linear("#A85C2C"), linear("#70341A"), 0.45 + 1.2 * grain)
    colours = mix(colours, linear("#2E140A"), smoothstep(0.2, 0.5, fractal(vertices * 7, seed + 3, 4)))
    colours = mix(colours, linear("#5E8A32"), smoothstep(0.34, 0.5, fractal(vertices * 22, seed + 8, 2)))
    return mesh("seekh", vertices * (1 + 0.05 * grain)[:, None], faces, colours, charred())


@ingredient
def scramble(seed, radius=0.12, colour="#F6D45E", second="#FBE9A4"):
    """Soft curd of scrambled egg (or of tofu or paneer bhurji by its colours)."""
    vertices, faces = sphere(40, 26)
    lumps = fractal(vertices * 1.9 + seed * 5, seed, 4)
    fine = fractal(vertices * 6 + seed, seed + 3, 3)
    shape = vertices * (radius * (1 + 0.55 * lumps + 0.10 * fine))[:, None] * np.array([1.2, 0.95, 0.7])
    return mesh("scramble", shape, faces, mix(linear(colour), linear(second), 0.4 + 1.3 * fine), creamy())


@ingredient
def mince(seed, radius=0.06, colour="#8A5028", second="#4E2612"):
    """Crumb of cooked keema."""
    vertices, faces = sphere(22, 14)
    lumps = fractal(vertices * 2.4 + seed * 5, seed, 3)
    shape = vertices * (radius * (1 + 0.5 * lumps))[:, None] * np.array([1.3, 0.9, 0.8])
    return mesh("mince", shape, faces, mix(linear(colour), linear(second), 0.45 + 1.3 * lumps), charred())


@ingredient
def seekh_end(seed, radius=0.12):
    """Cut end of a seekh kebab, as it looks out of a roll."""
    vertices, faces, reach, _, _ = disc(radius, 0.16, 20, 60, 0.4)
    grain = fractal(vertices * 16 + seed * 3, seed, 4)
    colours = mix(linear("#B8744A"), linear("#8A4A28"), 0.4 + grain)
    colours = mix(colours, linear("#4E2412"), smoothstep(0.86, 0.97, reach))
    return mesh("seekhend", vertices * (1 + 0.06 * grain)[:, None], faces, colours, charred())
