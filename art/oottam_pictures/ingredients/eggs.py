"""Eggs."""

import numpy as np

from ..blender import mesh
from ..colour import linear, mix, smoothstep
from ..materials import food
from ..meshes import disc, grid, join, rotate, rounded_box, slab_between, sphere
from ..noise import fractal
from ..registry import ingredient
from .surfaces import creamy


def boiled_white():
    look = {"roughness": 0.28, "subsurface": 0.4, "depth": 0.1, "radius": (1, 0.75, 0.45)}
    return food("boiled-white", **look, bump=(24, 0.03), coat=0.3, variation=0.02, hue=0.002)


@ingredient
def egg(seed, length=0.33, white="#FDFAF1"):
    """Half a boiled egg, yolk up."""
    ball, faces = sphere(56, 32)
    shell = ball * np.array([length, length * 0.76, length * 0.76])
    shell[:, 1:] *= (1 - 0.13 * ball[:, 0])[:, None]
    # The upper faces would lie in the plane of the cut and render black.
    below = [f for f in faces if not all(shell[i, 2] > 0 for i in f)]
    shell[:, 2] = np.minimum(shell[:, 2], 0) - 0.001
    return mesh("egg", *join([(shell, below, linear(white)), _cut_egg(seed, length, white)]), boiled_white())


def _cut_egg(seed, length, white):
    """Cut face with a slightly raised yolk, off the middle."""
    u, v, faces = grid(40, 73)
    x, y = np.cos(v * 2 * np.pi) * u, np.sin(v * 2 * np.pi) * u
    face = np.stack([x * length, y * length * 0.76 * (1 - 0.13 * x), np.zeros_like(u)], 1)
    reach = np.hypot((face[:, 0] + 0.02) / (length * 0.56), face[:, 1] / (length * 0.54))
    reach += 0.03 * fractal(face * 9, seed)
    yolk = smoothstep(1.04, 0.97, reach)
    rise = 0.025 * yolk * np.sqrt(np.clip(1 - reach * reach * 0.8, 0, 1))
    face[:, 2] = rise - 0.012 * smoothstep(0.95, 1, u)
    grain = fractal(face * 14, seed, 4)
    yellow = mix(linear("#F4A51E"), linear("#F8C04A"), 0.45 + 1.1 * grain + 0.3 * (1 - reach))
    colours = mix(linear(white), yellow, yolk)
    return face, faces, mix(colours, linear("#E7B45A"), 0.5 * np.exp(-((reach - 1.0) ** 2) / 0.0012))


@ingredient
def karandi(seed, radius=0.34, wedge=0.0):
    """Karandi omelette: a puffed cake, round below as its ladle. `wedge`: radians cut out of it, to the front."""
    crumb_at = np.linspace(0.02, 1, 40)
    t = np.linspace(0, np.pi / 2, 44)
    top = [(radius * np.sin(q) ** 0.8, radius * 0.5 * np.cos(q) ** 1.2) for q in t]
    bottom = [(radius * np.cos(q) ** 0.7, -radius * 0.3 * np.sin(q)) for q in t[1:]]
    profile = np.array([*top, *bottom])
    rows, columns = len(profile), 180
    angle = np.linspace(-np.pi / 2 + wedge / 2, 1.5 * np.pi - wedge / 2, columns)
    reach, z = np.repeat(profile, columns, axis=0).T
    around = np.tile(angle, rows)
    skin = np.stack([reach * np.cos(around), reach * np.sin(around), z], 1)
    sheet = [
        (i * columns + j, (i + 1) * columns + j, (i + 1) * columns + j + 1, i * columns + j + 1)
        for i in range(rows - 1)
        for j in range(columns - 1)
    ]
    parts = [_fried(skin, sheet, radius, seed)]
    for end in (angle[0], angle[-1]) if wedge else ():
        r, z = np.outer(crumb_at, profile[:, 0]).ravel(), np.outer(crumb_at, profile[:, 1]).ravel()
        cut = np.stack([r * np.cos(end), r * np.sin(end), z], 1)
        faces = [
            (i * rows + j, (i + 1) * rows + j, (i + 1) * rows + j + 1, i * rows + j + 1)
            for i in range(len(crumb_at) - 1)
            for j in range(rows - 1)
        ]
        parts.append(_crumb(cut, faces, np.repeat(crumb_at, rows), seed))
    return mesh("karandi", *join(parts), spongy())


def spongy():
    look = {"roughness": 0.5, "subsurface": 0.25, "depth": 0.06, "radius": (1, 0.7, 0.3)}
    return food("spongy", **look, bump=(34, 0.3), coat=0.15, variation=0.03, hue=0.004)


def _flecks(vertices, colours, seed):
    """Chilli, onion and pepper in the batter."""
    for k, (tint, rare) in enumerate((("#3F7A26", 0.40), ("#C87A9A", 0.42), ("#1E1712", 0.44))):
        flecks = smoothstep(rare, rare + 0.05, fractal(vertices * (19 + 8 * k) + 7 * k, seed + k, 2))
        colours = mix(colours, linear(tint), flecks)
    return colours


def _fried(vertices, faces, radius, seed):
    blisters, fine = fractal(vertices * 9 + seed * 3, seed, 3), fractal(vertices * 24 + seed, seed + 2, 3)
    high = vertices[:, 2] / (radius * 0.5)
    browned = smoothstep(0.0, 0.4, blisters + 0.35 * (high - 0.55) + 0.4 * fractal(vertices * 4, seed + 5, 3))
    colours = mix(linear("#F6C23E"), linear("#E69A22"), 0.35 + fine)
    colours = mix(colours, linear("#A85A16"), browned * 0.85)
    colours = mix(colours, linear("#6E3410"), smoothstep(0.3, 0.5, blisters + 0.25 * (high - 0.6)) * 0.7)
    return vertices * (1 + 0.05 * blisters + 0.02 * fine)[:, None], faces, _flecks(vertices, colours, seed)


def _crumb(vertices, faces, reach, seed):
    """The cut: yellow and full of holes."""
    holes = smoothstep(0.2, 0.36, fractal(vertices * 26 + seed, seed + 6, 2))
    colours = mix(linear("#FBDB6E"), linear("#F3BC38"), 0.4 + fractal(vertices * 9, seed, 3))
    colours = mix(colours, linear("#C98A1E"), holes * 0.7)
    colours = mix(colours, linear("#A8601A"), smoothstep(0.9, 0.98, reach))
    return vertices, faces, _flecks(vertices, colours, seed)


@ingredient
def eggshell(seed, length=0.24, colour="#E6BE94"):
    """Half an empty eggshell with a broken rim."""
    ball, faces = sphere(60, 40)
    angle = np.arctan2(ball[:, 1], ball[:, 0])
    ring = np.stack([np.cos(angle) * 4, np.sin(angle) * 4, angle * 0 + seed], 1)
    broken = 0.18 * np.round(fractal(ring, seed, 3) * 6) / 3
    below = [f for f in faces if all(ball[i, 2] < broken[i] for i in f)]
    shape = ball * np.array([1, 1, 1.2]) * length * 0.8
    inside = shape * 0.95
    parts = [(shape, below, linear(colour)), (inside, [f[::-1] for f in below], linear("#FBF4EA"))]
    vertices, faces, colours = join(parts)
    return mesh("eggshell", rotate(vertices, (0.7, 0.2, 0)), faces, colours, boiled_white())


@ingredient
def egg_crumble(seed, radius=0.1):
    """Crumb of podimas: a torn, creased scrap of fried egg, yellow with streaks of white, browned at edges."""
    u, v, faces = grid(26, 26)
    x, y = u * 2 - 1, v * 2 - 1
    squeeze = np.sqrt(np.maximum(1e-6, np.maximum(np.abs(x), np.abs(y)) ** 2 / np.maximum(x * x + y * y, 1e-6)))
    x, y = x * squeeze, y * squeeze
    flat = np.stack([x, y, x * 0 + seed * 3], 1)
    torn, fine = fractal(flat * 1.7, seed, 3), fractal(flat * 4, seed + 4, 3)
    reach = 1 + 0.7 * torn
    top = np.stack([x * 1.15 * reach, y * 0.85 * reach, 0.5 * torn + 0.34 * fine + 0.25 * x * y + 0.3], 1) * radius
    vertices, faces = slab_between(top, radius * 0.5, faces, 26, 26)
    vertices[len(top) :, 2] = top[:, 2] - radius * 0.34
    white = smoothstep(0.05, 0.3, fractal(flat * 1.3 + 9, seed + 7, 2))
    colours = mix(mix(linear("#FADA6C"), linear("#F0BC40"), 0.4 + fine), linear("#FDF6E0"), white * 0.85)
    colours = mix(colours, linear("#A8691E"), smoothstep(0.3, 0.5, fine) * 0.5)
    return mesh("eggcrumble", vertices, faces, np.vstack([colours, colours]), creamy())


@ingredient
def egg_round(seed, radius=0.16, thickness=0.06):
    """Round slice of boiled egg, its face to the side (towards -y)."""
    vertices, faces, reach, _, _ = disc(radius, thickness, 22, 80)
    yolk = smoothstep(0.62, 0.57, reach)
    grain = fractal(vertices * 12 + seed, seed)
    colours = mix(linear("#FDFAF1"), mix(linear("#F3A822"), linear("#F8C652"), 0.4 + grain), yolk)
    return mesh("egground", rotate(vertices, (np.pi / 2, 0, 0)), faces, colours, creamy())


@ingredient
def omelette_square(seed, half=0.5):
    """Omelette cut to the size of a toast."""
    vertices, faces = rounded_box(half, half * 1.04, 0.055, 40, 7)
    grain = fractal(vertices * 5 + seed * 3, seed, 4)
    colours = mix(linear("#F8D468"), linear("#EDB43E"), 0.4 + grain)
    colours = mix(colours, linear("#A8641E"), smoothstep(0.12, 0.4, fractal(vertices * 4, seed + 5, 4)) * 0.8)
    for k, tint in enumerate(("#4E8A2E", "#B0486A", "#C8301C")):
        flecks = smoothstep(0.34, 0.4, fractal(vertices * 13 + 7 * k, seed + k, 2))
        colours = mix(colours, linear(tint), flecks)
    vertices[:, 2] += 0.03 * grain
    return mesh("omelettesquare", vertices * (1 + 0.03 * grain)[:, None], faces, colours, creamy())
