"""Slices and wedges of fruit."""

import math

import numpy as np

from ..blender import mesh
from ..colour import linear, mix, ramp, smoothstep
from ..meshes import disc, grid, join, slab_between
from ..noise import fractal
from ..registry import ingredient
from .surfaces import creamy, juicy_flesh, sliced, wet

BANANA = [
    (0, "#E9CF8E"),
    (0.18, "#F0DDA6"),
    (0.42, "#FAEEC8"),
    (0.8, "#FBF1D2"),
    (0.93, "#F3E0A6"),
    (1, "#E6CB80"),
]


@ingredient
def banana(seed, radius=0.2, thickness=0.1):
    """Banana slice with its three seams and dark seeds."""
    vertices, faces, reach, angle, side = disc(radius, thickness, 18, 72)
    vertices[:, :2] *= (1 + 0.04 * np.cos(3 * angle + seed) + 0.02 * np.cos(5 * angle))[:, None]
    lobes = np.clip(np.cos(3 * angle + seed) * 1.5, 0, 1) ** 2
    seeds = np.exp(-((reach - 0.2) ** 2) / 0.004) * lobes * (side != 0)
    from_seam = np.full_like(angle, 9.0)
    for k in range(3):
        turn = angle - k * 2.094 - seed
        from_seam = np.minimum(from_seam, np.abs(np.sin(turn)) + 5 * (np.cos(turn) < 0))
    seams = np.exp(-((from_seam * reach) ** 2) / 0.0012) * (reach < 0.55) * (reach > 0.05)
    colours = mix(ramp(reach, BANANA), linear("#8A6A3A"), seeds * 0.75)
    colours = mix(colours, linear("#DDBF7C"), seams * 0.5)
    vertices[:, 2] += np.where(side > 0, 0.006 * np.cos(reach * 9), 0)
    return mesh("banana", vertices, faces, colours, creamy())


@ingredient
def kiwi(seed, radius=0.22, thickness=0.07):
    """Kiwi slice."""
    vertices, faces, reach, angle, side = disc(radius, thickness, 26, 120)
    colours = ramp(
        reach,
        [
            (0, "#F2F0C4"),
            (0.2, "#E6EBA8"),
            (0.32, "#8DB43A"),
            (0.7, "#7FAE2E"),
            (0.92, "#6A9A24"),
            (0.97, "#8FAA44"),
            (1, "#7A6236"),
        ],
    )
    ray = 0.5 + 0.5 * np.cos(26 * angle)
    colours = mix(colours, linear("#CFE08A"), 0.5 * ray * (reach > 0.26) * (reach < 0.85))
    seeds = np.exp(-((reach - 0.36 - 0.05 * np.cos(13 * angle)) ** 2) / 0.003) * np.clip(
        np.cos(20 * angle) * 2 - 0.6, 0, 1
    )
    colours = mix(colours, linear("#17150F"), np.clip(seeds * 1.6, 0, 1) * (side != 0))
    return mesh("kiwi", vertices, faces, colours, sliced())


def citrus(seed, rind, flesh, radius, thickness, nseg=10):
    """Slice of a citrus fruit with `nseg` segments."""
    vertices, faces, reach, angle, side = disc(radius, thickness, 26, 140)
    a = angle / (2 * np.pi) * nseg % 1
    e = np.abs(a - 0.5) * 2
    pith = np.clip(smoothstep(0.86, 0.97, e) * 1 + smoothstep(0.12, 0.05, reach), 0, 1)
    grain = fractal(np.stack([a * 9, reach * 14, np.floor(angle * nseg / 6.283)], 1), seed)
    colours = mix(linear(flesh[0]), linear(flesh[1]), 0.5 + 0.9 * grain)
    colours = mix(colours, linear("#FFF6DC"), pith * 0.85)
    colours = mix(colours, linear("#FFF3D2"), smoothstep(0.84, 0.88, reach))
    colours = mix(colours, linear(rind), smoothstep(0.925, 0.95, reach))
    vertices[:, 2] += np.where((side > 0) & (reach < 0.84), 0.01 * grain - 0.01 * pith + 0.006, 0)
    return mesh("citrus", vertices, faces, colours, sliced())


@ingredient
def orange(seed, radius=0.3, thickness=0.08):
    """Orange slice."""
    return citrus(seed, "#F08A1D", ("#F79A24", "#FDBB55"), radius, thickness)


@ingredient
def lemon(seed, radius=0.26, thickness=0.07):
    """Lemon slice."""
    return citrus(seed, "#F4C81F", ("#F8E07A", "#FCF0AE"), radius, thickness, 9)


@ingredient
def lime(seed, radius=0.22, thickness=0.06):
    """Lime slice."""
    return citrus(seed, "#5E9A2A", ("#C8DC7A", "#E2EDAA"), radius, thickness, 9)


PINEAPPLE = [(0, "#F4E08A"), (0.25, "#F6CF45"), (0.9, "#F2BE2A"), (1, "#D99A22")]


@ingredient
def pineapple(seed, radius=0.36, thickness=0.11):
    """Pineapple wedge."""
    rows, columns = 16, 22
    u, v, sheet = grid(rows, columns)
    angle = (u - 0.5) * math.radians(52)
    reach = radius * (0.38 + 0.62 * v)
    grain = fractal(np.stack([angle * 16, reach * 9, np.zeros_like(angle) + seed], 1), seed, 3)
    x, y = reach * np.sin(angle), reach * np.cos(angle) - radius * 0.7
    top = np.stack([x, y, thickness / 2 + 0.012 * grain], 1)
    colours = mix(ramp(v, PINEAPPLE), linear("#FBEBA6"), 0.4 * np.clip(grain * 2, 0, 1))
    vertices, faces = slab_between(top, thickness, sheet, rows, columns)
    return mesh("pineapple", vertices, faces, np.vstack([colours, colours]), juicy_flesh(), smooth=False)


APPLE_FLESH = [(0, "#EFDFA0"), (0.25, "#F7EDC0"), (0.85, "#FAF2CF"), (0.97, "#F2E3A6")]
GUAVA_FLESH = [(0, "#E58A8C"), (0.42, "#E27C84"), (0.56, "#F3D3BE"), (0.9, "#F6E9CC"), (0.97, "#C9D48A")]


@ingredient
def apple(seed, radius=0.34, skin="#B81F24"):
    """Apple wedge (or pear, by the colour of its skin)."""
    return _wedge(seed, radius, skin, "#E0A03A", APPLE_FLESH)


@ingredient
def guava_wedge(seed, radius=0.27):
    """Wedge of guava: pale, its seeds in the pink middle."""
    return _wedge(seed, radius, "#9DB84A", "#C9D06A", GUAVA_FLESH, "#FBF3D6")


def _wedge(seed, radius, skin, blush, flesh, seeds=None):
    """Sector of a ball between two half-planes that open by `opening`; `seeds`: their colour, if they show."""
    opening = 0.3
    u, v, sheet = grid(60, 40) if seeds else grid(26, 10)
    angle = (u - 0.5) * math.radians(150)
    parts = []
    for side in (1, -1):
        cut = [np.cos(angle) * v, np.sin(angle) * v * 0.95, side * np.cos(angle) * v * opening]
        faces = sheet if side > 0 else [f[::-1] for f in sheet]
        colours = ramp(v, [*flesh, (1, skin)])
        if seeds:
            dots = fractal(np.stack([*cut[:2], cut[0] * 0 + seed + side], 1) * 11, seed, 1)
            colours = mix(colours, linear(seeds), smoothstep(0.3, 0.42, dots) * smoothstep(0.56, 0.46, v))
        parts.append((np.stack(cut, 1) * radius, faces, colours))
    across = v * 2 - 1
    bulge = 0.04 * (1 - across**2)
    back = np.stack([np.cos(angle) + bulge, np.sin(angle) * 0.95, across * np.cos(angle) * opening], 1) * radius
    grain = fractal(back * np.array([3, 12, 12]), seed)
    parts.append((back, sheet, mix(linear(skin), linear(blush), np.clip(grain * 1.2, 0, 0.7))))
    return mesh("wedge", *join(parts), wet())


@ingredient
def dragonfruit_slice(seed, radius=0.24, thickness=0.06):
    """Round of white dragon fruit with black seeds and a magenta rind."""
    vertices, faces, reach, _, _ = disc(radius, thickness, 60, 190)
    rng = np.random.RandomState(seed)
    turn, far = rng.uniform(0, 2 * np.pi, 90), 0.84 * radius * np.sqrt(rng.uniform(0, 1, 90))
    centres = np.stack([far * np.cos(turn), far * np.sin(turn)], 1)
    distance = ((vertices[:, None, :2] - centres[None]) ** 2).sum(2).min(1)
    colours = ramp(reach, [(0, "#F8F3F5"), (0.85, "#FBF6F6"), (0.9, "#F3A9C4"), (0.95, "#D9246E"), (1, "#B81858")])
    colours = mix(colours, linear("#17151A"), np.clip(np.exp(-distance / 0.0001) * 1.6, 0, 1))
    return mesh("dragonslice", vertices, faces, colours, sliced())
