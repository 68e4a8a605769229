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
        "vessel": "blue",
        "bed": ("#F7B82E", "#FDD36A"),
        "swirl": 1.4,
        "fans": {"arc-back": item("mango_slice", 7, length=0.3, lean=0.5, yaw=1.4)},
        "fields": {
            "front": item("cube", 13, colour="#FBB41E", second="#FFD04A", half=0.085, mode="flat"),
            "right": item("coconut_chip", 16, mode="flat"),
        },
        "centre": MINT,
        "garnish": [item("coconut", 26, length=0.1, width=0.03), item("chia", 40, radius=0.015)],
        "around": [
            ((-0.92, -0.98, 0.02), item("mango_half", 1, size=0.4, scored=True, yaw=0.25)),
            ((0.98, -0.92, 0.02), item("coconut_half", 1, size=0.38, yaw=-0.25)),
        ],
        "view": {"reach": 1.1},
        "backdrop": "butter",
    },
    "dragon-fruit-bowl": {
        "archetype": "topped_bowl",
        "vessel": "white",
        "bed": ("#B8146C", "#DE4E98"),
        "swirl": 1.4,
        "fans": {"arc-back": item("dragonfruit_slice", 5, radius=0.32, lean=0.34)},
        "fields": {
            "right": item("dragonfruit_cube", 9, half=0.1, mode="flat"),
            "front": item("granola", 16, radius=0.075),
            "left": item("blueberry", 7),
        },
        "centre": MINT,
        "garnish": [item("coconut", 20, length=0.12, width=0.035), item("chia", 40, radius=0.016)],
        "around": [((0.92, -1.14, 0.02), item("dragonfruit_half", 1, size=0.36, yaw=-0.15))],
        "view": {"reach": 1.2},
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
        "bed": ("#4A2A1C", "#7A5240"),
        "swirl": 1.5,
        "fans": {"arc-back": item("banana", 5, lean=0.45)},
        "fields": {
            "right": [item("almond", 7, mode="flat", radius=0.12)],
            "front": item("jaggery", 9, colour="#3A1E12", second="#241008", half=0.08, mode="flat"),
            "left": item("millet", 260, colour="#9A4632", radius=0.026),
        },
        "garnish": [
            item("speck", 260, colour="#3A1E12", mode="any", tries=1),
            item("coconut", 14, length=0.12, width=0.035),
        ],
        "around": [
            ((-0.84, -1.06, 0.04), item("powder", 1, radius=0.3, colour="#5A2E1A")),
            ((0.84, -1.04, 0.24), item("millet", 90, colour="#9A4632", radius=0.03, mode="any", spread=False)),
            ((0.02, -1.24, 0.1), item("jaggery", 3, colour="#3A1E12", second="#241008", half=0.12)),
        ],
        "view": {"reach": 1.05},
        "backdrop": "cream",
    },
}
