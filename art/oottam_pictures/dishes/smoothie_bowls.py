"""Smoothie bowls."""

from ..items import item

MINT = [item("mint", 1, length=0.2)]
BANANA_ROW = item("banana", 7, lean=0.45)

DISHES = {
    "acai-bowl": {
        "archetype": "topped_bowl",
        "vessel": "cream",
        "bed": ("#4A1840", "#8A3A76"),
        "swirl": 1.4,
        "fans": {
            "arc-back": BANANA_ROW,
            "row-left": item("strawberry", 4, half=True, radius=0.17, yaw=1.57, lean=0.3, lower=0.03),
        },
        "fields": {
            "right": item("blueberry", 16),
            "front-left": [item("granola", 16, radius=0.08), item("oat", 12, mode="flat", radius=0.055)],
            "middle": item("coconut", 16, mode="flat", length=0.13, width=0.04),
        },
        "centre": MINT,
        "garnish": [item("chia", 60, radius=0.016)],
        "backdrop": "blush",
    },
    "mango-coconut-bowl": {
        "archetype": "topped_bowl",
        "vessel": "white",
        "bed": ("#F2A21C", "#FBC24A"),
        "swirl": 1.4,
        "fans": {"arc-back": item("kiwi", 5, radius=0.18, lean=0.4)},
        "fields": {
            "right": item("cube", 16, colour="#F2A11C", second="#FBC04A", half=0.105, mode="flat"),
            "front-left": item("coconut", 60, length=0.2, width=0.06, mode="flat"),
            "left": item("granola", 8, radius=0.07),
        },
        "centre": MINT,
        "garnish": [item("pumpkinseed", 8, radius=0.06), item("chia", 40, radius=0.015)],
        "backdrop": "butter",
    },
    "dragon-fruit-bowl": {
        "archetype": "topped_bowl",
        "vessel": "char",
        "bed": ("#B8146C", "#DE4E98"),
        "swirl": 1.4,
        "fans": {"ring-left": item("dragonfruit_slice", 5, radius=0.24, lean=0.4)},
        "fields": {
            "right": item("blueberry", 11),
            "front": item("granola", 14, radius=0.075),
            "back-right": item("kiwi", 3, radius=0.17, mode="flat"),
        },
        "centre": MINT,
        "garnish": [item("coconut", 26, length=0.13, width=0.04), item("chia", 60, radius=0.016)],
        "backdrop": "blush",
    },
    "banana-peanut-butter-bowl": {
        "archetype": "topped_bowl",
        "vessel": "blue",
        "bed": ("#EBD6A4", "#F7EAC8"),
        "swirl": 1.2,
        "fans": {"ring-left": item("banana", 9, lean=0.42)},
        "fields": {
            "right": [item("peanut", 26, radius=0.075), item("granola", 5, radius=0.07)],
            "front": item("jaggery", 5, colour="#3A1E12", second="#241008", half=0.075, mode="flat"),
        },
        "drizzle": {
            "colour": "#A8682C",
            "shape": "zigzag",
            "width": 0.036,
            "span": (-0.62, -0.2, 0.5, 0.1),
            "reach": 0.26,
        },
        "garnish": [item("chia", 40, radius=0.016)],
        "backdrop": "clay",
    },
    "blueberry-granola-bowl": {
        "archetype": "topped_bowl",
        "vessel": "sand",
        "bed": ("#5A4A8E", "#8A78B8"),
        "swirl": 1.4,
        "fields": {
            "half-right": item("blueberry", 40),
            "half-left": [item("granola", 34, radius=0.09), item("almond", 5, radius=0.11)],
        },
        "centre": MINT,
        "garnish": [item("coconut", 14, length=0.13, width=0.04)],
        "backdrop": "sage",
    },
    "ragi-cocoa-bowl": {
        "archetype": "topped_bowl",
        "vessel": "terra",
        "bed": ("#3E2216", "#64402C"),
        "swirl": 1.5,
        "fans": {"arc-back": BANANA_ROW},
        "fields": {
            "right": [
                item("almond", 8, mode="flat", radius=0.12),
                item("pumpkinseed", 8, mode="flat", radius=0.06),
            ],
            "front": item("jaggery", 8, colour="#2E180E", second="#1C0C06", half=0.08, mode="flat"),
            "left": item("strawberry", 3, half=True, radius=0.16, mode="flat"),
        },
        "garnish": [
            item("coconut", 30, length=0.12, width=0.035),
            item("speck", 60, colour="#7A3E22", mode="any"),
        ],
        "backdrop": "cream",
    },
}
