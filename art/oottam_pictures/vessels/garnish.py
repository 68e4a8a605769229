"""What goes on and beside a glass: straw, rim fruit, ice, lid, saucer."""

import math

import numpy as np

from ..blender import build, mesh, place, pose
from ..colour import linear, mix
from ..materials import food, glass, metal
from ..meshes import lathe, rounded_box, tube
from ..noise import fractal
from ..palette import STEEL
from ..registry import variants


def straw(drink, colour, stripe="#F6EBDA", x=0.14, y=0.1, radius=0.042):
    """Striped paper straw leaning out of a drink."""
    rows, count, lean = 90, 18, 0.28
    t = np.linspace(0, 1, rows)
    height = drink.level - 0.5 + t * (drink.rim - drink.level + 0.95)
    path = np.stack([x - 0.25 * lean + t * lean * 1.1, y + 0 * t, height], 1)
    row = np.repeat(np.arange(rows), count)
    angle = np.tile(np.arange(count), rows) / count * 2 * np.pi
    colours = mix(linear(colour), linear(stripe), (np.sin(angle + row * 0.35) > 0).astype(float))
    paper = food("paper", roughness=0.6, subsurface=0, bump=None, variation=0)
    build(*tube(path, radius, count, caps=False), colours, paper)


def rim_fruit(drink, name, angle=-30, scale=0.9, **look):
    """Slice stuck on the rim at `angle` degrees."""
    turn = math.radians(angle)
    reach = drink.rim_radius + 0.03
    spot = pose(math.cos(turn) * reach, math.sin(turn) * reach, drink.rim + 0.08)
    place(
        variants(name, 2, **look)[1],
        matrix=spot @ pose(angles=(math.radians(90), 0, turn + math.radians(18)), scale=scale),
    )


def ice(drink, rng, count=4):
    """Ice cubes floating at the top of a drink."""
    clear = glass("ice", "#F4FAFC", 0.06)
    vertices, faces = rounded_box(0.15, 0.15, 0.14, 10, 7)
    for k in range(count):
        angle = rng.uniform(0, 2 * math.pi)
        reach = rng.uniform(0.05, max(0.06, drink.surface - 0.2))
        cube = mesh("ice", vertices * (1 + 0.06 * fractal(vertices * 6 + k, k)[:, None]), faces, None, clear)
        z = drink.level + rng.uniform(-0.04, 0.06)
        angles = (rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0, 3))
        place(cube, matrix=pose(reach * math.cos(angle), reach * math.sin(angle), z, angles))


def davara(radius=0.66):
    """The wide steel bowl that a South Indian tumbler stands in."""
    profile = [(0, 0), (radius * 0.8, 0), (radius * 0.9, 0.08), (radius, 0.3), (radius + 0.05, 0.31)]
    profile += [
        (radius + 0.04, 0.33),
        (radius - 0.02, 0.31),
        (radius * 0.86, 0.09),
        (radius * 0.76, 0.025),
        (0, 0.025),
    ]
    build(*lathe(profile, 96), linear(STEEL), metal("polished", 0.16))


def saucer(colour="#D9B98C", radius=0.72):
    """Round wooden coaster."""
    profile = [(0, 0), (radius, 0), (radius, 0.05), (0, 0.05)]
    wooden = food("coaster", roughness=0.55, subsurface=0, bump=(40, 0.1), mottle=0.2, variation=0, hue=0)
    vertices, faces = lathe([(r, z - 0.052) for r, z in profile], 80)
    build(vertices, faces, linear(colour), wooden)


def screw_cap(drink, colour="#D9A441"):
    """Metal lid on a jar or bottle."""
    radius = drink.rim_radius + 0.025
    teeth = 0.006 * np.cos(np.arange(96) * 2 * np.pi / 96 * 32)
    vertices, faces = lathe([(radius, -0.17), (radius, -0.02), (radius - 0.03, 0.03), (0, 0.035)], 96)
    ring = np.hypot(vertices[:, 0], vertices[:, 1]) > radius * 0.95
    vertices[ring, :2] *= 1 + np.resize(teeth, ring.sum())[:, None] / radius
    build(vertices, faces, linear(colour), metal("lid", 0.3), matrix=pose(z=drink.rim))
