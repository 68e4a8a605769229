"""The meal tray itself; no menu sells it, scenes and pages show it."""

from ..items import item

DISHES = {
    "meal-tray": {
        "archetype": "tray",
        "compartments": [
            {
                "area": (-1.52, -1.02, -0.1, 0.06),
                "bed": ("#D9BC70", "#E6CE92"),
                "crown": 0.12,
                "grain": item("rice", 1300, colour="#F0DA9C", second="#DDBC6E"),
                "items": [
                    item("curryleaf", 5, mode="flat"),
                    item("cashew", 4, radius=0.09, colour="#DDB070"),
                    item("mustard", 20),
                ],
            },
            {
                "area": (0.0, -1.02, 1.52, 0.06),
                "bed": ("#8E4420", "#B8703C"),
                "items": [
                    item("paneer", 9, style="grill", half=0.12, mode="flat", sink=0.45),
                    item("coriander", 4, mode="flat"),
                    item("speck", 40, colour="#4A2412", mode="flat"),
                ],
            },
            {
                "area": (-1.52, 0.16, -0.56, 1.02),
                "bread": "phulka",
            },
            {
                "area": (-0.46, 0.16, 0.48, 1.02),
                "bed": ("#8E9A5A", "#B0B87A"),
                "level": 0.4,
                "items": [
                    item("sprout", 60),
                    item("cube", 10, colour="#D8301F", second="#F06A4A", half=0.05),
                    item("aril", 14, radius=0.045),
                    item("coriander", 3, mode="flat"),
                ],
            },
            {
                "area": (0.58, 0.16, 1.52, 1.02),
                "bed": ("#B98A44", "#D9B06A"),
                "level": 0.4,
                "items": [
                    item("chickpea", 84, colour="#D9B67A", dark="#A87C44", matt=True),
                    item("coconut", 14, length=0.1, width=0.025, mode="flat"),
                    item("curryleaf", 2, mode="flat"),
                ],
            },
        ],
        "backdrop": "sage",
    },
}
