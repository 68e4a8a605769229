"""Protein smoothies."""

from ..items import item

BERRY = ("#B9335E", "#DE6E93")

DISHES = {
    "dry-fruit-smoothie": {
        "archetype": "drink",
        "vessel": "jar",
        "liquid": ("#B98A5E", "#D2AA7E"),
        "foam": "#E6CBA6",
        "top": [
            item("almond", 4, radius=0.08),
            item("pistachio", 6),
            item("raisin", 4),
            item("cashew", 2, radius=0.09),
        ],
        "herb": None,
        "straw": "#8A5A3A",
        "side": [
            [item("almond", 5), item("cashew", 4, radius=0.12)],
            [item("date", 3, radius=0.12), item("pistachio", 6), item("raisin", 5)],
        ],
        "backdrop": "clay",
    },
    "berry-smoothie": {
        "archetype": "drink",
        "vessel": "tumbler",
        "liquid": BERRY,
        "foam": "#E9A0B6",
        "top": [
            item("strawberry", 2, half=True, tilt=16, radius=0.18),
            item("blueberry", 4, mode="any"),
        ],
        "straw": "#C2563A",
        "side": [
            item("blueberry", 4, mode="any"),
            item("strawberry", 1, radius=0.2, mode="up", yaw=0.6, tilt=3),
        ],
        "view": {"reach": 0.95},
        "backdrop": "blush",
    },
    "chikoo-date-smoothie": {
        "archetype": "drink",
        "vessel": "curved",
        "liquid": ("#96663C", "#B98A5A"),
        "foam": "#D9B68C",
        "top": [item("date", 2, radius=0.09), item("almond", 3, radius=0.07)],
        "herb": None,
        "straw": "#5C3A22",
        "side": [
            [item("chikoo_half", 2, mode="up", yaw=0, tilt=3)],
            item("date", 4, radius=0.13),
        ],
        "backdrop": "clay",
    },
    "tender-coconut-smoothie": {
        "archetype": "drink",
        "vessel": "tall",
        "liquid": ("#F4F1E6", "#FBFAF3"),
        "foam": "#FFFFFA",
        "top": [item("coconut", 16, length=0.14, width=0.04)],
        "straw": "#2F6B4A",
        "side": [
            item("coconut_half", 1, mode="up", yaw=0, tilt=2, size=0.38),
            item("coconut", 14, length=0.16),
        ],
        "backdrop": "sage",
    },
    "papaya-ginger-smoothie": {
        "archetype": "drink",
        "vessel": "stem",
        "liquid": ("#EE7626", "#F79A4A"),
        "foam": "#FBC08A",
        "top": [
            item("cube", 5, colour="#F07A20", second="#F89A46", half=0.07, mode="any"),
            item("ginger_slice", 2, radius=0.08),
        ],
        "side": [
            item("papaya_half", 1, mode="up", yaw=0, tilt=2, size=0.5),
            [item("ginger", 1, mode="up", yaw=0.3), item("ginger_slice", 2, radius=0.09)],
        ],
        "backdrop": "butter",
    },
    "guava-chilli-smoothie": {
        "archetype": "drink",
        "vessel": "tumbler",
        "liquid": ("#EE8C94", "#F6B4B0"),
        "foam": "#FAD4CC",
        "top": [item("chillislice", 4, radius=0.05), item("speck", 60, colour="#B8240E", mode="any")],
        "herb": None,
        "rim": item("chilli", dry=False, length=0.4),
        "straw": "#3F8A2A",
        "side": [
            item("guava_half", 2, mode="up", yaw=0, tilt=3, size=0.25),
            item("chilli", 3, dry=False, length=0.36),
        ],
        "backdrop": "sage",
    },
    "dragon-fruit-smoothie": {
        "archetype": "drink",
        "vessel": "curved",
        "liquid": ("#C41A74", "#E0559A"),
        "foam": "#EE93BE",
        "top": [
            item("cube", 6, colour="#F7F2F4", second="#FFFFFF", half=0.07, mode="any"),
            item("chia", 30, mode="any"),
        ],
        "straw": "#6E4A5E",
        "side": [
            item("dragonfruit_half", 1, mode="up", yaw=0, tilt=2, size=0.36),
            item("cube", 3, colour="#F7F2F4", second="#FFFFFF", half=0.1, mode="up"),
        ],
        "backdrop": "blush",
    },
    "jackfruit-elaichi-smoothie": {
        "archetype": "drink",
        "vessel": "stem",
        "liquid": ("#F0BE3E", "#F8D66E"),
        "foam": "#FCE9A8",
        "top": [item("jackfruit_pod", 1, length=0.14), item("cardamom", 3, length=0.09)],
        "herb": None,
        "straw": "#2F6B4A",
        "side": [
            item("jackfruit_pod", 3),
            item("cardamom", 7),
        ],
        "backdrop": "butter",
    },
}
