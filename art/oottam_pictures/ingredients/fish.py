"""Fish: whole, pieces for the grill, steaks of a kuzhambu."""

import numpy as np

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..materials import food
from ..meshes import disc, grid, rounded_box
from ..noise import fractal
from ..registry import ingredient
from .surfaces import charred


def glazed():
    """Simmered in gravy: wet, hardly any light from inside, or flesh turns chalky."""
    look = {"roughness": 0.22, "subsurface": 0.08, "depth": 0.04, "bump": (30, 0.2), "coat": 0.5}
    return food("glazed", **look, variation=0.05)


@ingredient
def fish(seed, style="tikka", length=0.26):
    """Thick piece of seer fish: 'tikka' charred, 'curry' with skin on its edge."""
    vertices, faces = rounded_box(length, length * 0.62, length * 0.3, 24, 4)
    grain = fractal(vertices * 6 + seed * 5, seed, 4)
    flakes = np.sin(vertices[:, 0] * 46 + 4 * grain) * 0.012
    shape = vertices * (1 + 0.08 * grain)[:, None]
    shape[:, 2] += flakes * (vertices[:, 2] > 0)
    if style == "tikka":
        colours = mix(linear("#DE8A2E"), linear("#C0581A"), 0.5 + grain + flakes * 20)
        colours = mix(colours, linear("#3E1A0C"), smoothstep(0.15, 0.45, fractal(vertices * 9, seed + 3, 4)))
    else:
        colours = mix(linear("#EAD0AC"), linear("#C98A5A"), 0.4 + grain + flakes * 24)
        edge = smoothstep(0.86, 0.98, np.abs(vertices[:, 1]) / (length * 0.62))
        colours = mix(colours, linear("#6E7478"), edge * 0.85)
    return mesh("fish", shape, faces, colours, charred())


@ingredient
def fish_steak(seed, radius=0.3, thickness=0.2):
    """Cross cut of seer fish out of the gravy: stained flesh in rings, spine, silver skin, masala on it."""
    vertices, faces, reach, angle, side = disc(radius, thickness, 44, 160, 0.4)
    from_belly = (angle + np.pi / 2 + np.pi) % (2 * np.pi) - np.pi
    cavity = np.exp(-(from_belly**2) / 0.05)
    # An oval that is open below, with a spine: without the two it is taken for a mushroom.
    vertices[:, :2] *= (1 - 0.62 * cavity * reach)[:, None]
    vertices[:, 0] *= 1.18 + 0.12 * vertices[:, 1] / radius
    grain = fractal(vertices * 9 + seed * 3, seed, 4)
    arcs = 0.5 + 0.5 * np.sin(reach * 26 + 9 * grain + 2.2 * np.abs(np.sin(angle)))
    colours = mix(linear("#D8A06A"), linear("#AE6630"), 0.35 + 1.1 * grain + 0.16 * arcs)
    masala = smoothstep(-0.12, 0.2, fractal(vertices * 5 + seed, seed + 4, 4))
    colours = mix(colours, linear("#7E2A0C"), masala * 0.88)
    spine = np.hypot(vertices[:, 0], vertices[:, 1] + 0.1 * radius) / radius
    colours = mix(colours, linear("#F1E0C2"), smoothstep(0.13, 0.10, spine) * (side != 0))
    colours = mix(colours, linear("#6A4A32"), np.exp(-((spine - 0.14) ** 2) / 0.0006) * 0.9 * (side != 0))
    silver = mix(linear("#33383C"), linear("#8E9290"), 0.25 + 1.2 * fractal(vertices * 14, seed + 6, 3))
    colours = mix(colours, silver, smoothstep(0.93, 0.96, reach))
    vertices[:, 2] += 0.007 * arcs * (side > 0) + 0.03 * grain * (side > 0)
    return mesh("fishsteak", vertices, faces, colours, glazed())


@ingredient
def whole_fish(seed, length=1.0):
    """Whole fish lying on its side, head to the left: the plainest way to say what a piece or a gravy is of."""
    u, v, faces = grid(110, 72)
    angle = v * 2 * np.pi
    back = np.sin(angle)
    body = np.sin(np.pi * np.clip(u / 0.86, 0, 1) ** 0.62) ** 0.72 * 0.17
    tail = 0.045 + 0.16 * smoothstep(0.84, 1.0, u)
    height = np.where(u < 0.8, np.maximum(body, 0.035), np.maximum(body, tail))
    fins = 0.07 * smoothstep(0.3, 0.36, u) * smoothstep(0.62, 0.5, u) * smoothstep(0.8, 1, back)
    fins += 0.05 * smoothstep(0.5, 0.54, u) * smoothstep(0.7, 0.62, u) * smoothstep(0.8, 1, -back)
    notch = 0.09 * smoothstep(0.86, 1, u) * (1 - np.abs(back))
    thick = np.maximum(0.5 * body, 0.008) * np.cos(angle)
    shape = np.stack([u - 0.5 - notch, back * (height + fins), thick], 1) * length
    grain = fractal(shape * 9 / length + seed, seed, 4)
    scales = np.sin(u * 150 + 3 * np.sin(angle * 24)) * np.sin(angle * 24) * (u > 0.24)
    colours = mix(linear("#C9D0D2"), linear("#4A5E68"), smoothstep(-0.15, 0.75, back + 0.3 * grain))
    colours = mix(colours, linear("#F1EEE6"), smoothstep(-0.3, -0.9, back) * 0.8)
    colours = mix(colours, linear("#2E3C44"), 0.22 * np.clip(scales, 0, 1))
    rays = 0.5 + 0.5 * np.sin(back * 60)
    colours = mix(colours, mix(linear("#5E6A6E"), linear("#A8AEAC"), rays), smoothstep(0.84, 0.9, u) * 0.8)
    gill = np.exp(-((u - 0.235 - 0.03 * back**2) ** 2) / 0.00012) * (np.abs(back) < 0.85)
    colours = mix(colours, linear("#2E2A2C"), gill * 0.85)
    eye = np.hypot(u - 0.105, back * height - 0.035) / 0.03
    colours = mix(colours, linear("#F6F1DC"), smoothstep(1.0, 0.86, eye))
    colours = mix(colours, linear("#0E0D0F"), smoothstep(0.66, 0.54, eye))
    silver = food("silver", roughness=0.24, subsurface=0.1, bump=(60, 0.1), coat=0.5, variation=0)
    return mesh("wholefish", shape, faces, colours, silver)
