"""Everything a drink comes in: a profile [(radius, height), ...] turned on the lathe, then filled."""

import dataclasses

import numpy as np

from ..blender import build, mesh, place
from ..colour import linear, mix, ramp, smoothstep
from ..materials import ceramic, food, glass, metal
from ..meshes import lathe, tube
from ..noise import fractal
from ..palette import CERAMICS, STEEL

FLOOR = 0.12

PROFILES = {
    "tumbler": [(0.40, 0.03), (0.54, 1.35)],
    "tall": [(0.36, 0.03), (0.46, 1.75)],
    "small": [(0.36, 0.03), (0.44, 0.95)],
    "shot": [(0.26, 0.03), (0.34, 0.62)],
    "curved": [(0.34, 0.03), (0.36, 0.25), (0.47, 0.8), (0.50, 1.15), (0.47, 1.5)],
    "stem": [(0.26, 0.36), (0.40, 0.5), (0.52, 0.8), (0.55, 1.1), (0.52, 1.45)],
    "bottle": [(0.40, 0.03), (0.42, 0.12), (0.42, 1.12), (0.38, 1.32), (0.24, 1.52), (0.20, 1.64), (0.21, 1.86)],
    "jar": [(0.42, 0.03), (0.45, 0.1), (0.46, 0.95), (0.44, 1.08), (0.38, 1.16), (0.38, 1.34)],
    "steel": [(0.34, 0.03), (0.36, 0.2), (0.43, 0.98)],
    "mug": [(0.40, 0.03), (0.45, 0.12), (0.46, 0.95)],
    "clay": [(0.28, 0.03), (0.36, 0.3), (0.42, 0.62), (0.47, 0.86)],
}


@dataclasses.dataclass(frozen=True)
class Drink:
    """A filled glass: height and radius of the liquid's surface, height and radius of the rim."""

    level: float
    surface: float
    rim: float
    rim_radius: float
    widest: float


def _smooth_profile(points, count=60):
    """Points rounded off: dense linear interpolation, then a moving average that keeps the ends."""
    radii, heights = np.array(points, float).T
    dense_z = np.linspace(heights[0], heights[-1], count)
    dense_r = np.interp(dense_z, heights, radii)
    if len(points) > 2:
        padded = np.pad(dense_r, 4, "edge")
        dense_r = np.convolve(padded, np.ones(9) / 9, "valid")
    return dense_r, dense_z


def _shell(radii, heights, thickness):
    """Closed profile of a vessel with a thick floor and a rounded rim."""
    top_r, top_z = radii[-1], heights[-1]
    start = heights[0] - 0.03
    outside = [(0, start + 0.015), (radii[0] - 0.06, start + 0.015), (radii[0] - 0.03, start)]
    outside += [(radii[0] - 0.006, start + 0.01), *zip(radii, heights, strict=True)]
    rim = [(top_r - 0.006, top_z + 0.012), (top_r - thickness * 0.5, top_z + 0.017)]
    rim += [(top_r - thickness + 0.006, top_z + 0.012)]
    floor = start + FLOOR
    inside = [(r - thickness, z) for r, z in zip(radii[::-1], heights[::-1], strict=True) if z > floor + 0.02]
    return outside + rim + inside + [(radii[0] - thickness - 0.02, floor + 0.01), (0, floor)], floor


def _material(kind, colour):
    """Material and vertex colour of a kind of vessel."""
    if kind == "steel":
        return metal("polished", 0.16), linear(STEEL)
    if kind == "mug":
        return ceramic(CERAMICS[colour or "cream"]), None
    if kind == "clay":
        clay = food("earthen", roughness=0.85, subsurface=0, bump=(30, 0.25), mottle=0.12, variation=0, hue=0)
        return clay, linear("#B4643C")
    return glass(), None


def pour(kind, liquid, *, fill=0.9, foam=None, layers=None, seed=1, colour=None, clear=0.0):
    """Set a vessel on the table and fill it to `fill` of its height.

    liquid: two colours that marble into each other; layers: [(height 0..1, colour), ...] instead;
    foam: colour of the top. clear: 0 for milk, up to 1 for water.
    """
    radii, heights = _smooth_profile(PROFILES[kind])
    thickness = 0.032
    profile, floor = _shell(radii, heights, thickness)
    material, tint = _material(kind, colour)
    build(*lathe(profile, 96), tint, material)
    if kind == "mug":
        _mug_handle(CERAMICS[colour or "cream"])
    if kind == "stem":
        _foot()
    level = floor + (heights[-1] - floor) * fill
    # The liquid overlaps the wall by a third of its thickness, or it looks shrunken in the glass.
    inner = np.interp(np.linspace(floor + 0.005, level, 60), heights, radii) - thickness * 0.62
    _liquid(inner, np.linspace(floor + 0.005, level, 60), (liquid, foam, layers), seed, clear)
    return Drink(level, float(inner[-1]), float(heights[-1]), float(radii[-1]), float(radii.max()))


def _liquid(radii, heights, look, seed, clear):
    profile = [(0, heights[0]), *zip(radii, heights, strict=True)]
    profile += [(radii[-1] * q, heights[-1]) for q in np.linspace(0.97, 0, 22)]
    vertices, faces = lathe(profile, 110)
    grain = fractal(vertices * np.array([3, 3, 2.2]), seed, 4)
    share = (vertices[:, 2] - heights[0]) / (heights[-1] - heights[0])
    colours = _liquid_colours(look, share, grain)
    reach = np.hypot(vertices[:, 0], vertices[:, 1])
    angle = np.arctan2(vertices[:, 1], vertices[:, 0])
    swirl = 0.02 * np.sin(angle + np.log(reach + 0.05) * 5 + grain * 2)
    vertices[:, 2] += (share > 0.999) * swirl * smoothstep(1, 0.8, reach / radii[-1])
    look = {"roughness": 0.25, "subsurface": 0.5 * (1 - clear), "depth": 0.2, "radius": (1, 0.6, 0.5)}
    material = food("drink", **look, bump=(26, 0.03), coat=0.15, variation=0, hue=0, transmission=clear)
    build(vertices, faces, colours, material)


def _liquid_colours(look, share, grain):
    liquid, foam, layers = look
    if layers:
        colours = ramp(share + 0.07 * grain, layers)
    else:
        colours = mix(linear(liquid[0]), linear(liquid[1]), 0.35 + 0.9 * grain + 0.25 * share)
    if foam:
        colours = mix(colours, linear(foam), smoothstep(0.93, 0.97, share + 0.03 * grain))
    return colours


def _mug_handle(colour):
    t = np.linspace(-1, 1, 24)
    bow = np.cos(t * np.pi / 2) ** 0.6
    path = np.stack([0.44 + 0.26 * bow, t * 0, 0.5 + 0.28 * t], 1)
    place(mesh("handle", *tube(path, 0.055, 14), None, ceramic(colour)))


def _foot():
    """Thick stem and foot; a thin one would vanish against the pale floor."""
    profile = [(0, 0), (0.36, 0), (0.37, 0.025), (0.2, 0.06), (0.12, 0.11), (0.11, 0.24), (0.17, 0.34), (0, 0.345)]
    build(*lathe(profile, 80), None, glass("foot", "#F4F8F8"))
