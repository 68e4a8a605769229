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
        item("falafel_half", 5, radius=0.15, facing=True),
        item("cucumber", 4, radius=0.1),
        item("lettuce", 5, length=0.2),
        item("julienne", 7, colour="#8E2A5E", length=0.2),
        RED,
        lining="#EBD9B0",
        lie="upright",
        cups=[{"at": (0.86, -0.3), "radius": 0.23, "colours": ("#DDBE84", "#F0DDB4")}],
        backdrop="cream",
        beside=[
            item("mint", 1, length=0.2),
            item("falafel", 2),
            item("lemon", 1),
            item("sesame", 16, mode="any"),
        ],
    ),
    "pepper-mushroom-wrap": _wrap(
        item("mushroom", 13, radius=0.13, colour="#C9A070", second="#8A5A2E"),
        item("peppercorn", 9),
        item("lettuce", 5, length=0.2),
        item("capsicum", 5, length=0.17, colour="#C8301C"),
        lining="#5A3A22",
        skin="spinach",
        backdrop="sage",
        beside=[
            item("mushroom", 2, colour="#EBDCC4", second="#D9BE98"),
            item("lime", 1),
            item("peppercorn", 6),
            item("coriander", 2),
        ],
        lie="upright",
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
        item("scramble", 16, radius=0.09),
        item("speck", 40, colour="#A8401A", radius=0.018),
        item("onion", 3, radius=0.1),
        item("coriander", 4),
        lining="#F3C95A",
        skin="egg",
        paper="#F4EFE4",
        backdrop="butter",
        beside=[
            item("curryleaf", 2),
            item("egg", 1, length=0.2),
            item("chilli", 1, length=0.3),
            item("coriander", 2),
        ],
        lie="diagonal",
    ),
    "tandoori-chicken-roll": _wrap(
        item("chicken", 12, style="tikka", half=0.1),
        item("onion", 4, radius=0.11),
        item("coriander", 5),
        item("lettuce", 3, length=0.18),
        lining="#8A2E10",
        skin="paratha",
        paper="#E9DCC6",
        backdrop="cream",
        beside=[
            item("onion", 2, radius=0.17),
            item("lemon", 1),
            item("chilli", 1, colour="#3F8A2A", dry=False, length=0.34),
            item("mint", 1, length=0.2),
        ],
        lie="diagonal",
    ),
    "chicken-seekh-roll": _wrap(
        item("seekh_end", 3, radius=0.12),
        item("onion", 5, radius=0.11),
        item("coriander", 4),
        item("lettuce", 5, length=0.18),
        lining="#7FA84A",
        skin="paratha",
        paper="#F4EFE4",
        backdrop="clay",
        beside=[
            item("seekh", 1, length=0.5),
            item("lime", 1),
            item("onion", 1, radius=0.15),
            item("mint", 1, length=0.2),
        ],
        lie="diagonal",
    ),
    "pepper-chicken-wrap": _wrap(
        item("chicken", 12, style="pepper", half=0.09),
        item("peppercorn", 9),
        *CRUNCH,
        skin="wheat",
        lining="#5A3A1C",
        backdrop="sage",
        beside=[item("peppercorn", 9), item("lime", 1), item("curryleaf", 2), item("lettuce", 1, length=0.4)],
        lie="upright",
    ),
    "fish-tikka-wrap": _wrap(
        item("fish", 6, style="tikka", length=0.15),
        *CRUNCH,
        item("cucumber", 3, radius=0.1),
        skin="spinach",
        backdrop="butter",
        beside=[
            item("fish", 1, style="tikka", length=0.2),
            item("lemon", 1),
            item("mint", 1, length=0.2),
            item("onion", 1, radius=0.15),
        ],
        lie="upright",
    ),
}
