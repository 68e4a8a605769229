"""Drinks: a vessel, what is poured into it, what floats on it, hangs on its rim and lies beside it."""

from ..items import as_list, item
from ..placement import Pile, along, within
from ..registry import archetype
from ..servings import lay
from ..vessels.garnish import davara, ice, rim_fruit, saucer, screw_cap, straw
from ..vessels.glasses import pour


@archetype
def drink(description, rng):
    """Keys: vessel, liquid, foam, layers, fill, top, herb, straw, rim, ice, side, stand, lid, clear."""
    get = description.get
    filled = pour(
        get("vessel", "tumbler"),
        description["liquid"],
        fill=get("fill", 0.9),
        foam=get("foam"),
        layers=get("layers"),
        colour=get("glaze"),
        clear=get("clear", 0.0),
    )
    if get("ice"):
        ice(filled, rng, get("ice"))
    _float_on(filled, description, rng)
    if get("straw"):
        straw(filled, get("straw"))
    if get("rim"):
        rim = get("rim")
        look = {key: value for key, value in rim.items() if key not in ("name", "count")}
        rim_fruit(filled, rim["name"], **look)
    if get("lid"):
        screw_cap(filled, get("lid"))
    {"davara": davara, "coaster": saucer}.get(get("stand"), lambda: None)()
    _lay_beside(filled, get("side", []), rng, 0.7 if get("stand") else filled.widest)


def _float_on(filled, description, rng):
    """Toppings and a sprig on the surface."""
    surface = filled.surface
    lift = 0.05 if description.get("ice") else 0.0

    def level(x, y):
        return (x * x + y * y >= surface**2) * 0.04 + filled.level + lift

    pile = Pile(level, 0.9, 240)
    for entry in description.get("top", []):
        lay(pile, entry, within(max(0.05, surface - 0.14)), rng, spread=entry["count"] < 20, tilt=12)
    herb = description.get("herb", item("mint", length=0.2))
    if herb:
        lay(pile, herb, within(0.04, -0.06, -0.08), rng, tilt=4)


def _lay_beside(filled, sides, rng, clear):
    """Raw ingredients on the table, the first to the right, the second to the left, the third in front."""
    table = Pile(lambda x, y: (x * x + y * y < (clear + 0.04) ** 2) * 9.0, 2.2, 400)
    reach = clear + 0.2
    strips = [
        along(reach, -0.38, reach + 0.32, -0.1, 0.10),
        along(-reach, -0.38, -reach - 0.32, -0.1, 0.10),
        along(-0.15, -clear - 0.25, 0.25, -clear - 0.3, 0.06),
    ]
    for region, entries in zip(strips, sides, strict=False):
        for entry in as_list(entries):
            lay(table, entry, region, rng, spread=True, tilt=6, tries=14)
