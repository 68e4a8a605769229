"""Protein millet pasta, with and without meat."""

from ..items import item

MILLET = {"colour": "#D39A58", "second": "#B0702E"}
RAGI = {"colour": "#8E5A42", "second": "#6A3E2C"}
SHAVINGS = item("coconut", 20, length=0.12, width=0.03)


def _pasta(bed, *main, vessel="cream", top=(), garnish=(), backdrop="sage", **more):
    return {
        "archetype": "heap",
        "vessel": vessel,
        "wide": True,
        "depth": 0.4,
        "bed_is": "sauce",
        "bed": bed,
        "rise": 0.34,
        "main": list(main),
        "top": list(top),
        "garnish": list(garnish),
        "backdrop": backdrop,
        **more,
    }


def _penne(count, colour, second):
    return item("penne", count, colour=colour, second=second, mode="flat", tilt=16, sink=0.15)


DISHES = {
    "millet-pasta": _pasta(
        ("#B5401C", "#D9682A"),
        _penne(76, **MILLET),
        _penne(70, "#D9682E", "#B84A1C"),
        item("cherry", 8, radius=0.12),
        item("broccoli", 8, radius=0.13, mode="up"),
        garnish=[item("mint", 3, length=0.22), SHAVINGS, item("chillislice", 6, radius=0.035)],
    ),
    "pesto-paneer-millet-pasta": _pasta(
        ("#5E8A2E", "#7FA84A"),
        _penne(80, "#A9B45A", "#7E9436"),
        _penne(60, **MILLET),
        item("paneer", 20, style="grill", half=0.1, mode="flat"),
        vessel="white",
        garnish=[item("cashew", 7, radius=0.09), item("mint", 3, length=0.2), SHAVINGS],
        backdrop="cream",
    ),
    "creamy-spinach-millet-pasta": _pasta(
        ("#DDE0B8", "#EFEFD6"),
        _penne(130, "#EFE3BE", "#D6C692"),
        item("spinach", 26, length=0.34, mode="flat"),
        item("pea", 26, radius=0.055),
        vessel="sage",
        garnish=[
            item("spinach", 5, length=0.26),
            SHAVINGS,
            item("speck", 50, colour="#2A211C", mode="any", radius=0.012),
        ],
        backdrop="butter",
    ),
    "podi-butter-ragi-pasta": _pasta(
        ("#8E4A24", "#A8622E"),
        _penne(140, **RAGI),
        vessel="blue",
        garnish=[
            item("speck", 520, colour="#C0541E", mode="any", radius=0.013),
            item("curryleaf", 9),
            item("peanut", 14, radius=0.065),
            item("sesame", 50),
        ],
        backdrop="clay",
    ),
    "chettinad-mushroom-millet-pasta": _pasta(
        ("#9A4E1E", "#BE7232"),
        _penne(110, **MILLET),
        item("mushroom", 30, radius=0.2, colour="#DDB888", second="#A06E3A", mode="flat"),
        top=[item("mushroom", 10, radius=0.22, colour="#F0DCBA", second="#C09860")],
        garnish=[
            item("curryleaf", 10),
            item("peppercorn", 22),
            item("onion", 2, radius=0.14),
            item("chilli", 2, length=0.34),
            item("coriander", 4),
        ],
        backdrop="cream",
    ),
    "soya-arrabbiata-millet-pasta": _pasta(
        ("#B02A12", "#D04A22"),
        _penne(100, "#DD5A2A", "#B83A14"),
        item("soya_chunk", 34, radius=0.115, mode="flat"),
        vessel="terra",
        top=[item("soya_chunk", 7, radius=0.13)],
        garnish=[item("chillislice", 14, radius=0.042), item("mint", 3, length=0.2), SHAVINGS],
        backdrop="butter",
    ),
    "chettinad-chicken-millet-pasta": _pasta(
        ("#9A4E1E", "#BE7232"),
        _penne(100, **MILLET),
        item("chicken", 22, style="grill", half=0.115, mode="flat"),
        vessel="sage",
        top=[item("chicken", 14, style="grill", half=0.14)],
        garnish=[
            item("curryleaf", 10),
            item("peppercorn", 22),
            item("onion", 3, radius=0.14),
            item("chilli", 2, length=0.34),
            item("coriander", 4),
        ],
        backdrop="clay",
    ),
    "pesto-chicken-millet-pasta": _pasta(
        ("#7E8A44", "#A3AE62"),
        _penne(100, "#A9B45A", "#7E9436"),
        _penne(80, **MILLET),
        item("chicken", 16, style="grill", half=0.11, mode="flat"),
        item("cherry", 8, radius=0.115),
        vessel="terra",
        top=[
            _penne(12, "#A9B45A", "#7E9436"),
            item("chickslice", 7, length=0.44),
            item("chicken", 4, style="grill", half=0.12),
        ],
        garnish=[item("mint", 3, length=0.2), item("cashew", 6, radius=0.09), SHAVINGS],
        backdrop="sage",
    ),
    "chicken-arrabbiata-millet-pasta": _pasta(
        ("#B02A12", "#D04A22"),
        _penne(110, "#DD5A2A", "#B83A14"),
        item("chicken", 24, style="grill", half=0.115, mode="flat"),
        vessel="white",
        top=[item("chicken", 11, style="grill", half=0.14)],
        garnish=[item("chillislice", 14, radius=0.042), item("mint", 3, length=0.2), SHAVINGS],
        backdrop="cream",
    ),
    "egg-podimas-millet-pasta": _pasta(
        ("#E0B85A", "#EFD07E"),
        _penne(110, "#E3BC6E", "#C2944A"),
        item("scramble", 46, radius=0.11),
        item("cube", 14, colour="#B0486A", second="#D88AA8", half=0.04),
        vessel="blue",
        garnish=[
            item("curryleaf", 9),
            item("coriander", 6),
            item("mustard", 50),
            item("chillislice", 6, colour="#4E9A2E", radius=0.035),
        ],
        backdrop="butter",
    ),
    "tuna-tomato-ragi-pasta": _pasta(
        ("#A8381A", "#C8582A"),
        _penne(120, **RAGI),
        item("tuna", 26, radius=0.115, mode="flat"),
        item("tomato", 14, radius=0.14, mode="flat"),
        vessel="mustard",
        garnish=[item("mint", 2, length=0.2), item("lemon", 1, radius=0.19), item("coriander", 4)],
        backdrop="blush",
    ),
}
