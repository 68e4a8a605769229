"""Indian breads of the meal tray."""

from ..items import item

DISHES = {
    "phulka": {
        "archetype": "flatbread",
        "vessel": "terra",
        "look": "phulka",
        "stack": 4,
        "radius": 0.86,
        "rounds": [{"as": "puffed", "at": (0.04, 0.0), "radius": 0.8}],
        "backdrop": "cream",
    },
    "ragi-roti": {
        "archetype": "flatbread",
        "vessel": "cream",
        "look": "ragi-roti",
        "stack": 3,
        "step": 0.085,
        "radius": 0.9,
        "rounds": [{"as": "flat", "at": (-0.05, -0.03), "radius": 0.88}],
        "cups": [{"at": (0.88, 0.56), "radius": 0.29, "colours": ("#EFEBD8", "#FAF7EA")}],
        "butter": (-0.12, -0.02),
        "around": [
            ((0.95, -0.95, 0.16), item("millet", 60, colour="#8E3A2A", radius=0.026, mode="any", spread=False)),
            ((1.08, -0.78, 0.16), item("millet", 50, colour="#A04632", radius=0.026, mode="any", spread=False)),
        ],
        "backdrop": "blush",
    },
    "multigrain-chapati": {
        "archetype": "flatbread",
        "vessel": "terra",
        "look": "multigrain-chapati",
        "stack": 4,
        "radius": 0.9,
        "rounds": [{"as": "quarter", "at": (0.05, -0.04), "turn": 40, "radius": 0.9, "gap": 0.05}],
        "around": [
            ((-1.0, -0.78, 0.14), item("millet", 70, colour="#D9B45A", radius=0.026, mode="any", spread=False)),
            ((-0.72, -1.05, 0.14), item("sesame", 60, mode="any", spread=False)),
            ((1.02, -0.8, 0.14), item("bean", 9, colour="#5A3A22", radius=0.04, mode="any", spread=False)),
            ((0.8, -1.02, 0.14), item("corn", 10, radius=0.06, mode="any", spread=False)),
        ],
        "backdrop": "sage",
    },
    "methi-thepla": {
        "archetype": "flatbread",
        "vessel": "char",
        "look": "methi-thepla",
        "stack": 4,
        "rounds": [{"as": "quarter", "at": (-0.04, -0.1), "turn": 40}],
        "cups": [{"at": (0.98, -0.42), "radius": 0.26, "colours": ("#F4F0E4", "#FDFBF4")}],
        "garnish": [item("coriander", 3)],
        "garnish_radius": 0.3,
        "backdrop": "butter",
    },
    "jowar-roti": {
        "archetype": "flatbread",
        "vessel": "terra",
        "look": "jowar-roti",
        "stack": 3,
        "step": 0.075,
        "rounds": [{"as": "half", "at": (0.06, -0.04), "turn": 24, "radius": 0.92}],
        "side": [
            ((-0.85, -0.62), [item("chilli", 2, colour="#3F8A2A", dry=False), item("onion", 2, radius=0.16)])
        ],
        "backdrop": "clay",
    },
    "wheat-parotta": {
        "archetype": "flatbread",
        "vessel": "leaf",
        "look": "wheat-parotta",
        "rounds": [
            {"as": "flat", "at": (-0.42, 0.2), "radius": 0.72},
            {"as": "flat", "at": (-0.18, -0.16), "radius": 0.74, "lean": 0.12},
        ],
        "cups": [{"at": (0.82, 0.14), "radius": 0.42, "colours": ("#8E3A12", "#C0661E")}],
        "side": [((0.82, 0.14), [item("curryleaf", 3, length=0.2), item("coriander", 2)])],
        "view": {"elevation": 48, "reach": 1.12},
        "backdrop": "cream",
    },
    "paneer-paratha": {
        "archetype": "flatbread",
        "vessel": "blue",
        "look": "paneer-paratha",
        "stack": 1,
        "radius": 0.92,
        "rounds": [
            {
                "as": "half",
                "at": (0.0, -0.05),
                "turn": 170,
                "radius": 0.9,
                "gap": 0.1,
                "peeking": [item("scramble", 9, radius=0.07, colour="#FBF4E4", second="#F3E3C4")],
            }
        ],
        "cups": [
            {"at": (0.84, 0.5), "radius": 0.27, "colours": ("#F4F0E4", "#FDFBF4")},
            {"at": (-0.86, 0.5), "radius": 0.25, "colours": ("#A8401A", "#C8642A")},
        ],
        "side": [((-0.2, -0.95), item("coriander", 3))],
        "butter": (0.06, 0.22),
        "backdrop": "cream",
    },
    "sattu-paratha": {
        "archetype": "flatbread",
        "vessel": "cream",
        "look": "sattu-paratha",
        "stack": 2,
        "radius": 0.9,
        "rounds": [{"as": "quarter", "at": (0.05, -0.1), "turn": 215, "radius": 0.92, "gap": 0.08}],
        "cups": [{"at": (-0.9, 0.52), "radius": 0.26, "colours": ("#5E8A34", "#7FA84A")}],
        "side": [
            ((0.92, 0.3), [item("lemon", 1, radius=0.2), item("onion", 2, radius=0.16)]),
            ((0.85, -0.55), item("chilli", 1, colour="#3F8A2A", dry=False)),
        ],
        "backdrop": "clay",
    },
}
