"""Protein wraps and rolls."""

from ..items import item

CRUNCH = [
    item("lettuce", 6, length=0.22),
    item("julienne", 6, length=0.2),
    item("cube", 5, colour="#7A2A5A", second="#A8588A", half=0.04),
]
RED = item("cube", 6, colour="#D8301F", second="#F06A4A", half=0.055)
BESIDE = [
    item("lettuce", 2, length=0.42),
    item("lemon", 1),
    item("chillislice", 3, radius=0.04),
    item("coriander", 2),
]
ROLL_SPOTS = ((-0.46, -0.74, 0.12), (0.62, -0.62, 0.1), (-0.86, -0.32, 0.16), (0.94, 0.14, 0.1))
SPLAYED_SPOTS = ((0.0, -0.64, 0.24), (0.0, 0.16, 0.16), (-0.96, -0.1, 0.12), (0.96, -0.1, 0.12))


def _wrap(*filling, skin="wheat", backdrop="cream", beside=BESIDE, **more):
    return {
        "archetype": "wrap",
        "skin": skin,
        "filling": list(filling),
        "beside": beside,
        "backdrop": backdrop,
        **more,
    }


DISHES = {
    "chicken-wrap": _wrap(
        item("chicken", 10, style="grill", half=0.09), *CRUNCH, RED, item("corn", 6, radius=0.045)
    ),
    "paneer-tikka-wrap": _wrap(
        item("paneer", 11, style="tandoori", half=0.08),
        item("capsicum", 6, length=0.18),
        *CRUNCH,
        backdrop="sage",
        beside=[item("capsicum", 2, length=0.3), item("lemon", 1), item("mint", 1, length=0.2), item("onion", 1)],
    ),
    "chana-masala-wrap": _wrap(
        item("chickpea", 26, colour="#C98A3E", dark="#94581E", radius=0.075),
        item("onion", 3, radius=0.1),
        item("lettuce", 5, length=0.2),
        RED,
        lining="#9A5A24",
        backdrop="butter",
        beside=[item("chickpea", 7), item("lime", 1), item("coriander", 2), item("onion", 1, radius=0.16)],
    ),
    "soya-kothu-wrap": _wrap(
        item("soya_chunk", 15, radius=0.085),
        item("scramble", 5, radius=0.05),
        item("capsicum", 4, length=0.16),
        item("lettuce", 4, length=0.2),
        lining="#6E3E1C",
        skin="ragi",
        backdrop="clay",
        beside=[item("soya_chunk", 3), item("lime", 1), item("curryleaf", 2), item("chilli", 1, length=0.3)],
    ),
    "hummus-falafel-wrap": _wrap(
        item("falafel_half", 5, radius=0.13, facing=True),
        item("cucumber", 3, radius=0.09),
        item("lettuce", 4, length=0.18),
        item("julienne", 6, colour="#8E2A5E", length=0.18),
        lining="#EBD9B0",
        lie="splayed",
        cups=[{"at": (0.0, -0.62), "radius": 0.27, "colours": ("#DDBE84", "#F0DDB4")}],
        backdrop="cream",
        beside=[
            item("chickpea", 5, matt=True),
            item("falafel", 4, radius=0.15),
            item("lemon", 1, radius=0.2),
            item("chickpea", 8, matt=True),
        ],
        spots=((0.0, -0.62, 0.16), *SPLAYED_SPOTS[1:]),
        view={"elevation": 36},
    ),
    "pepper-mushroom-wrap": _wrap(
        item("mushroom", 15, radius=0.13, colour="#D9BE98", second="#A8763E"),
        item("peppercorn", 12),
        item("lettuce", 4, length=0.18),
        lining="#5A3A22",
        backdrop="sage",
        beside=[
            item("whole_mushroom", 3, radius=0.2),
            item("whole_mushroom", 2, radius=0.17),
            item("peppercorn", 16, radius=0.036),
            item("peppercorn", 14, radius=0.036),
        ],
        spots=SPLAYED_SPOTS,
        lie="splayed",
        view={"elevation": 36},
    ),
    "rajma-corn-wrap": _wrap(
        item("bean", 20, radius=0.07),
        item("corn", 20, radius=0.05),
        item("lettuce", 5, length=0.2),
        item("capsicum", 4, length=0.16),
        lining="#7E3A24",
        backdrop="butter",
        beside=[item("corn", 8), item("lime", 1), item("bean", 5), item("coriander", 2)],
    ),
    "podi-egg-roll": _wrap(
        item("egg", 3, length=0.17),
        item("egg_crumble", 14, radius=0.09),
        item("speck", 50, colour="#A8401A", radius=0.018),
        item("coriander", 3),
        lining="#F3C95A",
        skin="egg",
        paper=("#FBF6EA", "#D9A441"),
        backdrop="butter",
        beside=[
            item("eggshell", 1, length=0.24, yaw=0.5),
            item("egg", 2, length=0.24),
            item("powder", 1, radius=0.2, colour="#B0481A"),
            item("curryleaf", 3),
        ],
        spots=ROLL_SPOTS,
        lie="rolls",
        view={"elevation": 36},
    ),
    "tandoori-chicken-roll": _wrap(
        item("chicken", 11, style="tikka", half=0.1),
        item("onion", 4, radius=0.1),
        item("coriander", 4),
        lining="#8A2E10",
        skin="paratha",
        paper=("#FBF6EA", "#B8382A"),
        backdrop="cream",
        beside=[
            item("lemon", 1, radius=0.19),
            item("chicken_leg", 1, length=0.74, yaw=-0.5, tilt=2),
            item("chicken", 3, style="tikka", half=0.12),
            item("onion", 2, radius=0.16),
        ],
        spots=ROLL_SPOTS,
        lie="rolls",
        view={"elevation": 36},
    ),
    "chicken-seekh-roll": _wrap(
        item("onion", 6, radius=0.1),
        item("coriander", 4),
        item("lettuce", 5, length=0.16),
        core=item("seekh", 1, length=0.7, radius=0.14),
        lining="#7FA84A",
        skin="paratha",
        paper=("#FBF6EA", "#6E8A5A"),
        backdrop="clay",
        beside=[
            item("lime", 1, radius=0.18),
            item("seekh", 2, length=0.84, radius=0.11, yaw=-0.6, tilt=2),
            item("onion", 2, radius=0.16),
            item("mint", 1, length=0.2),
        ],
        spots=ROLL_SPOTS,
        lie="rolls",
        view={"elevation": 36},
    ),
    "pepper-chicken-wrap": _wrap(
        item("chicken_fry", 10, half=0.1),
        item("peppercorn", 12),
        item("lettuce", 4, length=0.18),
        item("onion", 3, radius=0.1),
        lining="#5A3A1C",
        backdrop="sage",
        beside=[
            item("chicken_leg", 1, length=0.62, style="pepper", yaw=-0.3, tilt=2),
            item("curryleaf", 4),
            item("peppercorn", 16, radius=0.036),
            item("peppercorn", 14, radius=0.036),
        ],
        spots=SPLAYED_SPOTS,
        lie="splayed",
        view={"elevation": 36},
    ),
    "fish-tikka-wrap": _wrap(
        item("fish", 6, style="tikka", length=0.14),
        item("cucumber", 3, radius=0.09),
        item("onion", 3, radius=0.1),
        item("lettuce", 4, length=0.18),
        backdrop="butter",
        beside=[
            item("mint", 1, length=0.18),
            item("lemon", 1, radius=0.2),
            item("onion", 1, radius=0.15),
        ],
        spots=SPLAYED_SPOTS[1:],
        around=[((0.0, -0.98, 0.02), item("whole_fish", 1, length=1.3, yaw=0.06))],
        lie="splayed",
        view={"elevation": 40},
    ),
}
