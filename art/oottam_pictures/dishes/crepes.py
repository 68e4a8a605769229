"""Dosa and its relatives."""

from ..items import item

COCONUT_CHUTNEY = ("#EFEBD8", "#FAF7EA")
TOMATO_CHUTNEY = ("#B83A16", "#D9622C")
GINGER_CHUTNEY = ("#6E3216", "#94481E")
AVIAL = ("#E3DFAE", "#F1EFCC")

DISHES = {
    "ragi-dosa": {
        "archetype": "flatbread",
        "vessel": "leaf",
        "look": "ragi-dosa",
        "rounds": [
            {"as": "flat", "at": (-0.24, 0.02), "radius": 0.92},
            {"as": "half", "at": (-0.24, -0.12), "turn": 8, "radius": 0.96, "gap": 0.06},
        ],
        "cups": [
            {"at": (0.92, 0.26), "radius": 0.3, "colours": COCONUT_CHUTNEY},
            {"at": (0.9, -0.36), "radius": 0.3, "colours": TOMATO_CHUTNEY},
        ],
        "garnish": [item("curryleaf", 2)],
        "view": {"elevation": 48, "reach": 1.14},
        "backdrop": "clay",
    },
    "adai-with-avial": {
        "archetype": "flatbread",
        "vessel": "leaf",
        "look": "adai",
        "rounds": [
            {"as": "flat", "at": (-0.34, 0.0), "radius": 0.84},
            {"as": "half", "at": (-0.34, -0.06), "turn": 16, "radius": 0.82},
        ],
        "cups": [{"at": (0.84, 0.08), "radius": 0.4, "colours": AVIAL}],
        "side": [
            (
                (0.84, 0.08),
                [
                    item("bean_pod", 6, length=0.26),
                    item("julienne", 6, length=0.24, width=0.03),
                    item("drumstick", 2, length=0.26, radius=0.045),
                    item("curryleaf", 2, length=0.2),
                ],
            )
        ],
        "view": {"elevation": 48, "reach": 1.1},
        "backdrop": "cream",
    },
    "pesarattu-with-ginger-chutney": {
        "archetype": "flatbread",
        "vessel": "cream",
        "look": "pesarattu",
        "rounds": [
            {
                "as": "half",
                "at": (-0.06, -0.06),
                "turn": 10,
                "radius": 1.02,
                "peeking": [item("onion", 3, radius=0.12)],
            },
        ],
        "cups": [{"at": (0.42, 0.72), "radius": 0.29, "colours": GINGER_CHUTNEY}],
        "side": [
            ((-0.55, 0.7), [item("ginger_slice", 3), item("chilli", 2, colour="#3F8A2A", dry=False)]),
        ],
        "garnish": [item("coriander", 4)],
        "backdrop": "sage",
    },
}
