"""Flat layers with a triangular or square outline: bread, cheese, a bed of filling."""

import numpy as np

from .blender import build
from .colour import linear, mix, ramp, smoothstep
from .noise import fractal

SIZE = 0.8
CENTRE = np.array([0, 0.28])
BREADS = {
    "wheat": (("#B87A38", "#8E5524"), ("#E6C896", "#CBA468")),
    "white": (("#D9A45A", "#B97A34"), ("#F8EBCF", "#EAD6AC")),
    "ragi": (("#6E4230", "#4E2C20"), ("#8E6048", "#74493A")),
}


def _outline(points, per_side=46):
    """Closed outline through corner points, its corners rounded off."""
    corners = np.array(points, float)
    line = []
    for a, b in zip(corners, np.roll(corners, -1, 0), strict=True):
        line += [a + (b - a) * t for t in np.linspace(0, 1, per_side, endpoint=False)]
    line = np.array(line)
    for _ in range(12):
        line = (np.roll(line, 1, 0) + line + np.roll(line, -1, 0)) / 3
    return line


TRIANGLE = ((-SIZE, 0), (SIZE, 0), (0, SIZE))
OBLONG = ((-0.52, 0), (0.52, 0), (0.52, 0.7), (-0.52, 0.7))
SQUARE = ((-0.62, -0.34), (0.62, -0.34), (0.62, 0.9), (-0.62, 0.9))


def slab(corners, bottom, top, face, side, material, *, wave=0.0, grow=1.0, seed=1, char=None):
    """Flat layer with one pair of colours on its faces and another on its cut sides."""
    outline = _outline(corners)
    rings = [(q, 1) for q in (0, 0.25, 0.5, 0.75, 0.93)] + [(1, q) for q in np.linspace(0.88, 0.12, 8)]
    rings += [(q, 0) for q in (0.93, 0.5, 0)]
    count = len(outline)
    edge, height = (np.repeat([ring[k] for ring in rings], count) for k in (0, 1))
    flat = CENTRE + (np.tile(outline, (len(rings), 1)) - CENTRE) * (grow * edge)[:, None]
    vertices = np.column_stack([flat, bottom + (top - bottom) * height])
    grain = fractal(vertices * np.array([7, 7, 9]) + seed * 5, seed, 4)
    ripple = fractal(np.column_stack([vertices[:, :2] * 5, edge * 0 + seed]), seed)
    vertices[:, 2] += wave * ripple * 2
    vertices[:, :2] = CENTRE + (vertices[:, :2] - CENTRE) * (1 + 0.02 * grain * edge)[:, None]
    share = np.clip(0.5 + grain, 0, 1)
    pores = smoothstep(0.18, 0.4, fractal(vertices * np.array([22, 22, 26]) + seed, seed + 3, 2))
    inside = mix(ramp(share, [(0, side[0]), (1, side[1])]), linear(side[1]) * 0.72, pores * 0.8)
    outside = ramp(share, [(0, face[0]), (1, face[1])])
    if char:
        bars = smoothstep(0.55, 0.85, np.cos((vertices[:, 0] + vertices[:, 1] * 0.4) * 17))
        outside = mix(outside, linear(char), bars * 0.75 * (edge < 0.94))
    colours = mix(outside, inside, ((edge > 0.95) & (height < 0.9)).astype(float))
    faces = [
        (i * count + j, (i + 1) * count + j, (i + 1) * count + (j + 1) % count, i * count + (j + 1) % count)
        for i in range(len(rings) - 1)
        for j in range(count)
    ]
    build(vertices, faces, colours, material)
