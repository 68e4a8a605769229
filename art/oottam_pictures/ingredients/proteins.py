"""Tofu, soya, fish, kebab, scrambled egg."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..meshes import disc, rounded_box, sphere, tube
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
def fish(seed, style="tikka", length=0.26):
    """Thick piece of seer fish: 'tikka' charred, 'curry' with skin on its edge."""
    vertices, faces = rounded_box(length, length * 0.62, length * 0.3, 24, 4)
    grain = fractal(vertices * 6 + seed * 5, seed, 4)
    flakes = np.sin(vertices[:, 0] * 46 + 4 * grain) * 0.012
    shape = vertices * (1 + 0.08 * grain)[:, None]
    shape[:, 2] += flakes * (vertices[:, 2] > 0)
    if style == "tikka":
        colours = mix(linear("#DE8A2E"), linear("#C0581A"), 0.5 + grain + flakes * 20)
        colours = mix(colours, linear("#3E1A0C"), smoothstep(0.15, 0.45, fractal(vertices * 9, seed + 3, 4)))
    else:
        colours = mix(linear("#EAD0AC"), linear("#C98A5A"), 0.4 + grain + flakes * 24)
        edge = smoothstep(0.86, 0.98, np.abs(vertices[:, 1]) / (length * 0.62))
        colours = mix(colours, linear("#6E7478"), edge * 0.85)
    return mesh("fish", shape, faces, colours, charred())


@ingredient
def fish_steak(seed, radius=0.27):
    """Cross cut of seer fish: horseshoe of pale flakes in a dark skin, bone in the middle, masala on it."""
    vertices, faces, reach, angle, _ = disc(radius, 0.14, 26, 110, 0.4)
    belly = np.exp(-(((angle + np.pi / 2 + np.pi) % (2 * np.pi) - np.pi) ** 2) / 0.10)
    vertices[:, :2] *= (1 - 0.5 * belly * reach + 0.10 * np.cos(2 * angle) * reach)[:, None]
    grain = fractal(vertices * 11 + seed * 3, seed, 4)
    flakes = 0.5 + 0.5 * np.sin(reach * 22 + 7 * grain + 2 * np.abs(angle))
    colours = mix(linear("#F1DFC6"), linear("#DDB48A"), 0.25 + 0.8 * grain + 0.25 * flakes)
    masala = smoothstep(0.05, 0.4, fractal(vertices * 6, seed + 4, 4))
    colours = mix(colours, linear("#B8561E"), masala * 0.75)
    colours = mix(colours, linear("#8A6A4E"), np.exp(-((reach / 0.09) ** 2)) * 0.8)
    colours = mix(colours, linear("#3E4246"), smoothstep(0.9, 0.95, reach))
    vertices[:, 2] += 0.014 * flakes * (vertices[:, 2] > 0)
    return mesh("fishsteak", vertices, faces, colours, charred())


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
