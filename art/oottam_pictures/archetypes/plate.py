"""Things heaped on a plate, with leaves below and a side."""

from ..fillings import cup_of
from ..ingredients.surfaces import gravy
from ..items import item
from ..placement import Pile, along, sector, within
from ..registry import archetype
from ..servings import garnish, lay
from ..vessels.bowls import steel_cup
from ..vessels.plates import banana_leaf, board, plate, tawa

LEAVES = [item("lettuce", 6, length=0.46), item("spinach", 6, length=0.42)]


def surface_of(name):
    """Set the plate on the table and return the pile on it."""
    if name == "leaf":
        return Pile(banana_leaf(1.25, 0.78))
    if name == "board":
        return Pile(board(1.3, 1.05))
    if name == "tawa":
        return Pile(tawa())
    return Pile(plate(name, 1.2, 0.14))


@archetype
def heaped_plate(description, rng):
    """Keys: vessel, under, main [items], arrange, reach, rise, side [items], cups, garnish."""
    get = description.get
    pile = surface_of(get("vessel", "cream"))
    for entry in get("under", LEAVES):
        lay(pile, entry, within(0.66), rng, tilt=9, sink=0.45, soft=0.6, spread=True)
    set_cups(pile, get("cups", []))
    rise = get("rise", 0.62)
    pile.ceiling = lambda r: rise + 0.2 * (1 - r * r)
    region = within(get("reach", 0.58), *get("at", (0, 0)))
    for entry in get("main", []):
        lay(pile, entry, region, rng, tilt=12, spread=entry["count"] < 10, sink=0.12, tries=16)
    pile.ceiling = None
    for entry in get("side", []):
        lay(pile, entry, along(0.62, 0.40, 0.88, -0.15, 0.06), rng, tilt=8, spread=True)
    for entry in get("border", []):
        lay(pile, entry, sector(0, 360, 0.72, 0.86), rng, tilt=8, spread=True)
    garnish(pile, get("garnish", []), rng, 0.55, 9)


def set_cups(pile, cups):
    """Small steel cups on the plate: {"at": (x, y), "radius": r, "colours": (first, second)}."""
    for cup in cups:
        x, y = cup["at"]
        radius = cup.get("radius", 0.3)
        ground = float(pile.height(x, y))
        level, inner = steel_cup(x, y, ground, radius)
        cup_of(level, inner, cup["colours"], gravy(), x, y)
        pile.occupy(x, y, radius + 0.03, level + 0.05)
