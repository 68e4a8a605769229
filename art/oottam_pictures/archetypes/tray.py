"""The steel tray of every canteen, pressed from one sheet, with a different dish in every compartment."""

import numpy as np

from ..blender import build
from ..colour import linear, mix, smoothstep
from ..flatbreads import fold_over, round_bread
from ..ingredients.surfaces import bread_crust, thick_blend, wet
from ..materials import metal
from ..meshes import grid, rotate, tube
from ..noise import fractal
from ..palette import STEEL
from ..placement import Pile, box
from ..registry import archetype, variants
from ..servings import lay, split

WIDTH, DEPTH, HIGH = 1.66, 1.16, 0.2
WALL = 0.05
# Above the table, whose cloth has folds.
LIFT = 0.04
BREADS, BREAD_SCALE = 5, 0.43


def _inside(x, y, area):
    """0 outside a compartment (x0, y0, x1, y1), rising to 1 over its sloping wall."""
    x0, y0, x1, y1 = area
    from_middle_x = np.abs(x - (x0 + x1) / 2) / ((x1 - x0) / 2)
    from_middle_y = np.abs(y - (y0 + y1) / 2) / ((y1 - y0) / 2)
    edge = (from_middle_x**7 + from_middle_y**7) ** (1 / 7)
    return smoothstep(1.0, 1.0 - 2 * WALL, edge)


def _pressed(x, y, areas):
    hollow = sum(_inside(x, y, area) for area in areas)
    return LIFT + HIGH * (1 - 0.86 * np.clip(hollow, 0, 1))


def _sheet(areas):
    """The pressed sheet, its outline a rounded oblong with a rolled rim."""
    u, v, faces = grid(300, 210)
    p, q = u * 2 - 1, v * 2 - 1
    # Squeeze the square sheet into the rounded outline, or its corners stay sharp.
    shrink = np.maximum(np.abs(p), np.abs(q)) / np.maximum((p**10 + q**10) ** 0.1, 1e-9)
    x, y = p * shrink * WIDTH, q * shrink * DEPTH
    steel = metal("tray", 0.34, (14, 0.02))
    build(np.stack([x, y, _pressed(x, y, areas)], 1), faces, linear(STEEL), steel)
    turn = np.linspace(0, 2 * np.pi, 400)
    a, b = np.cos(turn), np.sin(turn)
    reach = (np.abs(a) ** 10 + np.abs(b) ** 10) ** -0.1
    rim = np.stack([a * reach * WIDTH, b * reach * DEPTH, turn * 0 + LIFT + HIGH - 0.014], 1)
    build(*tube(rim, 0.028, 12, caps=False), linear(STEEL), steel)


@archetype
def tray(description, rng):
    """Keys: compartments [{"area", "bed"?, "level"?, "grain"?, "items"?, "bread"?}]."""
    areas = [part["area"] for part in description["compartments"]]
    _sheet(areas)
    pile = Pile(lambda a, b: _pressed(a, b, areas), 1.8, 400)
    for part in description["compartments"]:
        _serve(pile, part, rng)


def _serve(pile, part, rng):
    x0, y0, x1, y1 = part["area"]
    inner = box(x0 + 0.12, y0 + 0.12, x1 - 0.12, y1 - 0.12)
    if "bed" in part:
        _bed(pile, part)
    if "grain" in part:
        name, count, _, look = split(part["grain"])
        meshes = variants(name, 6, **look)
        near = box(x0 + 0.06, y0 + 0.06, x1 - 0.06, y1 - 0.06)
        pile.drop(meshes, near, count, rng, tilt=22, sink=0.3, tries=1, stamp=False)
    if "bread" in part:
        _bread(pile, part, (x0 + x1) / 2, (y0 + y1) / 2)
    pile.ceiling = lambda _: LIFT + HIGH + part.get("rise", 0.22)
    for entry in part.get("items", []):
        lay(pile, entry, inner, rng, mode="any", tilt=14, spread=entry["count"] < 12, tries=8)
    pile.ceiling = None


def _bed(pile, part):
    """Gravy, curd or the ground under grain, filled to just below the rim; `crown` heaps its middle."""
    x0, y0, x1, y1 = part["area"]
    u, v, faces = grid(50, 50)
    # Squeeze the square sheet into the compartment's rounded outline, or its corners look out.
    p, q = u * 2 - 1, v * 2 - 1
    shrink = np.maximum(np.abs(p), np.abs(q)) / np.maximum((np.abs(p) ** 7 + np.abs(q) ** 7) ** (1 / 7), 1e-9)
    x = (x0 + x1) / 2 + p * shrink * ((x1 - x0) / 2 - 0.03)
    y = (y0 + y1) / 2 + q * shrink * ((y1 - y0) / 2 - 0.03)
    grain = fractal(np.stack([x * 6, y * 6, x * 0], 1), 5, 4)
    middle = np.clip(1 - p**2, 0, 1) * np.clip(1 - q**2, 0, 1)
    z = LIFT + HIGH * part.get("level", 0.62) + part.get("crown", 0.0) * middle + 0.03 * grain * (middle > 0.02)
    tint = mix(linear(part["bed"][0]), linear(part["bed"][1]), 0.45 + grain)
    build(np.stack([x, y, z], 1), faces, tint, wet() if "grain" in part else thick_blend())
    pile.stamp(np.stack([x, y, z], 1))


def _bread(pile, part, x, y):
    """A stack of small rounds, the topmost folded in half."""
    for k in range(BREADS):
        vertices, faces, colours = round_bread(part["bread"], 0.95, 3 + k)
        if k == BREADS - 1:
            vertices = fold_over(vertices, seed=k) - np.array([0, 0.4, 0])
        moved = rotate(vertices * BREAD_SCALE, (0, 0, 0.5 - 0.2 * k)) + np.array([x, y, 0])
        moved[:, 2] += float(pile.rest(moved))
        build(moved, faces, colours, bread_crust())
        pile.stamp(moved)
