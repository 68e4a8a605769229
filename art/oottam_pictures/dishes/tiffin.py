"""Idli, pongal and the rest of a South Indian morning."""

from ..items import item

COCONUT_CHUTNEY = ("#EFEBD8", "#FAF7EA")
SAMBAR = ("#A8581A", "#CC8034")

DISHES = {
    "idli-sambar": {
        "archetype": "heaped_plate",
        "vessel": "leaf",
        "under": [],
        "main": [item("idli", 4, mode="up", tilt=3, spread=True)],
        "reach": 0.42,
        "at": (-0.34, -0.05),
        "rise": 0.4,
        "cups": [
            {"at": (0.74, 0.3), "radius": 0.34, "colours": SAMBAR},
            {"at": (0.66, -0.42), "radius": 0.26, "colours": COCONUT_CHUTNEY},
        ],
        "garnish": [
            item("speck", 200, colour="#B04A1C", mode="any", radius=0.011),
            item("curryleaf", 3),
            item("mustard", 24),
        ],
        "backdrop": "cream",
    },
    "kuzhi-paniyaram": {
        "archetype": "heaped_plate",
        "vessel": "terra",
        "under": [],
        "main": [item("paniyaram", 14, radius=0.24, mode="up", tilt=6)],
        "reach": 0.56,
        "at": (-0.16, -0.04),
        "rise": 0.62,
        "cups": [{"at": (0.86, 0.3), "radius": 0.28, "colours": ("#B83A16", "#D9622C")}],
        "garnish": [item("curryleaf", 5), item("coriander", 3)],
        "backdrop": "butter",
    },
    "idiyappam": {
        "archetype": "heaped_plate",
        "vessel": "leaf",
        "under": [],
        "main": [item("idiyappam", 5, mode="up", tilt=3, radius=0.46, sink=0.05)],
        "reach": 0.42,
        "at": (-0.36, -0.02),
        "rise": 0.55,
        "cups": [
            {"at": (0.78, 0.28), "radius": 0.33, "colours": ("#C8882E", "#E0AC52")},
            {"at": (0.72, -0.42), "radius": 0.28, "colours": ("#F6F1E2", "#FFFDF6")},
        ],
        "garnish": [item("coconut", 12, length=0.1, width=0.022)],
        "view": {"reach": 1.14},
        "backdrop": "sage",
    },
    "millet-pongal": {
        "archetype": "topped_bowl",
        "vessel": "terra",
        "bed": ("#E6C86E", "#F3DE98"),
        "crown": 0.2,
        "below_rim": 0.12,
        "grain": item("millet", 1200, colour="#F3DE98"),
        "garnish": [
            item("cashew", 9, radius=0.12, colour="#DDB070"),
            item("peppercorn", 30),
            item("curryleaf", 7),
            item("julienne", 8, colour="#EAD9A0", length=0.12, width=0.014),
        ],
        "backdrop": "butter",
    },
    "millet-upma": {
        "archetype": "topped_bowl",
        "vessel": "sage",
        "bed": ("#E6D8AC", "#F3E8C6"),
        "crown": 0.22,
        "grain": item("millet", 2600, colour="#F3E3B4"),
        "fields": {
            "all": [
                item("pea", 40, radius=0.055),
                item("cube", 34, colour="#F0831F", second="#F8B25E", half=0.05),
                item("bean_pod", 22, length=0.12, mode="flat"),
            ]
        },
        "garnish": [
            item("curryleaf", 7),
            item("mustard", 50),
            item("cashew", 6, radius=0.1, colour="#DDB070"),
            item("chilli", 2, length=0.32),
            item("coriander", 5),
        ],
        "backdrop": "cream",
    },
}
