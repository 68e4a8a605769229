"""Protein sandwiches and toasts, with and without meat."""

from ..items import item

LEAF = {"high": 0.03, "colours": ("#B7D676", "#6FA338"), "leaf": True, "wave": 0.05, "grow": 1.05}
FRILL = {"high": 0.04, "pieces": [item("lettuce", 5, length=0.3)], "flat": True}
TOMATO = {
    "high": 0.05,
    "colours": ("#D8301F", "#E85A3A"),
    "pieces": [item("tomato_slice", 5, radius=0.19)],
    "flat": True,
}
CUCUMBER = {
    "high": 0.045,
    "colours": ("#DDEBB8", "#BFD98A"),
    "pieces": [item("cucumber", 6, radius=0.17)],
    "flat": True,
}
ONION = {"high": 0.03, "pieces": [item("onion", 5, radius=0.17)], "flat": True}
CHEESE = {"high": 0.032, "colours": ("#F7C93E", "#F3B62A"), "wave": 0.02, "grow": 1.03}
MINT_CHUTNEY = {"high": 0.03, "colours": ("#5E9A3A", "#83B650"), "wave": 0.02}
BESIDE = [item("tomato", 2, radius=0.18), item("cucumber", 3, radius=0.19)]


def _filling(high, colours, *pieces):
    return {"high": high, "colours": colours, "pieces": list(pieces), "wave": 0.01, "grow": 0.93}


def _sandwich(*layers, bread="wheat", beside=BESIDE, backdrop="cream", **more):
    return {
        "archetype": "sandwich",
        "bread": bread,
        "layers": list(layers),
        "beside": beside,
        "backdrop": backdrop,
        **more,
    }


DISHES = {
    "paneer-sandwich": _sandwich(
        LEAF,
        TOMATO,
        _filling(0.15, ("#FBF2DF", "#F0DFBC"), item("paneer", 6, style="grill", half=0.075)),
        MINT_CHUTNEY,
        CUCUMBER,
        LEAF,
    ),
    "podi-paneer-toast": {
        "archetype": "toast",
        "bread": "wheat",
        "spread": ("#C8742E", "#E09A4A"),
        "top": [
            item("paneer", 24, style="grill", half=0.085, mode="flat"),
            item("speck", 320, colour="#A8401A", mode="any", radius=0.012, tries=1),
        ],
        "garnish": [
            item("curryleaf", 6, length=0.22),
            item("chillislice", 4, radius=0.035),
            item("coriander", 3),
        ],
        "beside": [item("curryleaf", 3), item("chilli", 2)],
        "backdrop": "butter",
    },
    "sprouts-chutney-sandwich": _sandwich(
        MINT_CHUTNEY,
        _filling(0.24, ("#A9B070", "#7E8C48"), item("sprout", 60, radius=0.055), item("julienne", 8, length=0.16)),
        {**MINT_CHUTNEY, "high": 0.05},
        bread="white",
        beside=[item("sprout", 20), item("mint", 1, length=0.24)],
        backdrop="sage",
    ),
    "rajma-melt-sandwich": _sandwich(
        LEAF,
        _filling(0.17, ("#8A3A24", "#6E2A1C"), item("bean", 20, radius=0.06)),
        {**CHEESE, "high": 0.06, "wave": 0.05, "grow": 1.06},
        ONION,
        grilled=True,
        beside=[item("bean", 14), item("onion", 3)],
        backdrop="clay",
    ),
    "peanut-butter-banana-sandwich": _sandwich(
        {"high": 0.07, "colours": ("#C08444", "#A4682C"), "wave": 0.03, "grow": 1.02},
        {
            "high": 0.09,
            "colours": ("#FAF0CC", "#F0DDA6"),
            "pieces": [item("banana", 7, radius=0.17)],
            "flat": True,
            "grow": 0.9,
        },
        {"high": 0.05, "colours": ("#C08444", "#A4682C"), "wave": 0.03, "grow": 1.0},
        beside=[[item("peanut", 10)], item("banana", 4, radius=0.18)],
        backdrop="butter",
        lie="halves",
    ),
    "mint-corn-cheese-sandwich": _sandwich(
        MINT_CHUTNEY,
        _filling(0.18, ("#F6DC8A", "#EFC85A"), item("corn", 46, radius=0.06), item("mint", 3, length=0.12)),
        {**CHEESE, "high": 0.06, "wave": 0.05, "grow": 1.06},
        bread="white",
        grilled=True,
        beside=[item("corn", 20), item("mint", 1, length=0.26)],
        backdrop="sage",
    ),
    "tofu-bhurji-sandwich": _sandwich(
        LEAF,
        _filling(
            0.18,
            ("#F3DD92", "#E3BE5E"),
            item("scramble", 18, colour="#F6E6A8", second="#EBC868", radius=0.075),
            item("pea", 7, radius=0.04),
            item("cube", 6, colour="#D8301F", second="#F06A4A", half=0.035),
        ),
        TOMATO,
        bread="ragi",
        beside=[item("tomato", 2, radius=0.18), item("coriander", 3)],
        backdrop="butter",
        lie="halves",
    ),
    "chicken-tikka-sandwich": _sandwich(
        LEAF,
        ONION,
        _filling(0.17, ("#C8561E", "#A03A12"), item("chicken", 8, style="tikka", half=0.085)),
        MINT_CHUTNEY,
        FRILL,
        beside=[item("onion", 3), item("lemon", 2, radius=0.2)],
        backdrop="cream",
        lie="halves",
    ),
    "boiled-egg-sandwich": _sandwich(
        LEAF,
        {
            "high": 0.27,
            "colours": ("#FDF8E6", "#F6E7B4"),
            "pieces": [item("egg_round", 6, radius=0.15)],
            "facing": True,
            "grow": 0.9,
        },
        bread="white",
        beside=[item("egg", 2, length=0.24), item("eggshell", 1, length=0.22)],
        backdrop="butter",
    ),
    "pepper-chicken-sandwich": _sandwich(
        LEAF,
        _filling(0.24, ("#7A4A26", "#5A3218"), item("chicken_fry", 9, half=0.11), item("peppercorn", 14)),
        ONION,
        LEAF,
        beside=[item("peppercorn", 22, radius=0.036), item("chicken_leg", 1, length=0.5, style="pepper", yaw=0.4)],
        backdrop="clay",
    ),
    "masala-omelette-toast": {
        "archetype": "toast",
        "bread": "white",
        "top": [item("omelette_square", 1, mode="up", tilt=0, yaw=0.0)],
        "garnish": [
            item("coriander", 5),
            item("chillislice", 5, colour="#4E9A2E", radius=0.035),
            item("cube", 7, colour="#B0486A", second="#D88AA8", half=0.03),
        ],
        "beside": [item("tomato", 2, radius=0.18), item("chilli", 1, colour="#3F8A2A", dry=False)],
        "backdrop": "cream",
    },
    "tuna-corn-sandwich": _sandwich(
        FRILL,
        _filling(0.18, ("#F0DEC4", "#DCB89A"), item("tuna", 12, radius=0.085), item("corn", 14, radius=0.045)),
        CUCUMBER,
        LEAF,
        beside=[item("corn", 16), item("lemon", 2, radius=0.2)],
        backdrop="sage",
        lie="halves",
    ),
    "grilled-chicken-club": _sandwich(
        LEAF,
        _filling(0.11, ("#F6E9D0", "#E2C294"), item("chickslice", 6, length=0.3)),
        TOMATO,
        {"high": 0.10, "bread": True},
        CHEESE,
        {**_filling(0.10, ("#FDF8E6", "#F6E7B4"), item("egg", 4, length=0.17)), "flat": True},
        CUCUMBER,
        LEAF,
        bread="white",
        pick=True,
        grilled=True,
        beside=[item("tomato", 2, radius=0.18), item("cucumber", 3, radius=0.19)],
        backdrop="butter",
    ),
}
