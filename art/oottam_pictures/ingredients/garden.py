"""Mushrooms, tubers, pods and strips."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..meshes import disc, grid, join, lathe, rotate, rounded_box, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import creamy, juicy_flesh, wet


@ingredient
def mushroom(seed, radius=0.2, thickness=0.055, colour="#D9B88C", second="#A8763E"):
    """Slice through a button mushroom: cap, gills, stem."""
    u, v, faces = grid(22, 40)
    angle = (v - 0.5) * np.pi
    cap = np.stack([np.sin(angle) * u, np.cos(angle) * 0.8 * u + 0.1], 1) * radius
    parts = []
    grain = fractal(np.stack([u * 6, v * 8, u * 0 + seed], 1), seed)
    tint = mix(mix(linear(colour), linear(second), 0.35 + grain), linear("#6A431F"), smoothstep(0.9, 1, u) * 0.8)
    tint = mix(tint, linear("#7A5230"), np.exp(-((u - 0.52) ** 2) / 0.006) * 0.7)
    for side in (1, -1):
        z = side * thickness / 2 * np.sqrt(np.clip(1 - u**8, 0, 1))
        sheet = faces if side > 0 else [f[::-1] for f in faces]
        parts.append((np.column_stack([cap, z]), sheet, tint))
    stem, stem_faces = rounded_box(radius * 0.26, radius * 0.5, thickness * 0.45, 8, 5)
    stem[:, 1] -= radius * 0.3
    parts.append((stem, stem_faces, mix(linear("#E9D0A6"), linear(second), 0.3 + fractal(stem * 12, seed))))
    return mesh("mushroom", *join(parts), wet())


@ingredient
def whole_mushroom(seed, radius=0.2):
    """Whole button mushroom, leaning back so that its stem and gills show."""
    turn = np.linspace(0, np.pi / 2, 22)
    cap = [(radius * np.sin(q), radius * 0.72 * np.cos(q)) for q in turn]
    under = [(radius * 0.97, -radius * 0.14), (radius * 0.8, -radius * 0.16), (radius * 0.42, -radius * 0.04)]
    stem = [(radius * 0.36, -radius * 0.3), (radius * 0.4, -radius * 0.95), (radius * 0.3, -radius * 1.02)]
    vertices, faces = lathe([*cap, *under, *stem, (0, -radius * 1.0)], 72)
    grain = fractal(vertices * 4 / radius * 0.4 + seed * 3, seed, 4)
    reach = np.hypot(vertices[:, 0], vertices[:, 1]) / radius
    colours = mix(linear("#F6EDDC"), linear("#D9C2A0"), 0.3 + grain)
    below = (vertices[:, 2] < -radius * 0.02) & (reach > 0.41)
    gills = 0.5 + 0.5 * np.sin(np.arctan2(vertices[:, 1], vertices[:, 0]) * 36)
    colours = mix(colours, mix(linear("#8A6448"), linear("#B48E6C"), gills), below * 0.9)
    shape = rotate(vertices * (1 + 0.05 * grain)[:, None], (0.9, 0.15, 0))
    return mesh("wholemushroom", shape, faces, colours, creamy())


@ingredient
def sweet_potato(seed, radius=0.3, thickness=0.17):
    """Thick round of steamed sweet potato in its purple skin."""
    vertices, faces, reach, angle, _ = disc(radius, thickness, 22, 80, 0.25)
    vertices[:, :2] *= (1 + 0.05 * np.cos(2 * angle + seed) + 0.02 * np.cos(5 * angle))[:, None]
    grain = fractal(vertices * 8 + seed * 3, seed, 4)
    colours = mix(linear("#EE9A3A"), linear("#F7BE6A"), 0.4 + grain)
    colours = mix(colours, linear("#D9822A"), np.exp(-((reach - 0.86) ** 2) / 0.002) * 0.6)
    colours = mix(colours, mix(linear("#8A3A4A"), linear("#6A2838"), 0.5 + grain), smoothstep(0.955, 0.985, reach))
    vertices[:, 2] += 0.010 * grain
    return mesh("sweetpotato", vertices, faces, colours, creamy())


@ingredient
def bean_pod(seed, length=0.3, radius=0.035, colour="#4E8A34", second="#79AC4A"):
    """Piece of green bean (or of drumstick, thicker and paler)."""
    bend = RandomState(seed).uniform(-0.04, 0.04)
    t = np.linspace(0, 1, 14)
    path = np.stack([(t - 0.5) * length, bend * np.sin(3 * t), 0 * t], 1)
    width = radius * np.minimum(1, np.sin(np.pi * np.clip(t * 0.96 + 0.02, 0, 1)) * 5) ** 0.5
    vertices, faces = tube(path, width, 14)
    angle = np.resize(np.arange(14) / 14 * 2 * np.pi, len(vertices))
    colours = mix(
        linear(colour), linear(second), 0.35 + 0.6 * fractal(vertices * 9, seed) + 0.3 * np.sin(angle * 3)
    )
    return mesh("beanpod", vertices, faces, colours, wet())


@ingredient
def drumstick(seed, length=0.5, radius=0.065):
    """Piece of drumstick (moringa pod), ridged, with its pale cut end."""
    vertices, faces = tube(
        [((q - 0.5) * length, 0.02 * np.sin(3 * q), 0) for q in np.linspace(0, 1, 14)], radius, 24
    )
    angle = np.arctan2(vertices[:, 2], vertices[:, 1])
    ridge = np.cos(angle * 3)
    vertices[:, 1:] *= (1 + 0.09 * ridge)[:, None]
    colours = mix(linear("#6F8A3A"), linear("#A3B46A"), 0.45 + 0.35 * ridge + 0.5 * fractal(vertices * 8, seed))
    ends = smoothstep(0.485, 0.5, np.abs(vertices[:, 0]) / length)
    return mesh("drumstick", vertices, faces, mix(colours, linear("#EDE8C0"), ends), wet())


@ingredient
def capsicum(seed, length=0.3, colour="#4E9A2E"):
    """Curved strip of bell pepper."""
    u, v, faces = grid(22, 7)
    turn = (u - 0.5) * 2.2
    reach = length * 0.5
    wall = (v - 0.5) * length * 0.3
    shape = np.stack([np.sin(turn) * reach, np.cos(turn) * reach - reach, wall + 0.01 * np.sin(u * 9)], 1)
    parts = [(shape, faces, mix(linear(colour), linear(colour) * 1.3, v))]
    inner = shape * np.array([0.9, 0.9, 1]) + np.array([0, -0.012, 0])
    parts.append((inner, [f[::-1] for f in faces], mix(linear(colour) * 1.4, linear("#F1EBC2"), v * 0 + 0.35)))
    return mesh(f"capsicum{colour}", *join(parts), juicy_flesh())


@ingredient
def raw_mango(seed, length=0.36, width=0.02):
    """Stick of raw mango: pale green, darker on its skin side."""
    t = np.linspace(0, 1, 8)
    bend = RandomState(seed).uniform(-0.05, 0.05)
    path = np.stack([(t - 0.5) * length, bend * np.sin(t * 3), 0 * t], 1)
    vertices, faces = tube(path, width, 4)
    colours = mix(linear("#EEF0B8"), linear("#D6E08A"), 0.4 + fractal(vertices * 8, seed))
    colours = mix(colours, linear("#5E9A36"), (vertices[:, 2] > width * 0.5).astype(float) * (seed % 2))
    return mesh("rawmango", vertices, faces, colours, wet(), smooth=False)
