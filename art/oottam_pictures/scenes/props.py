"""What stands around dishes in a scene: cloth, balloons, candles, confetti."""

import bpy
import numpy as np

from ..blender import build, mesh, place, pose
from ..colour import linear, mix
from ..materials import food
from ..meshes import grid, lathe, rounded_box, sphere, tube
from ..noise import fractal

PARTY = ("#D9643C", "#E9B44C", "#8C9A78", "#B0486A", "#5C7686")


def cloth(rng, at, size, turn=0, colour="#F3E6CE", stripe="#C9643C"):
    """Linen laid on the table, with stripes along two edges."""
    u, v, faces = grid(120, 80)
    x, y = (u - 0.5) * size[0], (v - 0.5) * size[1]
    folds = fractal(np.stack([x * 1.1, y * 1.1, x * 0], 1), 4, 3)
    z = 0.012 + 0.06 * np.abs(folds) + 0.02 * np.sin(x * 3 + y * 2 + folds * 3) ** 2
    lines = [(0.08, 0.012), (0.11, 0.006), (0.92, 0.012), (0.89, 0.006)]
    striped = sum((np.abs(v - middle) < half).astype(float) for middle, half in lines)
    weave = 0.5 + 0.5 * np.sin(x * 160) * np.sin(y * 160)
    base = mix(linear(colour), linear(colour) * 0.94, 0.4 + folds + 0.3 * weave)
    linen = food("linen", roughness=0.95, subsurface=0.1, bump=(160, 0.3), variation=0, hue=0, sheen=0.1)
    matrix = pose(at[0], at[1], 0, (0, 0, np.radians(turn)))
    build(np.stack([x, y, z], 1), faces, mix(base, linear(stripe), striped), linen, matrix=matrix)


def balloon(rng, at, colour, size=0.5):
    """Balloon on a string; `at` is the middle of the balloon (x, y, z)."""
    x, y, z = at
    vertices, faces = sphere(48, 32)
    vertices = vertices * np.array([size, size, size * 1.18])
    vertices[:, :2] *= (1 + 0.14 * vertices[:, 2:] / size) * 0.96
    look = {"roughness": 0.16, "subsurface": 0.25, "depth": 0.3, "radius": (1, 0.7, 0.6)}
    rubber = food("balloon", **look, bump=None, coat=0.6, variation=0, hue=0)
    build(vertices, faces, linear(colour), rubber, location=at)
    build(
        *lathe([(0, 0.02), (0.05, -0.05), (0, -0.06)], 16),
        linear(colour),
        rubber,
        location=(x, y, z - size * 1.16),
    )
    t = np.linspace(0, 1, 20)
    path = np.stack([x + 0.05 * np.sin(t * 6), y + 0 * t, (z - size * 1.18) * (1 - t)], 1)
    build(*tube(path, 0.008, 6), linear("#FFF6E8"), rubber)


def candle(rng, at, colour):
    """Striped birthday candle with a flame; `at` is its foot."""
    x, y, z = at
    vertices, faces = lathe([(0, 0), (0.04, 0), *[(0.04, q) for q in np.linspace(0.02, 0.46, 24)], (0, 0.465)], 20)
    angle = np.arctan2(vertices[:, 1], vertices[:, 0])
    stripes = (np.sin(angle + vertices[:, 2] * 40) > 0).astype(float)
    wax = food("wax", roughness=0.4, subsurface=0.4, bump=None, variation=0, hue=0)
    build(vertices, faces, mix(linear(colour), linear("#FFF8EC"), stripes), wax, location=at)
    flame, flame_faces = sphere(16, 12)
    flame = flame * np.array([0.045, 0.045, 0.10])
    flame[:, :2] *= 1 - 0.6 * np.clip(flame[:, 2:] / 0.10, 0, 1)
    place(mesh("flame", flame, flame_faces, None, _glow()), location=(x, y, z + 0.57))


def _glow():
    material = bpy.data.materials.new("flame")
    material.use_nodes = True
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Emission Color"].default_value = (1, 0.62, 0.18, 1)
    shader.inputs["Emission Strength"].default_value = 9
    return material


def confetti(rng, count, area):
    """Paper squares strewn over (x0, y0, x1, y1)."""
    paper = food("confetti", roughness=0.6, subsurface=0, bump=None, variation=0, hue=0)
    vertices, faces = rounded_box(0.035, 0.035, 0.004, 3, 4)
    for k in range(count):
        x, y = rng.uniform(area[0], area[2]), rng.uniform(area[1], area[3])
        tilt = (rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), rng.uniform(0, 3))
        build(vertices, faces, linear(PARTY[k % len(PARTY)]), paper, matrix=pose(x, y, 0.01, tilt))


def room(rng, at):
    """A speck that only widens the frame: empty table for a headline."""
    vertices, faces = rounded_box(0.01, 0.01, 0.01, 1, 4)
    build(vertices, faces, linear("#EBDCC6"), food("matte"), location=(*at, 0.0))


PROPS = {"cloth": cloth, "balloon": balloon, "candle": candle, "confetti": confetti, "room": room}
