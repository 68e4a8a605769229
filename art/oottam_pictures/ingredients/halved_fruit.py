"""Fruit cut in half, leaning so that a low camera sees the cut face."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, ramp, smoothstep
from ..meshes import grid, join, lathe, rotate, sphere
from ..noise import fractal
from ..registry import ingredient
from .leaves import leafsheet
from .surfaces import juicy_flesh, matte, wet

LEAN = np.radians(52)


def halved(seed, radii, stops, skin, *, hollow=0.0, hollow_to=0.5, dots=None, extra=()):
    """Parts of half an ellipsoid: skin below, cut face above, painted by distance from its middle.

    dots: (colour, from, to, how many) painted seeds. extra: more parts lying on the face.
    """
    vertices, faces = sphere(44, 28)
    shell = vertices * np.array(radii)
    shell[:, 2] = np.minimum(shell[:, 2], 0)
    grain = fractal(vertices * 3 + seed, seed)
    # The sphere's upper faces now lie in the cut plane; they would fight with the face.
    below = [f for f in faces if not all(vertices[i, 2] > 0 for i in f)]
    u, v, sheet = grid(60, 140)
    angle = v * 2 * np.pi
    x, y = np.cos(angle) * u, np.sin(angle) * u
    flesh = fractal(np.stack([x * 6, y * 6, x * 0 + seed], 1), seed, 4)
    colours = ramp(u + 0.04 * flesh, stops)
    if dots:
        colours = _paint_dots(colours, x, y, seed, *dots)
    dip = -hollow * radii[2] * smoothstep(hollow_to + 0.08, hollow_to - 0.14, u)
    cut = np.stack([x * radii[0], y * radii[1], dip + 0.004 + 0.006 * flesh * (u < 0.95)], 1)
    outside = mix(linear(skin[0]), linear(skin[1]), 0.45 + grain)
    return [(shell, below, outside), (cut, sheet, colours), *extra]


def _paint_dots(colours, x, y, seed, colour, start, end, count):
    rng = RandomState(seed)
    reach = np.sqrt(rng.uniform(start**2, end**2, count))
    turn = rng.uniform(0, 2 * np.pi, count)
    centres = np.stack([reach * np.cos(turn), reach * np.sin(turn)], 1)
    distance = ((np.stack([x, y], 1)[:, None] - centres[None]) ** 2).sum(2).min(1)
    return mix(colours, linear(colour), np.clip(np.exp(-distance / 0.0009) * 1.4, 0, 1))


def _balls(seed, count, radii, spread, size, colour, height):
    """Seeds or arils lying in the middle of the cut face."""
    rng = RandomState(seed)
    ball, faces = sphere(12, 8)
    parts = []
    for _ in range(count):
        reach, turn = spread * np.sqrt(rng.rand()), rng.uniform(0, 2 * np.pi)
        middle = np.array([reach * np.cos(turn) * radii[0], reach * np.sin(turn) * radii[1], height])
        shape = size * rng.uniform(0.8, 1.2) * np.array([1, 0.85, 0.8])
        parts.append((ball * shape + middle, faces, linear(colour) * rng.uniform(0.7, 1.2)))
    return parts


def leaning(name, parts, material):
    vertices, faces, colours = join(parts)
    return mesh(name, rotate(vertices, (LEAN, 0, 0)), faces, colours, material)


@ingredient
def papaya_half(seed, size=0.42):
    """Half a papaya with its black seeds."""
    radii = (size, size * 0.62, size * 0.55)
    stops = [
        (0, "#E8681C"),
        (0.4, "#EE7420"),
        (0.6, "#F58A2C"),
        (0.9, "#F9A848"),
        (0.96, "#E9B64E"),
        (1, "#B9A83A"),
    ]
    seeds = _balls(seed, 46, radii, 0.4, size * 0.062, "#1B1A18", -size * 0.12)
    parts = halved(seed, radii, stops, ("#C9A93A", "#8FA03A"), hollow=0.45, extra=seeds)
    return leaning("papaya", parts, juicy_flesh())


@ingredient
def guava_half(seed, size=0.22):
    """Half a pink guava."""
    stops = [
        (0, "#E8687C"),
        (0.55, "#EC8490"),
        (0.72, "#F3AFA8"),
        (0.92, "#F6D9C4"),
        (0.97, "#C9D48A"),
        (1, "#9DB84A"),
    ]
    parts = halved(seed, (size, size * 0.95, size), stops, ("#A9C25A", "#86A83C"), dots=("#F7E6C4", 0.1, 0.56, 46))
    return leaning("guava", parts, wet())


@ingredient
def whole_guava(seed, size=0.24):
    """Whole guava: knobbly and pale green, with its dry crown."""
    ball, faces = sphere(64, 42)
    knobs = fractal(ball * 2.6 + seed * 3, seed, 3)
    narrow = 1 - 0.16 * smoothstep(0, 1, ball[:, 2])
    fruit = ball * np.stack([narrow, narrow, 1 + 0 * narrow], 1) * (size * (1 + 0.07 * knobs))[:, None]
    colours = mix(linear("#B9CC62"), linear("#8AA83E"), 0.45 + knobs)
    crown = [
        (size * 0.13, -size * 0.98),
        (size * 0.2, -size * 1.08),
        (size * 0.1, -size * 1.02),
        (0, -size * 0.99),
    ]
    vertices, crown_faces = lathe(crown, 30)
    whole = join([(fruit, faces, colours), (vertices, crown_faces, linear("#5E4A2A"))])
    return mesh("wholeguava", rotate(whole[0], (-1.9, 0.3, 0)), *whole[1:], wet())


@ingredient
def chikoo_half(seed, size=0.2):
    """Half a chikoo (sapota) with two dark seeds."""
    stops = [(0, "#A8622C"), (0.3, "#BD7A3E"), (0.85, "#C98C50"), (0.96, "#A87040"), (1, "#7A5230")]
    radii = (size, size * 0.9, size * 0.9)
    seeds = []
    ball, faces = sphere(18, 12)
    for side in (-1, 1):
        shape = ball * np.array([0.16, 0.42, 0.12]) * size + np.array([side * size * 0.3, 0, 0.01])
        seeds.append((shape, faces, linear("#1E130E")))
    return leaning("chikoo", halved(seed, radii, stops, ("#8A623A", "#6E4A28"), extra=seeds), wet())


@ingredient
def fig_half(seed, size=0.17):
    """Half a fresh fig."""
    stops = [
        (0, "#7E1F2E"),
        (0.35, "#B03A44"),
        (0.62, "#D4706A"),
        (0.75, "#F1DCC8"),
        (0.92, "#EAD9D2"),
        (1, "#5A2E50"),
    ]
    parts = halved(seed, (size, size * 0.9, size), stops, ("#4A2748", "#6A3A5E"), dots=("#F3D9A0", 0.05, 0.6, 50))
    return leaning("fig", parts, juicy_flesh())


@ingredient
def dragonfruit_half(seed, size=0.3):
    """Half a dragon fruit: white flesh with black seeds, magenta scales with green tips."""
    stops = [(0, "#F6F1F3"), (0.85, "#FBF6F6"), (0.92, "#F3A9C4"), (0.96, "#D9246E"), (1, "#C81B62")]
    scales = []
    for k in range(9):
        turn = k * 2 * np.pi / 9
        blade, faces, _ = leafsheet(
            size * 0.55, lambda u: 0.22 * (1 - u) ** 0.7, 0.3, 0.2, seed=seed + k, nu=10, nv=7
        )
        tip = np.clip(blade[:, 0] / (size * 0.5), 0, 1)
        blade = rotate(blade, (0, 0.9 - 0.5 * (k % 2), 0)) + np.array([size * 0.92, 0, -size * 0.25])
        colours = mix(linear("#D6246C"), linear("#9DBB3E"), smoothstep(0.3, 1, tip))
        scales.append((rotate(blade, (0, 0, turn)), faces, colours))
    parts = halved(
        seed,
        (size, size * 0.86, size * 0.8),
        stops,
        ("#D6246C", "#B81858"),
        dots=("#17151A", 0.0, 0.84, 130),
        extra=scales,
    )
    return leaning("dragonfruit", parts, wet())


@ingredient
def coconut_half(seed, size=0.34):
    """Half a coconut: brown shell, white flesh, hollow."""
    stops = [(0, "#EDE6DA"), (0.6, "#F8F4EC"), (0.88, "#FFFDF8"), (0.93, "#8A5A34"), (1, "#5A3A22")]
    parts = halved(seed, (size, size, size * 0.92), stops, ("#6A4426", "#45291A"), hollow=0.55, hollow_to=0.68)
    return leaning("coconuthalf", parts, matte())


@ingredient
def pomegranate_half(seed, size=0.26):
    """Half a pomegranate full of arils."""
    stops = [(0, "#8E1224"), (0.78, "#A8182C"), (0.84, "#F1DDB4"), (0.94, "#EFD0A4"), (1, "#B8283A")]
    radii = (size, size * 0.97, size * 0.9)
    arils = _balls(seed, 90, radii, 0.78, size * 0.12, "#C4142E", 0.012)
    return leaning("pomegranate", halved(seed, radii, stops, ("#C23A40", "#A3202E"), extra=arils), juicy_flesh())


@ingredient
def beetroot_half(seed, size=0.22):
    """Half a beetroot with its rings."""
    stops = [
        (0, "#8E1440"),
        (0.2, "#B02A58"),
        (0.35, "#86103A"),
        (0.55, "#AE2854"),
        (0.72, "#820E36"),
        (0.9, "#9C1C48"),
        (1, "#4E1226"),
    ]
    return leaning("beetroot", halved(seed, (size, size, size), stops, ("#5A1A30", "#3E1020")), wet())


@ingredient
def sweetlime_half(seed, size=0.24):
    """Half a mosambi, or an orange by other colours."""
    stops = [
        (0, "#F8F3C8"),
        (0.1, "#E9E27A"),
        (0.8, "#F2EA94"),
        (0.86, "#FBF7DC"),
        (0.95, "#DDD66A"),
        (1, "#B9C04A"),
    ]
    parts = halved(seed, (size, size, size * 0.95), stops, ("#C4C84E", "#9FB03C"))
    cut = parts[1]
    turn = np.arctan2(cut[0][:, 1], cut[0][:, 0])
    wall = smoothstep(0.8, 0.98, np.abs(((turn / (2 * np.pi) * 10) % 1) - 0.5) * 2)
    parts[1] = (cut[0], cut[1], mix(cut[2], linear("#FBF7DC"), wall * 0.9))
    return leaning("sweetlime", parts, juicy_flesh())
