"""Protein pancakes."""

from ..items import item

GOLDEN = ("#C98642", "#B26A2A", "#F2DBA4")
MAPLE = ("#8A3A0A", "#B8601A")

DISHES = {
    "pancakes": {
        "archetype": "pancakes",
        "batter": GOLDEN,
        "syrup": MAPLE,
        "top": [
            item("banana", 4),
            item("strawberry", 3, half=True, radius=0.17),
            item("blueberry", 7, mode="any", radius=0.085),
            item("mint", 1, length=0.2),
        ],
        "beside": [item("blueberry", 5, radius=0.085)],
        "backdrop": "butter",
    },
    "ragi-cocoa-egg-pancakes": {
        "archetype": "pancakes",
        "vessel": "sand",
        "batter": ("#5A3222", "#43241A", "#7E5440"),
        "syrup": ("#2A120A", "#46200F"),
        "syrup_clear": 0.05,
        "butter": False,
        "top": [
            item("banana", 5),
            item("jaggery", 5, colour="#2E180E", second="#1C0C06", half=0.07),
            item("almond", 5, radius=0.1),
            item("mint", 1, length=0.2),
        ],
        "beside": [item("banana", 3, radius=0.17)],
        "backdrop": "blush",
    },
    "oats-date-egg-pancakes": {
        "archetype": "pancakes",
        "vessel": "blue",
        "batter": ("#BE8848", "#A06A30", "#E6CFA0"),
        "flecks": "#F3E3C0",
        "syrup": ("#5A2A10", "#7A3E18"),
        "top": [item("date", 6, radius=0.15), item("oat", 16, mode="flat", radius=0.06), item("walnut", 3)],
        "beside": [item("date", 3, radius=0.14)],
        "backdrop": "clay",
    },
    "peanut-butter-egg-pancakes": {
        "archetype": "pancakes",
        "vessel": "sage",
        "batter": GOLDEN,
        "syrup": ("#B0742E", "#C98E48"),
        "syrup_clear": 0.0,
        "butter": False,
        "top": [item("peanut", 22, mode="any", radius=0.075), item("banana", 4)],
        "beside": [item("peanut_shell", 2), item("peanut", 5)],
        "backdrop": "butter",
    },
    "karuvepillai-egg-pancakes": {
        "archetype": "pancakes",
        "vessel": "terra",
        "batter": ("#DDB45A", "#BE8A34", "#F3E2AC"),
        "flecks": "#3F6A22",
        "top": [
            item("curryleaf", 9, mode="flat"),
            item("chillislice", 4, colour="#4E9A2E", radius=0.035),
            item("coriander", 3),
        ],
        "beside": [item("curryleaf", 4)],
        "backdrop": "sage",
    },
    "chicken-keema-pancakes": {
        "archetype": "pancakes",
        "vessel": "char",
        "batter": ("#D29A54", "#B2742E", "#F0D8A4"),
        "butter": False,
        "count": 3,
        "top": [
            item("mince", 330, mode="any", spread=False, radius=0.045, tries=4),
            item("pea", 14, radius=0.045, mode="any"),
            item("onion", 2, radius=0.13),
            item("chillislice", 6, colour="#4E9A2E", radius=0.04),
            item("coriander", 6),
        ],
        "beside": [
            item("mince", 60, mode="any", spread=False, radius=0.045, tries=4),
            item("lime", 2, radius=0.18),
        ],
        "view": {"elevation": 36},
        "backdrop": "cream",
    },
}
