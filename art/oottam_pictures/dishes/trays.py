"""The meal tray itself; no menu sells it, scenes and pages show it."""

from ..items import item

DISHES = {
    "meal-tray": {
        "archetype": "tray",
        "colour": "#E9DFCC",
        "compartments": [
            {
                "area": (-1.52, -1.02, -0.1, 0.06),
                "bed": ("#E9C768", "#F3DA94"),
                "crown": 0.12,
                "grain": item("rice", 1300, colour="#F6DD92", second="#EBC766"),
                "items": [
                    item("curryleaf", 5, mode="flat"),
                    item("cashew", 4, radius=0.09, colour="#DDB070"),
                    item("mustard", 20),
                ],
            },
            {
                "area": (0.0, -1.02, 1.52, 0.06),
                "bed": ("#C2471A", "#E0782E"),
                "items": [
                    item("paneer", 9, style="tandoori", half=0.12, mode="flat", sink=0.4),
                    item("coriander", 5, mode="flat"),
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
                    item("chickpea", 90),
                    item("coconut", 14, length=0.1, width=0.025, mode="flat"),
                    item("curryleaf", 2, mode="flat"),
                ],
            },
        ],
        "backdrop": "sage",
    },
}
