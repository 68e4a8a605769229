"""Bowls, the copper kadai and the steel cup, with the shape of their inside."""

import dataclasses
from collections.abc import Callable

import numpy as np

from ..blender import build, mesh, place, pose
from ..colour import linear
from ..materials import ceramic, food, metal
from ..meshes import lathe, tube
from ..palette import BRASS, CERAMICS, COPPER, STEEL


@dataclasses.dataclass(frozen=True)
class Vessel:
    """Inside of a vessel: wall height at a radius, inner radius at a height, height of the rim."""

    wall: Callable
    inner_radius: Callable
    rim: float


def _inside(radii, heights, rim, lip):
    """Vessel from the profile of its inside, lowest point first."""
    full_radii = np.concatenate([[0], radii])
    full_heights = np.concatenate([[heights[0]], heights])

    def wall(r):
        return np.where(r > radii[-1], rim + lip, np.interp(r, full_radii, full_heights))

    return Vessel(wall, lambda z: float(np.interp(z, heights, radii)), rim)


def bowl(colour="cream", radius=1.0, depth=0.62, foot=0.44, thickness=0.045, curve=0.85):
    """Stoneware bowl of a colour from the palette."""
    t = np.linspace(0, 1, 26) * np.pi / 2
    outer_r = foot + (radius - foot) * np.sin(t) ** curve
    outer_z = 0.06 + (depth - 0.06) * (1 - np.cos(t))
    inner_r, inner_z = outer_r - thickness, outer_z + 0.03
    profile = [(0, 0.01), (foot - 0.05, 0.01), (foot - 0.02, 0), (foot, 0), (foot, 0.05)]
    profile += list(zip(outer_r, outer_z, strict=True))
    profile += [
        (radius - 0.004, depth + 0.016),
        (radius - thickness * 0.5, depth + 0.026),
        (radius - thickness + 0.004, depth + 0.016),
    ]
    profile += [*zip(inner_r[::-1], inner_z[::-1], strict=True), (0, inner_z[0])]
    place(mesh("bowl", *lathe(profile, 112), None, ceramic(CERAMICS[colour])))
    return _inside(inner_r, inner_z, depth, 0.03)


def kadai(radius=0.95, depth=0.5):
    """Hammered copper pan, tinned inside, with two brass handles."""
    thickness = 0.03
    t = np.linspace(0, 1, 24) * np.pi / 2
    outer_r = 0.5 + (radius - 0.5) * np.sin(t) ** 0.8
    outer_z = depth * (1 - np.cos(t))
    inner_r, inner_z = outer_r - thickness, outer_z + thickness
    profile = [(0, 0), (0.5, 0), *zip(outer_r, outer_z, strict=True)]
    profile += [(radius + 0.05, depth + 0.01), (radius + 0.05, depth + 0.035), (radius - 0.02, depth + 0.035)]
    profile += [*zip(inner_r[::-1], inner_z[::-1], strict=True), (0, thickness)]
    vertices, faces = lathe(profile, 112)
    colours = np.tile(linear(COPPER), (len(vertices), 1))
    reach = np.hypot(vertices[:, 0], vertices[:, 1])
    colours[reach < np.interp(vertices[:, 2], outer_z, outer_r) - 0.015] = linear("#C9C4BC")
    build(vertices, faces, colours, metal("hammered", 0.28, (9, 0.10)))
    for side in (1, -1):
        _handle(side, radius, depth)
    return _inside(inner_r, inner_z, depth, 0.04)


def _handle(side, radius, depth):
    t = np.linspace(-1, 1, 20)
    bow = np.cos(t * np.pi / 2)
    path = np.stack([side * (radius + 0.04 + 0.2 * bow**0.7), 0.3 * t, depth + 0.02 + 0.05 * bow], 1)
    build(*tube(path, 0.03, 10), linear(BRASS), metal("brass", 0.22))


def steel_cup(x=0.0, y=0.0, z=0.0, radius=0.3, depth=0.24, colour=STEEL):
    """Small katori for chutney or sambar; returns the height and radius at which to fill it."""
    outer = [(0, 0), (radius * 0.8, 0), (radius * 0.95, depth * 0.3), (radius, depth)]
    lip = [(radius + 0.015, depth + 0.01), (radius - 0.01, depth + 0.015)]
    inner = [(radius - 0.02, depth - 0.01), (radius * 0.9, depth * 0.3), (radius * 0.76, 0.02), (0, 0.02)]
    build(*lathe(outer + lip + inner, 72), linear(colour), metal("polished", 0.18), matrix=pose(x, y, z))
    return z + depth * 0.84, radius * 0.97


def clay_pot(radius=0.95, depth=0.5, colour="#8A4A2C"):
    """Unglazed earthen pot with a rolled rim."""
    thickness = 0.06
    t = np.linspace(0, 1, 24) * np.pi / 2
    outer_r = 0.45 + (radius - 0.45) * np.sin(t) ** 0.7
    outer_z = depth * (1 - np.cos(t)) ** 0.9
    inner_r, inner_z = outer_r - thickness, outer_z + 0.04
    roll = np.linspace(-0.4, np.pi + 0.3, 12)
    profile = [(0, 0), (0.45, 0), *zip(outer_r, outer_z, strict=True)]
    profile += [(radius + 0.0 + 0.06 * np.cos(a), depth + 0.03 + 0.06 * np.sin(a)) for a in roll]
    profile += [*zip(inner_r[::-1], inner_z[::-1], strict=True), (0, 0.04)]
    clay = food("earthen", roughness=0.85, subsurface=0, bump=(30, 0.25), mottle=0.12, variation=0, hue=0)
    build(*lathe(profile, 112), linear(colour), clay)
    return _inside(inner_r, inner_z, depth, 0.06)


def open_vessel(name, radius, depth, **shape):
    """The kadai, the clay pot (its own radius is always 0.95), or else a bowl of the colour `name`."""
    if name == "kadai":
        return kadai()
    if name == "clay-pot":
        return clay_pot(depth=depth)
    return bowl(name, radius, depth, **shape)
