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
        "sauce": ("#A8481A", "#CF7428"),
        "chunks": [item("egg", 5, length=0.28, sink=0.5, tilt=8)],
        "garnish": [item("coriander", 8), item("curryleaf", 6), item("chillislice", 6, radius=0.04)],
        "backdrop": "clay",
    },
    "masala-omelette": {
        "archetype": "flatbread",
        "vessel": "cream",
        "look": "omelette",
        "soft": True,
        "rounds": [{"as": "half", "at": (0, -0.04), "turn": 8, "radius": 0.98, "gap": 0.1}],
        "side": [
            ((0.5, 0.72), item("tomato", 3, radius=0.16)),
            ((-0.45, 0.74), [item("onion", 3, radius=0.16), item("chilli", 1, colour="#3F8A2A", dry=False)]),
        ],
        "garnish": [
            item("coriander", 8),
            item("chillislice", 6, colour="#4E9A2E", radius=0.035),
            item("cube", 10, colour="#B0486A", second="#D88AA8", half=0.03),
        ],
        "backdrop": "butter",
    },
    "karandi-omelette": {
        "archetype": "ladle",
        "omelette": item("karandi", 1, radius=0.62),
        "served": item("karandi", 1, radius=0.5, wedge=1.25),
        "beside": [item("onion", 3, radius=0.16), item("chilli", 1, colour="#3F8A2A", dry=False)],
        "garnish": [item("curryleaf", 3), PEPPER],
        "around": [((1.0, -0.95, 0.04), item("eggshell", 1, mode="up", yaw=0.4))],
        "view": {"reach": 1.15},
        "backdrop": "cream",
    },
    "egg-podimas": {
        "archetype": "heap",
        "vessel": "kadai",
        "bed": ("#E3B648", "#F3D070"),
        "rise": 0.2,
        "main": [
            item("scramble", 130, radius=0.11),
            item("cube", 22, colour="#B0486A", second="#D88AA8", half=0.035),
            item("chillislice", 10, colour="#4E9A2E", radius=0.035),
        ],
        "garnish": [
            item("curryleaf", 10),
            item("coriander", 7),
            item("chilli", 2, length=0.32),
            item("mustard", 50),
        ],
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
                "gap": 0.13,
                "bursting": [
                    item("spinach", 13, length=0.34),
                    item("scramble", 10, radius=0.08, colour="#FFFDF4", second="#F6EBD2"),
                    item("cube", 7, colour="#D8301F", second="#F06A4A", half=0.05),
                ],
            }
        ],
        "side": [
            ((0.55, 0.78), item("cherry", 3, radius=0.14)),
        ],
        "garnish": [PEPPER, item("spinach", 2, length=0.2)],
        "around": [
            ((-1.05, -0.92, 0.02), item("eggshell", 1, mode="up", yaw=0.3, colour="#F6EEE2")),
            ((-0.62, -1.12, 0.02), item("eggshell", 1, mode="up", yaw=2.4, colour="#F3E9DA", length=0.22)),
        ],
        "backdrop": "sage",
    },
    "kothu-egg-paratha": {
        "archetype": "heap",
        "vessel": "char",
        "wide": True,
        "depth": 0.36,
        "rise": 0.34,
        "bed": ("#C9924A", "#E0B474"),
        "main": [
            item("kothu_strip", 170, mode="flat", tilt=26),
            item("scramble", 70, radius=0.085),
            item("onion", 9, radius=0.11, mode="flat"),
            item("cube", 14, colour="#D8301F", second="#F06A4A", half=0.045),
            item("curryleaf", 9, mode="flat"),
        ],
        "garnish": [
            item("curryleaf", 8),
            item("coriander", 7),
            item("chillislice", 10, colour="#4E9A2E", radius=0.035),
            item("egg", 2, length=0.25),
            item("lime", 1, radius=0.18),
        ],
        "backdrop": "cream",
    },
}
