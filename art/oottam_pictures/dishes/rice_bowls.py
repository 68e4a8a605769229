"""Bowls of rice, millet and quinoa."""

from ..items import item

WHITE_BED = ("#F8F1DE", "#FDF8EA")
WHITE_RICE = item("rice", 1900)
BROWN_BED = ("#C9A878", "#DCC098")
BROWN_RICE = item("rice", 1900, colour="#D9BC90", second="#B8925E")
RED_BED = ("#A8674E", "#C08A70")
RED_RICE = item("rice", 1900, colour="#C08468", second="#94543E")
MILLET_BED = ("#E3CD92", "#F0DDAC")
TADKA = [item("curryleaf", 7), item("mustard", 50), item("chilli", 2, length=0.34)]
GREENS = item("broccoli", 5, mode="up", tilt=14, sink=0.45, radius=0.17)
TOMATO = item("tomato", 5, radius=0.15, mode="flat")
ONION = item("onion", 4, radius=0.16, mode="flat")

DISHES = {
    "lemon-millet-bowl": {
        "archetype": "topped_bowl",
        "vessel": "cream",
        "bed": ("#E3B93E", "#F0D070"),
        "crown": 0.06,
        "grain": item("millet", 2600, colour="#F2CF5A"),
        "fans": {"back": item("cucumber", 6, radius=0.2, yaw=1.57, lean=0.5)},
        "fields": {
            "right": item("paneer", 9, style="grill", half=0.11, mode="flat"),
            "front": TOMATO,
            "left": item("pea", 50, radius=0.05),
        },
        "garnish": [
            item("curryleaf", 7),
            item("cashew", 6, radius=0.09),
            item("mustard", 50),
            item("lemon", 1, radius=0.19),
        ],
        "backdrop": "butter",
    },
    "paneer-tikka-rice-bowl": {
        "archetype": "topped_bowl",
        "vessel": "char",
        "bed": WHITE_BED,
        "crown": 0.06,
        "grain": WHITE_RICE,
        "fields": {
            "half-right": [item("paneer", 12, style="tandoori", half=0.135, mode="flat")],
            "back-left": item("capsicum", 9, length=0.3, mode="flat"),
            "left": [ONION, item("lemon", 1, radius=0.2, mode="flat")],
            "front-left": TOMATO,
        },
        "garnish": [item("coriander", 7), item("speck", 50, colour="#B8240E")],
        "backdrop": "cream",
    },
    "sambar-brown-rice-bowl": {
        "archetype": "topped_bowl",
        "vessel": "terra",
        "bed": BROWN_BED,
        "crown": 0.05,
        "grain": BROWN_RICE,
        "pool": {"colours": ("#B8641E", "#D98A36"), "at": (0.12, -0.16), "radius": 0.56},
        "fields": {
            "front-right": [
                item("drumstick", 4, length=0.34, mode="flat", sink=0.4),
                item("cube", 6, colour="#F0831F", second="#F8B25E", half=0.075, sink=0.4),
                item("tomato", 2, radius=0.14, mode="flat"),
            ]
        },
        "garnish": [*TADKA, item("coriander", 5)],
        "backdrop": "butter",
    },
    "curd-millet-bowl": {
        "archetype": "topped_bowl",
        "vessel": "clay-pot",
        "depth": 0.5,
        "bed": ("#F3EFE2", "#FCFAF3"),
        "crown": 0.03,
        "surface": "cream",
        "grain": item("millet", 900, colour="#F3E8CC"),
        "garnish": [
            item("aril", 40, radius=0.055),
            item("julienne", 16, length=0.22, width=0.016),
            item("curryleaf", 7),
            item("mustard", 60),
            item("coriander", 5),
            item("chilli", 1, length=0.34),
        ],
        "backdrop": "sage",
    },
    "rajma-red-rice-bowl": {
        "archetype": "topped_bowl",
        "vessel": "blue",
        "bed": RED_BED,
        "crown": 0.05,
        "grain": RED_RICE,
        "pool": {"colours": ("#8A2E1A", "#B04E2A"), "at": (0.2, -0.05), "radius": 0.5},
        "fields": {
            "half-right": [item("bean", 66, radius=0.085)],
            "left": [ONION, item("lime", 2, radius=0.18, mode="flat")],
        },
        "garnish": [item("coriander", 8), item("julienne", 5, colour="#EAD9A0", length=0.16, width=0.014)],
        "backdrop": "cream",
    },
    "puliyodarai-tofu-bowl": {
        "archetype": "topped_bowl",
        "vessel": "sage",
        "bed": ("#8A5420", "#A87438"),
        "crown": 0.1,
        "grain": item("rice", 1900, colour="#B47C3C", second="#865420"),
        "fields": {"right": item("tofu", 10, half=0.13, mode="flat")},
        "garnish": [
            *TADKA,
            item("peanut", 22, radius=0.06, colour="#B8704A"),
            item("chilli", 2, length=0.4),
            item("sesame", 40, colour="#2A2624"),
        ],
        "around": [
            ((-0.82, -1.02, 0.04), item("tamarind", 2, yaw=0.2)),
            ((0.75, -1.1, 0.02), item("tamarind", 1, yaw=-0.2)),
        ],
        "view": {"reach": 1.1},
        "backdrop": "clay",
    },
    "karuvepillai-rice-bowl": {
        "archetype": "topped_bowl",
        "vessel": "cream",
        "bed": ("#6E7A3A", "#8C984E"),
        "crown": 0.12,
        "grain": item("rice", 2000, colour="#93A056", second="#66742E"),
        "garnish": [
            item("curryleaf", 22, length=0.28),
            item("cashew", 9, radius=0.1),
            item("chilli", 3, length=0.38),
            item("mustard", 50),
        ],
        "backdrop": "sage",
    },
    "bisi-bele-millet-bowl": {
        "archetype": "topped_bowl",
        "vessel": "kadai",
        "bed": ("#B8641E", "#D98E3C"),
        "surface": "gravy",
        "crown": 0.08,
        "below_rim": 0.1,
        "grain": item("millet", 900, colour="#E0A24E"),
        "fields": {
            "all": [
                item("pea", 34, radius=0.055),
                item("cube", 22, colour="#F0831F", second="#F8B25E", half=0.06),
                item("bean_pod", 14, length=0.15, mode="flat"),
                item("peanut", 12, radius=0.06),
            ]
        },
        "garnish": [
            item("curryleaf", 8),
            item("cashew", 6, radius=0.1),
            item("chilli", 2, length=0.36),
            item("coriander", 4),
        ],
        "view": {"reach": 0.95},
        "backdrop": "butter",
    },
    "quinoa": {
        "archetype": "topped_bowl",
        "vessel": "blue",
        "bed": ("#E6CF94", "#F3E0AC"),
        "crown": 0.24,
        "grain": item("quinoa_grain", 3400),
        "garnish": [
            item("coriander", 6),
            item("lemon", 1, radius=0.2),
            item("quinoa_grain", 220, colour="#A85A3E", tries=1),
        ],
        "backdrop": "cream",
    },
    "chicken-rice-bowl": {
        "archetype": "topped_bowl",
        "vessel": "char",
        "bed": WHITE_BED,
        "crown": 0.06,
        "grain": item("rice", 2000),
        "fans": {
            "back": item("chickslice", 7, length=0.52, yaw=1.57, lean=0.55, lower=0.06),
            "down-left": item("avocado", 5, radius=0.36, yaw=2.9, lean=0.35, lower=0.03),
        },
        "fields": {
            "back-right": GREENS,
            "front-right": item("tomato", 6, radius=0.16, mode="flat"),
            "front": item("corn", 60, radius=0.045),
        },
        "garnish": [item("julienne", 10, length=0.28, width=0.02), item("sesame", 60), item("coriander", 4)],
        "garnish_radius": 0.3,
        "backdrop": "cream",
    },
    "tandoori-chicken-bowl": {
        "archetype": "topped_bowl",
        "vessel": "terra",
        "bed": ("#F0C65A", "#F7DA86"),
        "crown": 0.06,
        "grain": item("rice", 1900, colour="#FBE7A8", second="#EFC254"),
        "fields": {
            "half-right": [item("chicken", 12, style="tikka", half=0.15, mode="flat")],
            "left": [ONION, item("cucumber", 3, radius=0.18, mode="flat")],
            "front-left": item("lemon", 2, radius=0.2, mode="flat"),
        },
        "garnish": [item("mint", 1, length=0.22), item("coriander", 7)],
        "backdrop": "sage",
    },
    "pepper-chicken-red-rice-bowl": {
        "archetype": "topped_bowl",
        "vessel": "cream",
        "bed": RED_BED,
        "crown": 0.06,
        "grain": RED_RICE,
        "fields": {
            "half-right": [item("chicken", 12, style="pepper", half=0.145, mode="flat")],
            "left": [ONION, item("lime", 1, radius=0.18, mode="flat")],
        },
        "garnish": [item("curryleaf", 9), item("peppercorn", 26), item("coriander", 3)],
        "backdrop": "clay",
    },
    "millet-chicken-biryani-bowl": {
        "archetype": "topped_bowl",
        "vessel": "kadai",
        "bed": ("#D9A042", "#EBC272"),
        "crown": 0.14,
        "below_rim": 0.1,
        "grain": item("millet", 3000, colour="#EBBE5E"),
        "fields": {
            "all": [
                item("chicken", 9, style="tikka", half=0.16, mode="flat", sink=0.4),
                item("egg", 2, length=0.24, mode="flat"),
            ]
        },
        "garnish": [
            item("mint", 3, length=0.2),
            item("cashew", 7, radius=0.1),
            item("onion", 4, radius=0.13),
            item("saffron", 30),
            item("cinnamon", 1, length=0.36, radius=0.036),
            item("cardamom", 3, length=0.09),
        ],
        "backdrop": "butter",
    },
    "meen-kuzhambu-rice-bowl": {
        "archetype": "topped_bowl",
        "vessel": "char",
        "bed": ("#D9BE96", "#EAD6B4"),
        "crown": 0.1,
        "grain": item("rice", 1500, colour="#EBD9B8", second="#D0B086"),
        "pool": {"colours": ("#6A2208", "#A04A18"), "at": (0.22, -0.1), "radius": 0.6},
        "fields": {
            "half-right": [
                item("fish_steak", 2, radius=0.31, mode="flat", tilt=6, yaw=0.0, sink=0.4),
                item("oil_drop", 40, radius=0.03, mode="flat", tilt=2, sink=0.5, tries=1),
            ]
        },
        "garnish": [
            item("curryleaf", 7),
            item("chilli", 2, colour="#3F8A2A", dry=False, length=0.34),
            item("mustard", 24),
        ],
        "around": [((0.02, -1.2, 0.02), item("whole_fish", 1, length=1.5, yaw=0.04))],
        "view": {"reach": 1.08},
        "backdrop": "cream",
    },
    "egg-fried-millet-bowl": {
        "archetype": "topped_bowl",
        "vessel": "blue",
        "bed": ("#DDBD76", "#EDD79C"),
        "crown": 0.1,
        "grain": item("millet", 2800, colour="#EBCF8A"),
        "fields": {
            "all": [
                item("scramble", 26, radius=0.1),
                item("pea", 34, radius=0.055),
                item("cube", 30, colour="#F0831F", second="#F8B25E", half=0.05),
                item("bean_pod", 16, length=0.13, mode="flat"),
            ]
        },
        "garnish": [
            item("chillislice", 12, colour="#4E9A2E", radius=0.035),
            item("sesame", 50),
            item("peppercorn", 8),
        ],
        "backdrop": "butter",
    },
}
