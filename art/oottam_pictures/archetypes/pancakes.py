"""A stack of pancakes with syrup and toppings."""

import numpy as np

from ..blender import build
from ..colour import linear, mix, ramp, smoothstep
from ..fillings import pat_of_butter
from ..ingredients.surfaces import bread_crust
from ..materials import food
from ..meshes import grid, lathe
from ..noise import fractal
from ..placement import Pile, along, within
from ..registry import archetype
from ..servings import lay
from ..vessels.plates import plate

RADIUS = 0.86
STEP = 0.148
NARROWING = 0.015
DRIPS = ((-1.15, 0.95), (-2.15, 1.25), (0.9, 0.45), (2.7, 0.9), (-1.65, 0.45))


@archetype
def pancakes(description, rng):
    """Keys: vessel, batter (middle, ring, side colours), flecks, count, syrup, butter, top, beside."""
    get = description.get
    plate(get("vessel", "cream"), 1.3, 0.12)
    top = 0.07
    count = get("count", 5)
    for k in range(count):
        where = (rng.uniform(-0.04, 0.04), rng.uniform(-0.04, 0.04), top + 0.075)
        _pancake(k, RADIUS - NARROWING * k, description["batter"], get("flecks"), where)
        top += STEP
    if get("syrup"):
        _syrup(top, RADIUS - NARROWING * (count - 1), get("syrup"), get("syrup_clear", 0.35))
    pile = Pile(lambda x, y: np.where(np.hypot(x, y) < RADIUS * 0.95, top, 0.08))
    if get("butter", True):
        pat_of_butter(pile, 0.05, 0.1, 0.13)
        pile.occupy(0.05, 0.1, 0.14, top + 0.1)
    pile.ceiling = lambda _: top + 0.36
    for entry in get("top", []):
        lay(pile, entry, within(0.5), rng, mode="up", spread=True, tilt=7, sink=0.06)
    pile.ceiling = None
    for entry in get("beside", []):
        lay(pile, entry, along(-0.6, -0.98, 0.6, -0.98, 0.06), rng, mode="up", spread=True, tilt=7)


def _pancake(k, radius, batter, flecks, where):
    profile = [(0, 0.075), *[(radius * q, 0.075) for q in np.linspace(0.05, 0.93, 30)]]
    profile += [(radius * 0.975, 0.055), (radius, 0.02), (radius, -0.02), (radius * 0.975, -0.055)]
    vertices, faces = lathe([*profile, (radius * 0.93, -0.075), (0, -0.075)], 100)
    reach = np.hypot(vertices[:, 0], vertices[:, 1]) / radius
    grain = fractal(vertices * 3.2 + k * 5, k + 1, 4)
    middle, ring, side = batter
    stops = [(0, middle), (0.6, middle), (0.84, ring), (0.93, side), (1.05, side)]
    colours = ramp(reach + 0.03 * grain, stops)
    colours = mix(colours, linear(ring), smoothstep(0.1, 0.5, grain) * 0.5 * (vertices[:, 2] > 0.06))
    if flecks:
        colours = mix(colours, linear(flecks), smoothstep(0.24, 0.32, fractal(vertices * 15 + k, k + 4, 2)))
    vertices = vertices * (1 + 0.02 * grain)[:, None]
    vertices[:, 2] += 0.012 * grain
    build(vertices, faces, colours, bread_crust(), location=where)


def _syrup(top, radius, colours, clear):
    """A pool on top that runs down in rounded drips."""
    u, v, faces = grid(60, 260)
    angle = v * 2 * np.pi
    reach = 0.55 + 0.12 * np.cos(3 * angle + 0.6) + 0.09 * np.cos(5 * angle + 2)
    for middle, length in DRIPS:
        off = (angle - middle + np.pi) % (2 * np.pi) - np.pi
        reach = reach + 0.35 * length * np.exp(-((off / 0.17) ** 4))
    s = u * reach
    over = np.clip(s - radius, 0, None)
    round_edge = np.sqrt(np.clip(1 - u**10, 0, 1))
    r = np.minimum(s, radius + 0.012) + (0.03 * round_edge + 0.1 * over) * (over > 0)
    z = top + 0.03 * np.sqrt(np.clip(1 - u**6, 0, 1)) + 0.004 - over * 1.25
    z -= 0.06 * smoothstep(radius * 0.9, radius, s)
    syrup = food(
        "syrup", roughness=0.05, subsurface=0.35, depth=0.2, bump=None, coat=1.0, transmission=clear, variation=0
    )
    tint = mix(linear(colours[0]), linear(colours[1]), 0.3 + 0 * u)
    build(np.stack([r * np.cos(angle), r * np.sin(angle), z], 1), faces, tint, syrup)
