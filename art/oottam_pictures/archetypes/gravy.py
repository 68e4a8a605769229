"""Gravies, kootu, soups: a pan of sauce with chunks half sunk into it."""

from ..fillings import drizzle, fill, spiral_path
from ..ingredients import surfaces
from ..placement import within
from ..registry import archetype
from ..servings import garnish, lay
from ..vessels.bowls import open_vessel


@archetype
def gravy(description, rng):
    """Keys: vessel, sauce, crown, noise, chunks [items], cream (colour), garnish."""
    get = description.get
    vessel = open_vessel(get("vessel", "kadai"), 0.97, 0.5)
    pile, _ = fill(
        vessel,
        vessel.rim - 0.12,
        description["sauce"],
        surfaces.gravy(),
        crown=get("crown", 0.0),
        noise=get("noise", 0.045),
        grain_scale=get("grain_scale", 6),
        seed=7,
    )
    for entry in get("chunks", []):
        lay(pile, entry, within(0.66), rng, tilt=14, spread=True, sink=0.42)
    if get("cream"):
        drizzle(pile, spiral_path(), get("cream"), surfaces.creamy())
    garnish(pile, get("garnish", []), rng, 0.5)
