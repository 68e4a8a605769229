"""All things eggs."""

from ..items import item

PEPPER = item("speck", 70, colour="#2A211C", mode="any", radius=0.012)

DISHES = {
    "boiled-eggs": {
        "archetype": "heaped_plate",
        "vessel": "sage",
        "under": [item("spinach", 11, length=0.5), item("lettuce", 5, length=0.42)],
        "main": [item("egg", 6, mode="up", spread=True, tilt=4)],
        "reach": 0.52,
        "rise": 0.5,
        "border": [item("tomato", 5, radius=0.16)],
        "garnish": [item("coriander", 4), PEPPER, item("chillislice", 5, radius=0.035, colour="#C8321E")],
        "backdrop": "cream",
    },
    "egg-curry": {
        "archetype": "gravy",
        "vessel": "char",
        "sauce": ("#84380F", "#B4622A"),
        "chunks": [item("egg", 5, length=0.28, sink=0.5, tilt=8)],
        "garnish": [item("coriander", 8), item("curryleaf", 6), item("chillislice", 6, radius=0.04)],
        "backdrop": "clay",
    },
    "masala-omelette": {
        "archetype": "flatbread",
        "vessel": "cream",
        "look": "masala-omelette",
        "soft": True,
        "rounds": [
            {"as": "flat", "at": (0, -0.02), "radius": 0.86},
            {"as": "half", "at": (0.02, -0.12), "turn": 8, "radius": 0.84, "gap": 0.05},
        ],
        "side": [((0.0, 0.52), [item("tomato", 2, radius=0.15), item("onion", 3, radius=0.15)])],
        "garnish": [
            item("cube", 16, colour="#B0486A", second="#E3A8C0", half=0.035),
            item("chillislice", 12, colour="#4E9A2E", radius=0.04),
            item("cube", 10, colour="#C8301C", second="#E86A4A", half=0.035),
            item("coriander", 8),
        ],
        "around": [
            ((-0.98, -0.92, 0.02), item("eggshell", 1, mode="up", yaw=0.3)),
            ((-0.6, -1.08, 0.02), item("eggshell", 1, mode="up", yaw=2.4, length=0.22)),
        ],
        "view": {"elevation": 48},
        "backdrop": "butter",
    },
    "karandi-omelette": {
        "archetype": "ladle",
        "omelette": item("karandi", 1, radius=0.62),
        "served": item("karandi", 1, radius=0.46, wedge=3.14),
        "beside": [item("onion", 3, radius=0.16), item("chilli", 2, colour="#3F8A2A", dry=False)],
        "garnish": [
            item("onion", 3, radius=0.1),
            item("chillislice", 7, colour="#4E9A2E", radius=0.035),
            item("curryleaf", 3),
            PEPPER,
        ],
        "backdrop": "cream",
    },
    "egg-podimas": {
        "archetype": "heap",
        "vessel": "terra",
        "bed": ("#D9A83E", "#EBC060"),
        "rise": 0.3,
        "main": [
            item("egg_crumble", 330, radius=0.1, mode="flat", tilt=34),
            item("cube", 30, colour="#B0486A", second="#E3A8C0", half=0.035),
            item("chillislice", 12, colour="#4E9A2E", radius=0.035),
        ],
        "garnish": [
            item("curryleaf", 8),
            item("coriander", 5),
            item("mustard", 50),
        ],
        "around": [
            ((-1.0, -0.8, 0.02), item("eggshell", 1, mode="up", yaw=0.3, length=0.3)),
            ((-0.56, -1.04, 0.02), item("eggshell", 1, mode="up", yaw=2.4, length=0.28)),
            ((0.98, -0.84, 0.02), item("eggshell", 1, mode="up", yaw=1.2, length=0.3)),
        ],
        "view": {"reach": 1.15},
        "backdrop": "cream",
    },
    "podi-egg-roast": {
        "archetype": "heaped_plate",
        "vessel": "leaf",
        "under": [item("onion", 7, radius=0.18, mode="flat")],
        "main": [item("egg", 6, mode="up", white="#F6D49A", spread=True, tilt=5)],
        "reach": 0.6,
        "rise": 0.3,
        "garnish": [
            item("speck", 500, colour="#B0481A", mode="any", radius=0.014, tries=1),
            item("speck", 160, colour="#6A2C10", mode="any", radius=0.013, tries=1),
            item("curryleaf", 7),
            item("chilli", 1, length=0.3),
        ],
        "backdrop": "cream",
    },
    "spinach-egg-white-omelette": {
        "archetype": "flatbread",
        "vessel": "blue",
        "look": "egg-white",
        "soft": True,
        "rounds": [
            {
                "as": "half",
                "at": (0, -0.02),
                "turn": 176,
                "radius": 1.0,
                "gap": 0.07,
                "bursting": [item("spinach", 26, length=0.36)],
            }
        ],
        "garnish": [item("spinach", 7, length=0.2, sink=0.5, tilt=4, mode="flat"), PEPPER],
        "around": [
            ((-1.0, -0.98, 0.02), item("eggshell", 1, mode="up", yaw=0.3, colour="#F6EEE2")),
            ((-0.62, -1.16, 0.02), item("eggshell", 1, mode="up", yaw=2.4, colour="#F3E9DA", length=0.22)),
            ((0.98, -1.02, 0.08), item("spinach", 3, length=0.46, mode="up")),
        ],
        "view": {"elevation": 52},
        "backdrop": "sage",
    },
    "kothu-egg-paratha": {
        "archetype": "heaped_plate",
        "vessel": "tawa",
        "under": [],
        "reach": 0.84,
        "rise": 0.32,
        "main": [
            item("kothu_strip", 260, length=0.17, width=0.07, mode="flat", tilt=10),
            item("egg_crumble", 90, radius=0.1, mode="flat", tilt=14),
            item("cube", 26, colour="#B0486A", second="#E3A8C0", half=0.04, mode="flat"),
            item("cube", 16, colour="#D8301F", second="#F06A4A", half=0.045, mode="flat"),
            item("curryleaf", 10, mode="flat"),
        ],
        "garnish": [
            item("coriander", 6),
            item("chillislice", 10, colour="#4E9A2E", radius=0.035),
            item("egg", 2, length=0.23),
        ],
        "around": [
            ((-0.95, -1.1, 0.02), item("eggshell", 1, mode="up", yaw=0.3, length=0.26)),
            ((-0.5, -1.28, 0.02), item("eggshell", 1, mode="up", yaw=2.4, length=0.26)),
        ],
        "view": {"reach": 1.25},
        "backdrop": "cream",
    },
}
