"""Rounds that are more than dough with spots: the coiled parotta and the lacy dosa."""

import numpy as np

from .colour import linear, mix, smoothstep
from .meshes import lathe
from .noise import fractal

COIL = 7
LACE_RINGS, LACE_AROUND = 120, 420


def coiled_round(radius, seed):
    """(vertices, faces, colours) of a parotta: a flattened coil whose layers lift their torn edges."""
    half = 0.06
    profile = [(0, half), *[(radius * q, half) for q in np.linspace(0.012, 0.97, 150)]]
    profile += [(radius * (1 - 0.03 * q * q), half * (1 - 2 * q)) for q in np.linspace(0.15, 1, 12)]
    vertices, faces = lathe([*profile, (0, -half)], 420)
    flat = vertices * np.array([1, 1, 0])
    angle, reach = np.arctan2(vertices[:, 1], vertices[:, 0]), np.hypot(vertices[:, 0], vertices[:, 1]) / radius
    broad, torn = fractal(flat * 2.2 + seed * 5, seed, 3), fractal(flat * 15 + seed, seed + 2, 4)
    coil = reach * COIL - angle / (2 * np.pi) + 1.3 * broad + 0.42 * torn
    inside = coil - np.floor(coil)
    upper = smoothstep(-half * 0.6, half * 0.6, vertices[:, 2])
    lift = (inside**1.6) * (0.045 + 0.06 * fractal(flat * 4 + seed, seed + 7, 3)) * smoothstep(0.02, 0.1, reach)
    vertices[:, 2] += upper * (lift + 0.06 * broad) + 0.02 * broad
    side = np.sin(vertices[:, 2] * 260 + 4 * torn) * 0.012 * smoothstep(0.96, 1, reach)
    vertices[:, :2] *= (1 + 0.03 * fractal(np.stack([np.cos(angle), np.sin(angle), angle * 0 + seed], 1), seed))[
        :, None
    ]
    vertices[:, :2] *= (1 + side)[:, None]
    colours = mix(linear("#FAEBC6"), linear("#E8BE78"), 0.05 + 0.6 * inside + 0.6 * torn)
    colours = mix(colours, linear("#C2803A"), smoothstep(0.5, 0.95, inside + 0.5 * broad) * 0.55)
    spots = smoothstep(0.06, 0.24, fractal(flat * 4.2 + seed * 3, seed + 5, 4) + 0.16 * (inside - 0.6))
    colours = mix(colours, linear("#8A4A1A"), spots * 0.8 * upper)
    return vertices, faces, mix(colours, linear("#B8854A"), np.exp(-((inside - 0.03) ** 2) / 0.004) * 0.5)


def lacy_round(radius, seed):
    """(vertices, faces, colours) of a thin dosa: pores all over, holes towards its crisp edge."""
    rings = [(radius * q, 0) for q in np.linspace(0.004, 1, LACE_RINGS)]
    vertices, faces = lathe(rings, LACE_AROUND)
    flat = vertices * np.array([1, 1, 0])
    reach, angle = np.hypot(vertices[:, 0], vertices[:, 1]) / radius, np.arctan2(vertices[:, 1], vertices[:, 0])
    broad = fractal(flat * 2.4 + seed * 7, seed, 4)
    pores = np.maximum(fractal(flat * 19 + seed, seed + 1, 2), fractal(flat * 33 + seed, seed + 4, 2) - 0.04)
    spread = np.sin(reach * 34 + angle + broad * 4) * (0.6 + broad)
    colours = mix(linear("#A8684A"), linear("#7A4230"), 0.35 + 0.9 * broad + 0.25 * spread)
    colours = mix(colours, linear("#C88A5A"), smoothstep(0.78, 0.98, reach + 0.15 * broad) * 0.75)
    colours = mix(colours, linear("#D39A72"), np.exp(-((pores - 0.22) ** 2) / 0.002) * 0.7)
    colours = mix(colours, linear("#42200F"), smoothstep(0.27, 0.36, pores) * 0.9)
    edge = np.stack([np.cos(angle) * 6, np.sin(angle) * 6, angle * 0 + seed], 1)
    vertices[:, :2] *= (1 + 0.05 * fractal(edge, seed, 4) * smoothstep(0.6, 1, reach))[:, None]
    vertices[:, 2] += 0.02 * broad + 0.008 * spread - 0.012 * smoothstep(0.2, 0.35, pores)
    through = pores > 0.47 - 0.14 * smoothstep(0.55, 1, reach)
    kept = [face for face in faces if not through[list(face)].all()]
    return vertices, kept, colours


SPECIAL_ROUNDS = {"wheat-parotta": coiled_round, "ragi-dosa": lacy_round}
