"""What fills a vessel before anything is laid on top: liquids, porridge, beds of grain."""

import numpy as np

from .blender import build, pose
from .colour import linear, mix, smoothstep
from .ingredients.surfaces import creamy, gravy
from .meshes import grid, lathe, rounded_box, tube
from .noise import fractal
from .placement import Pile, within
from .registry import variants


def fill(vessel, level, colours, material, *, crown=0.0, noise=0.03, swirl=0.0, grain_scale=5, seed=5):
    """Fill `vessel` up to `level` and return the Pile on its surface and the surface's radius.

    colours: two that marble into each other. crown: how much higher the middle stands.
    swirl: depth of a spoon's spiral.
    """
    radius = vessel.inner_radius(level) + 0.01
    rings = [(max(q * radius, 1e-3 if q else 0), 0) for q in np.linspace(0, 1, 46)]
    vertices, faces = lathe(rings, 120)
    r = np.hypot(vertices[:, 0], vertices[:, 1]) / radius
    angle = np.arctan2(vertices[:, 1], vertices[:, 0])
    grain = fractal(np.stack([vertices[:, 0] * grain_scale, vertices[:, 1] * grain_scale, r * 0], 1), seed, 4)
    spiral = np.sin(angle + np.log(r + 0.06) * 4.2 + grain * 0.8) * np.exp(-r * 1.1)
    spiral *= smoothstep(1, 0.75, r) * swirl
    vertices[:, 2] = level + crown * (1 - r**2) + noise * grain * smoothstep(1, 0.85, r) + 0.045 * spiral
    vertices[:, 2] += 0.02 * smoothstep(0.93, 1, r) * (crown < 0.05)
    tint = mix(linear(colours[0]), linear(colours[1]), 0.45 + grain + 0.55 * spiral / (swirl or 1))
    build(vertices, faces, tint, material)

    def surface(x, y):
        reach = np.hypot(x, y)
        inside = level + crown * (1 - np.clip(reach / radius, 0, 1) ** 2)
        return np.maximum(inside - (reach > radius) * 9, vessel.wall(reach))

    return Pile(surface), radius


def cover_with_grain(pile, name, count, reach, rng, **look):
    """Strew loose grain over a bed; it does not raise the pile."""
    pile.drop(variants(name, 6, **look), within(reach - 0.03), count, rng, tilt=22, sink=0.3, tries=1, stamp=False)


def cup_of(level, radius, colours, material, x=0.0, y=0.0, seed=3):
    """Surface of chutney or sambar in a small cup."""
    rings = [(max(q * radius, 1e-3 if q else 0), 0) for q in np.linspace(0, 1, 24)]
    vertices, faces = lathe(rings, 60)
    grain = fractal(vertices * 9 + seed, seed, 4)
    vertices[:, 2] = level + 0.03 * grain
    tint = mix(linear(colours[0]), linear(colours[1]), 0.45 + grain)
    build(vertices + np.array([x, y, 0]), faces, tint, material)


def drizzle(pile, path, colour, material, thickness=0.026):
    """A thread of cream, syrup or sauce along [(x, y), ...] on the pile."""
    path = np.array(path, float)
    heights = np.array([pile.height(x, y) + 0.012 for x, y in path])
    heights = np.convolve(np.pad(heights, 8, "edge"), np.ones(17) / 17, "valid")
    t = np.linspace(0, 1, len(path))
    width = thickness * np.sin(np.pi * np.clip(t * 0.96 + 0.02, 0, 1)) ** 0.4
    build(*tube(np.column_stack([path, heights]), width, 10), linear(colour), material)


def spiral_path(inner=0.12, outer=0.62, turns=1.9, count=160):
    """Points of a spiral for `drizzle`."""
    t = np.linspace(0, 1, count)
    angle = t * 2 * np.pi * turns
    r = inner + (outer - inner) * t
    return np.stack([r * np.cos(angle), r * np.sin(angle)], 1)


def zigzag_path(x0, y0, x1, y1, width=0.14, turns=5, count=160):
    """Points of a zigzag for `drizzle`."""
    t = np.linspace(0, 1, count)
    offset = width * np.sin(t * 2 * np.pi * turns)
    length = np.hypot(x1 - x0, y1 - y0)
    nx, ny = -(y1 - y0) / length, (x1 - x0) / length
    return np.stack([x0 + (x1 - x0) * t + nx * offset, y0 + (y1 - y0) * t + ny * offset], 1)


def pat_of_butter(pile, x=0.02, y=0.03, size=0.12):
    """A half-molten pat of butter on top."""
    vertices, faces = rounded_box(size, size * 0.92, size * 0.46, 10, 5)
    where = pose(x, y, float(pile.height(x, y)) + 0.02, (0.1, 0.1, 0.6))
    build(vertices, faces, linear("#FBE6A0"), creamy(), matrix=where)


def pool_of_gravy(pile, colours, at, radius):
    """A ladle of gravy poured over rice at (x, y)."""
    u, v, faces = grid(30, 80)
    angle = v * 2 * np.pi
    reach = radius * (1 + 0.10 * np.sin(3 * angle + 1) + 0.06 * np.sin(5 * angle)) * u
    x, y = at[0] + reach * np.cos(angle), at[1] + reach * np.sin(angle)
    ground = np.array([pile.height(a, b) for a, b in zip(x, y, strict=True)])
    grain = fractal(np.stack([x * 6, y * 6, x * 0], 1), 3, 4)
    z = ground + 0.075 * np.sqrt(np.clip(1 - u**8, 0, 1)) + 0.03 * grain * (u < 0.95) - 0.01
    vertices = np.stack([x, y, z], 1)
    build(vertices, faces, mix(linear(colours[0]), linear(colours[1]), 0.45 + grain), gravy())
    pile.stamp(vertices)
