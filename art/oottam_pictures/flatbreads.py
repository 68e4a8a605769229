"""Rounds of dough and batter - phulka, roti, paratha, dosa, omelette - and how they are folded."""

import numpy as np

from .colour import linear, mix, smoothstep
from .doughs import LOOKS
from .meshes import lathe
from .noise import fractal

UPPER_RINGS = 52
AROUND = 120


def round_bread(look, radius, seed):
    """(vertices, faces, colours) of one round lying flat."""
    look = LOOKS[look]
    half = look.thickness / 2
    profile = [(0, half), *[(radius * q, half) for q in np.linspace(0.02, 0.985, UPPER_RINGS * look.detail)]]
    profile += [
        (radius, 0),
        (radius * 0.985, -half),
        *[(radius * q, -half) for q in np.linspace(0.95, 0.05, 20)],
        (0, -half),
    ]
    vertices, faces = lathe(profile, AROUND * look.detail)
    angle = np.arctan2(vertices[:, 1], vertices[:, 0])
    edge = np.stack([np.cos(angle) * 1.5, np.sin(angle) * 1.5, angle * 0 + seed], 1)
    vertices[:, :2] *= (1 + look.ragged * fractal(edge, seed))[:, None]
    reach = np.hypot(vertices[:, 0], vertices[:, 1]) / radius
    broad = fractal(vertices * np.array([2.4, 2.4, 0]) + seed * 7, seed, 4)
    turns = np.sin(reach * 30 + angle + broad * 5) * (0.85 + 0.5 * broad) if look.spiral else 0 * reach
    colours = _colours(look, vertices, reach, (broad, turns), seed)
    vertices[:, 2] += look.wave * broad * smoothstep(1.02, 0.8, reach) + 0.02 * look.spiral * turns
    return vertices, faces, colours


def _colours(look, vertices, reach, pattern, seed):
    broad, turns = pattern
    flat = vertices * np.array([1, 1, 0])
    spots = fractal(flat * look.spots + seed * 3, seed + 5, 4)
    fine = fractal(flat * 26 + seed, seed + 8, 2)
    colours = mix(
        linear(look.light), linear(look.dark), 0.35 + 0.9 * broad + 0.35 * look.spiral * turns + 0.25 * fine
    )
    level = 0.5 - 0.7 * look.charred
    colours = mix(colours, linear(look.char), smoothstep(level, level + 0.3, spots + 0.25 * fine) * 0.85)
    colours = mix(colours, linear(look.light), smoothstep(0.9, 1, reach) * 0.5)
    for k, (tint, rare) in enumerate(look.flecks):
        colours = mix(
            colours,
            linear(tint),
            smoothstep(rare, rare + 0.06, fractal(flat * look.fleck_scale + 9 * k + seed, seed + k, 2)),
        )
    if look.crisp:
        colours = mix(colours, linear(look.crisp), smoothstep(0.8, 0.97, reach + 0.3 * spots) * 0.8)
    if look.cracks:
        cracks = np.exp(-((fractal(flat * 6 + seed, seed + 2, 4)) ** 2) / 0.0012)
        colours = mix(colours, linear(look.char), cracks * 0.4 * look.cracks * smoothstep(0.4, 0.9, reach))
    return colours


def fold_over(vertices, gap=0.07, axis=1, seed=1):
    """Fold the half below 0 on `axis` over the other, with a soft bend of radius `gap`."""
    folded = vertices.copy()
    s, offset = vertices[:, axis], vertices[:, 2]
    bend = np.pi * gap / 2
    turn = np.clip((bend - s) / gap, 0, np.pi)
    beyond = np.clip(np.abs(s) - bend, 0, None)
    reach = gap - offset
    folded[:, axis] = beyond - reach * np.sin(turn)
    folded[:, 2] = gap - reach * np.cos(turn)
    # The upper half settles onto the lower one, in soft waves.
    upper = turn >= np.pi - 1e-9
    waves = fractal(np.stack([vertices[:, 0] * 2, vertices[:, 1] * 2, s * 0 + seed], 1), seed)
    settle = 1.3 * gap * smoothstep(0.0, 0.5, beyond)
    folded[:, 2] += np.where(upper, 0.05 * waves * smoothstep(0, 0.3, beyond) - settle + 0.02, 0)
    return folded


def roll_up(vertices, radius=0.13, growth=0.018):
    """Roll a round along y into a tube that lies along x."""
    s = vertices[:, 1] - vertices[:, 1].min()
    turn = s / (radius + 0.06)
    r = radius + growth * turn + vertices[:, 2]
    return np.stack([vertices[:, 0], r * np.sin(turn), radius + 0.1 - r * np.cos(turn)], 1)


def puff_up(vertices, height=0.26):
    """Blow a round up into a balloon, as phulka over the flame."""
    radius = np.hypot(vertices[:, 0], vertices[:, 1]).max()
    reach = np.hypot(vertices[:, 0], vertices[:, 1]) / radius
    upper = np.arange(len(vertices)) < 1 + UPPER_RINGS * AROUND
    puffed = vertices.copy()
    puffed[:, 2] += np.where(upper, height, -height * 0.2) * np.sqrt(np.clip(1 - reach**2.4, 0, 1))
    return puffed
