"""Bowls of smoothie, oats, rice or millet with toppings laid out in fans and fields."""

from ..fillings import cover_with_grain, drizzle, fill, pool_of_gravy, spiral_path, zigzag_path
from ..ingredients.surfaces import creamy, gravy, thick_blend
from ..items import as_list
from ..placement import sector, within
from ..places import FANS, FIELDS
from ..registry import archetype, variants
from ..servings import garnish, lay, split
from ..vessels.bowls import open_vessel

BEDS = {"thick": thick_blend, "gravy": gravy, "cream": creamy}


@archetype
def topped_bowl(description, rng):
    """Keys: vessel, depth, bed, surface, swirl, grain, fans {place: item}, fields {place: items}, pool,
    centre, drizzle, garnish."""
    get = description.get
    vessel = open_vessel(get("vessel", "cream"), 1.0, get("depth", 0.57))
    level = vessel.rim - get("below_rim", 0.13)
    material = BEDS[get("surface", "thick")]()
    look = {"crown": get("crown", 0.0), "swirl": get("swirl", 0.0), "seed": 3}
    pile, radius = fill(vessel, level, description["bed"], material, **look)
    if get("grain"):
        name, count, _, look = split(get("grain"))
        cover_with_grain(pile, name, count, radius, rng, **look)
    if get("pool"):
        pool_of_gravy(pile, **get("pool"))
    for place, entry in get("fans", {}).items():
        _fan(pile, place, entry, rng)
    pile.dome(level + get("heap", 0.33), 0.2)
    _lay_fields(pile, description, rng)
    garnish(pile, get("garnish", []), rng, get("garnish_radius", 0.58))


def _lay_fields(pile, description, rng):
    for place, entries in description.get("fields", {}).items():
        for entry in as_list(entries):
            lay(pile, entry, sector(*FIELDS[place]), rng, mode="any", spread=entry["count"] < 14, sink=0.2)
    for entry in description.get("centre", []):
        lay(pile, entry, within(0.26), rng, above=0.3, tilt=6)
    thread = description.get("drizzle")
    if thread:
        drizzle(pile, _path(thread), thread["colour"], gravy(), thread.get("width", 0.026))


def _fan(pile, place, entry, rng):
    name, count, placing, look = split(entry)
    options = {key: look.pop(key) for key in ("lean", "lower") if key in look}
    path = [FANS[place](i, count) for i in range(count)]
    pile.shingle(variants(name, 6, **look), path, rng, yaw=placing.get("yaw", 0.0), **options)


def _path(thread):
    if thread.get("shape") == "zigzag":
        return zigzag_path(*thread.get("span", (-0.6, -0.1, 0.6, 0.1)), width=thread.get("reach", 0.3))
    return spiral_path(0.1, 0.55)
