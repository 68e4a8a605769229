"""Chicken that shows what it is: legs on the bone, and pieces fried in masala."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..materials import food
from ..meshes import grid, rounded_box
from ..noise import fractal
from ..registry import ingredient

# meat, its darker side, char, the flesh in a cut
LEGS = {
    "tandoori": ("#D9541A", "#A82A0C", "#2A100A", "#F0A050"),
    "pepper": ("#A0622C", "#5E3014", "#21120A", "#D9A868"),
}
GASHES = (0.17, 0.31, 0.45)


def roasted():
    look = {"roughness": 0.38, "subsurface": 0.1, "depth": 0.04, "bump": (34, 0.35), "coat": 0.3}
    return food("roasted", **look, mottle=0.2, mottle_scale=11, variation=0.06)


@ingredient
def chicken_leg(seed, length=0.95, style="tandoori"):
    """Leg with gashes across the meat, char, and the bone looking out at the right."""
    meat, dark, char, flesh = (linear(tint) for tint in LEGS[style])
    u, v, faces = grid(130, 80)
    angle = v * 2 * np.pi
    around = np.stack([u * 5, np.cos(angle) * 1.6, np.sin(angle) * 1.6 + seed * 3], 1)
    lumps, fine = fractal(around, seed, 4), fractal(around * 4, seed + 3, 4)
    bulb = np.sin(np.pi * np.clip(u / 0.8, 0, 1) ** 0.62) ** 0.75
    bone = 0.15 * smoothstep(0.62, 0.72, u) * (1 + 0.75 * np.exp(-((u - 0.955) ** 2) / 0.0012))
    bone *= np.sqrt(np.clip((1 - u) / 0.02, 0, 1))
    width = np.maximum(bulb * (1 + 0.16 * lumps), bone) * length * 0.27
    on_meat = smoothstep(0.02, 0.1, bulb - bone)
    slit = sum(np.exp(-((u - at - 0.05 * np.sin(angle)) ** 2) / 0.00022) for at in GASHES)
    slit *= on_meat * smoothstep(0.0, 0.5, np.sin(angle) + 0.35)
    width *= 1 - 0.2 * slit + 0.05 * fine * on_meat
    bow = 0.10 * length * np.sin(np.pi * u)
    shape = np.stack([(u - 0.5) * length, np.cos(angle) * width + bow, np.sin(angle) * width * 0.82], 1)
    colours = mix(meat, dark, 0.42 + 1.1 * lumps + 0.5 * fine)
    burnt = smoothstep(0.08, 0.34, fractal(around * 1.7 + 9, seed + 7, 4) + 0.14 * np.sin(angle))
    colours = mix(colours, char, burnt * 0.85)
    colours = mix(colours, flesh, smoothstep(0.35, 0.9, slit))
    ivory = mix(linear("#EEDDBB"), linear("#B98A54"), 0.3 + fine + smoothstep(0.8, 0.66, u))
    return mesh("chickenleg", shape, faces, mix(ivory, colours, on_meat), roasted())


@ingredient
def chicken_fry(seed, half=0.17):
    """Torn piece of chicken in a dry pepper masala."""
    rng = RandomState(seed)
    vertices, faces = rounded_box(half * rng.uniform(1.2, 1.7), half * rng.uniform(0.7, 1), half * 0.72, 34, 3)
    lumps = fractal(vertices * 3.6 + seed * 7, seed, 3)
    fibre = fractal(vertices * np.array([5, 26, 26]) + seed, seed + 2, 3)
    crust = fractal(vertices * 17 + seed, seed + 5, 4)
    shape = vertices * (1 + 0.5 * lumps + 0.12 * fibre + 0.10 * crust)[:, None]
    colours = mix(linear("#B8783A"), linear("#6A3616"), 0.5 + 1.3 * lumps + 0.5 * fibre)
    colours = mix(colours, linear("#E3B67A"), smoothstep(0.18, 0.4, fibre - crust) * 0.7)
    colours = mix(colours, linear("#3A1C0C"), smoothstep(0.06, 0.32, crust) * 0.85)
    pepper = smoothstep(0.3, 0.36, fractal(vertices * 44 + seed, seed + 8, 2))
    return mesh("chickenfry", shape, faces, mix(colours, linear("#17100C"), pepper), roasted())
