"""Cubes and chunks: paneer, chicken, fruit."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..materials import food
from ..meshes import rounded_box
from ..noise import fractal
from ..registry import ingredient
from .surfaces import charred, creamy, juicy_flesh, matte, wet


@ingredient
def paneer(seed, style="plain", half=0.145):
    """Paneer cube, style 'plain', 'grill' or 'tandoori'."""
    rng = RandomState(seed)
    vertices, faces = rounded_box(
        half * rng.uniform(0.9, 1.15), half * rng.uniform(0.85, 1.05), half * rng.uniform(0.75, 0.95), 18, 9
    )
    grain = fractal(vertices * 7 + seed * 4, seed, 4)
    vertices = vertices * (1 + 0.035 * grain)[:, None]
    if style == "plain":
        colours = mix(linear("#FBF4E4"), linear("#F1E3C4"), 0.3 + 0.8 * grain)
    elif style == "grill":
        e = (np.abs(vertices / np.abs(vertices).max(0)) > 0.8).sum(1)
        spots = fractal(vertices * 9 + seed, seed + 3, 4)
        colours = mix(linear("#FAF0DA"), linear("#E3A44A"), smoothstep(-0.05, 0.35, spots + 0.16 * (e - 1)))
        colours = mix(colours, linear("#8A4A1C"), smoothstep(0.28, 0.55, spots + 0.14 * (e - 1)))
    else:
        spots = fractal(vertices * 8 + seed, seed + 3, 4)
        colours = mix(linear("#E2802A"), linear("#C9501A"), 0.45 + 1.0 * grain)
        colours = mix(colours, linear("#5A2410"), smoothstep(0.22, 0.5, spots))
        colours = mix(colours, linear("#F3D9A6"), smoothstep(0.25, 0.5, -spots) * 0.5)
    return mesh("paneer", vertices, faces, colours, creamy() if style == "plain" else charred())


@ingredient
def cube(seed, colour="#F6A623", second="#FBC25C", half=0.15, p=6, rough=0, juicy=True):
    """Cube of fruit or vegetable in two colours."""
    rng = RandomState(seed)
    vertices, faces = rounded_box(
        half * rng.uniform(0.85, 1.15), half * rng.uniform(0.85, 1.1), half * rng.uniform(0.8, 1.0), 14, p
    )
    grain = fractal(vertices * 6 + seed * 4, seed, 4)
    vertices = vertices * (1 + (0.06 + rough) * grain)[:, None]
    return mesh(
        "cube",
        vertices,
        faces,
        mix(linear(colour), linear(second), 0.4 + 1.1 * grain),
        juicy_flesh() if juicy else matte(),
    )


@ingredient
def watermelon(seed, half=0.17):
    """Watermelon cube with seeds."""
    rng = RandomState(seed)
    vertices, faces = rounded_box(half * rng.uniform(0.9, 1.15), half, half * 0.9, 20, 8)
    grain = fractal(vertices * 11 + seed * 4, seed, 4)
    vertices = vertices * (1 + 0.04 * grain)[:, None]
    colours = mix(linear("#E0323A"), linear("#F2686A"), 0.4 + 1.2 * grain)
    for _ in range(5):
        q = rng.uniform(-1, 1, 3)
        ax = rng.randint(3)
        q[ax] = rng.choice([-1, 1])
        q = q * half * 0.85
        d = np.sqrt((((vertices - q) * np.array([1, 1.5, 1])) ** 2).sum(1))
        colours = mix(colours, linear("#22120E"), smoothstep(0.038, 0.024, d))
    return mesh(
        "watermelon",
        vertices,
        faces,
        colours,
        food(
            "melon", roughness=0.22, subsurface=0.4, depth=0.1, radius=(1, 0.35, 0.3), bump=(60, 0.12), coat=0.45
        ),
    )


@ingredient
def dragonfruit_cube(seed, half=0.12):
    """Cube of white dragon fruit full of black seeds."""
    vertices, faces = rounded_box(half, half * 0.95, half * 0.9, 30, 7)
    grain = fractal(vertices * 9 + seed, seed, 3)
    vertices = vertices * (1 + 0.05 * grain)[:, None]
    seeds = smoothstep(0.30, 0.36, fractal(vertices * 34 + seed * 5, seed + 3, 1))
    colours = mix(mix(linear("#FFFDFD"), linear("#EDE4E8"), 0.35 + grain), linear("#17151A"), seeds)
    return mesh("dragoncube", vertices, faces, colours, juicy_flesh())


@ingredient
def chicken(seed, style="grill", half=0.15):
    """Piece of chicken, style 'grill', 'tikka', 'pepper' or 'boiled'."""
    rng = RandomState(seed)
    vertices, faces = rounded_box(
        half * rng.uniform(1.1, 1.5), half * rng.uniform(0.8, 1.05), half * rng.uniform(0.6, 0.8), 22, 4
    )
    grain = fractal(vertices * 5 + seed * 7, seed, 4)
    vertices = vertices * (1 + 0.22 * grain)[:, None]
    spots = fractal(vertices * 8 + seed, seed + 9, 4)
    pal = {
        "grill": ("#D79A52", "#B8672A", "#5E2C12"),
        "tikka": ("#DB6A20", "#B8380F", "#4A180C"),
        "pepper": ("#A8703A", "#6E3F1C", "#2E1A10"),
        "boiled": ("#F4E6CC", "#E6CDA2", "#D3AE7A"),
    }[style]
    colours = mix(linear(pal[0]), linear(pal[1]), 0.5 + 1.1 * grain)
    colours = mix(colours, linear(pal[2]), smoothstep(0.18, 0.5, spots))
    return mesh("chicken", vertices, faces, colours, charred())


@ingredient
def chickslice(seed, length=0.5):
    """Slice of grilled breast: cut face to the side, char on top."""
    vertices, faces = rounded_box(length * 0.5, 0.075, 0.15, 26, 5)
    grain = fractal(vertices * 5 + seed * 7, seed, 4)
    zt = vertices[:, 2] / 0.15
    vertices[:, 2] *= 1 - 0.25 * (vertices[:, 0] / (length * 0.5)) ** 2
    vertices = vertices * (1 + 0.07 * grain)[:, None]
    fib = fractal(vertices * np.array([6, 30, 22]) + seed, seed + 2)
    colours = mix(linear("#F6E8CC"), linear("#E7CBA0"), 0.4 + 1.0 * fib)
    crust = smoothstep(0.55, 0.9, zt + 0.15 * grain)
    colours = mix(colours, mix(linear("#D08A3E"), linear("#A9601F"), 0.5 + grain), crust)
    bar = smoothstep(0.2, 0.8, np.cos(vertices[:, 0] * 30 + seed)) * smoothstep(0.7, 0.95, zt)
    colours = mix(colours, linear("#4A220E"), bar * 0.85)
    colours = mix(colours, linear("#C98A4A"), smoothstep(-0.7, -0.98, zt) * 0.8)
    return mesh("chickslice", vertices, faces, colours, wet())
