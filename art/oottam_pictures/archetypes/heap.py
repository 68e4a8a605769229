"""Heaps in a bowl: sundal, salad, cut fruit, pasta."""

from ..fillings import drizzle, fill, pat_of_butter, zigzag_path
from ..ingredients.surfaces import creamy, gravy, wet
from ..placement import sector, within
from ..registry import archetype, variants
from ..servings import garnish, lay, split
from ..vessels.bowls import open_vessel
from ..vessels.plates import banana_leaf

ROUNDS = 4


@archetype
def heap(description, rng):
    """Keys: vessel, depth, wide, leaf, bed, below_rim, brim, bed_is, leaves,
    ring (along the rim, so that no bed looks out), main, top, fan, butter, drizzle, garnish, rise."""
    get = description.get
    if get("leaf"):
        banana_leaf(1.25)
    size = {"radius": 1.12, "foot": 0.6} if get("wide") else {"radius": 0.97}
    vessel = open_vessel(get("vessel", "terra"), depth=get("depth", 0.48), **size)
    rim = vessel.rim
    material = gravy() if get("bed_is") == "sauce" else wet()
    pile, _ = fill(vessel, rim - get("below_rim", 0.14), description["bed"], material, crown=0.08, noise=0.05)
    reach = 0.80 * (1.1 if get("wide") else 1.0)
    for entry in get("leaves", []):
        lay(pile, entry, within(0.66), rng, tilt=18, sink=0.38, spread=True, soft=0.52)
    for entry in get("ring", []):
        lay(pile, entry, sector(0, 360, 0.68, 0.86), rng, tilt=14, sink=0.3, spread=True, tries=24)
    rise = get("rise", 0.30)
    pile.dome(rim + get("brim", 0.2), rise, 0.95 * (1.1 if get("wide") else 1.0))
    for _ in range(ROUNDS):
        for entry in get("main", []):
            lay(pile, entry, within(reach), rng, share=1 / ROUNDS, mode="any", sink=0.1, tries=7, tilt=30)
    for entry in get("top", []):
        lay(pile, entry, within(0.66), rng, above=0.1, tilt=16, spread=True, sink=0.25)
    if get("fan"):
        _fan(pile, get("fan"), rng)
    if get("drizzle"):
        path = zigzag_path(-0.5, -0.12, 0.5, 0.1, 0.3)
        drizzle(pile, path, get("drizzle"), creamy(), 0.03)
    if get("butter"):
        pat_of_butter(pile)
    garnish(pile, get("garnish", []), rng, 0.62)


def _fan(pile, entry, rng):
    """Overlapping slices across the back of the heap."""
    name, count, placing, look = split(entry)
    options = {"lean": look.pop("lean", 0.55), "yaw": placing.get("yaw", 1.57)}
    path = [(-0.46 + 0.95 / count * i, 0.22 + 0.05 * i % 0.11) for i in range(count)]
    pile.shingle(variants(name, 6, **look), path, rng, lower=0.04, **options)
