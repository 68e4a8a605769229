"""Scenes: whole dishes of the menus set on one table. Widths are those the pages ask for."""

from ..items import item
from .layout import balloons, block, candles, prop, strewn

WIDE = (1280, 640)
FOUR_BY_THREE = (768, 384)


def _scene(widths, aspect, *parts, backdrop="#EFE6D8", **view):
    return {
        "widths": widths,
        "view": {"aspect": aspect, "fill": 0.98, "stage": 1.6, "fstop": 0.8, **view},
        "parts": list(parts),
        "floor": backdrop,
    }


def _wide(*parts, **view):
    return _scene(WIDE, 16 / 9, *parts, **{"elevation": 36, "lens": 60, "fill": 1.02, "stage": 1.7, **view})


def _event(*parts, **view):
    return _scene(FOUR_BY_THREE, 4 / 3, *parts, **view)


def _slide(*parts, **view):
    return _wide(*parts, **{"elevation": 40, "fill": 1.03, **view})


SCENES = {
    "hero": _wide(
        prop("room", at=(-3.3, 0.6)),
        prop("cloth", at=(1.3, -0.2), size=(3.4, 2.2), turn=14),
        block("acai-bowl", 0.9, -0.35, 10, 1.05),
        block("chicken-rice-bowl", 2.95, 0.25, -20, 1.05),
        block("berry-smoothie", 1.75, 1.55),
        block("green-booster", 3.3, 2.0, 20),
        block("garden-salad", -0.3, 1.75),
        block("mango-shake", 4.3, 1.6),
        strewn(item("mint", 3, length=0.26), -0.6, -0.4),
        strewn(item("almond", 10), 2.1, -1.1),
        strewn(item("blueberry", 6, mode="any"), -0.2, -1.1),
        backdrop="#EBDCC6",
    ),
    "event-birthday": _event(
        block("pancakes", 0, 0),
        *candles(0.84, 0.62),
        block("strawberry-chia-shake", 1.75, 0.5, 0, 0.95),
        block("mango-shake", -1.8, 0.55, 180, 0.95),
        *balloons(),
        prop("confetti", count=70, area=(-2.6, -1.5, 2.6, 1.6)),
        elevation=17,
        fstop=0.6,
        stage=1.8,
        backdrop="#F3DDD0",
    ),
    "event-corporate": _event(
        block("meal-tray", 0, -0.5, 0, 1.05),
        block("chicken-wrap", -1.9, 1.35, 12, 0.9),
        block("garden-salad", 1.9, 1.3, 0, 0.9),
        block("filter-coffee-protein-shake", 0.1, 1.6, 0, 0.8),
        block("cut-fruit", 2.65, -0.5, 0, 0.72),
        block("almond-milk", -2.5, -0.3, 0, 0.7),
        elevation=40,
        backdrop="#E8E3D6",
    ),
    "event-family": _event(
        prop("cloth", at=(0, 0), size=(5.4, 3.2), turn=-4, colour="#F6E9D2", stripe="#B5623C"),
        block("millet-chicken-biryani-bowl", 0, 0.1, 0, 1.15),
        block("phulka", -1.9, 0.85, 0, 0.75),
        block("paneer-butter-masala", 1.95, 0.8, 0, 0.85),
        block("tandoori-chicken", -1.75, -0.95, 0, 0.8),
        block("rajma-corn-salad", 1.8, -0.95, 0, 0.75),
        block("nannari-lime-cooler", 0.2, 1.75, 0, 0.72),
        elevation=42,
        fstop=0.9,
        backdrop="#EFE0CC",
    ),
    "event-platter": _event(
        prop("cloth", at=(0, 0), size=(5.4, 3.2), turn=-6, colour="#F3ECDC", stripe="#6E8A5A"),
        block("paneer-sandwich", -1.55, 0.75, 14, 0.9),
        block("chicken-wrap", 1.45, 0.85, -8, 0.9),
        block("cut-fruit", 0, -0.55, 0, 0.8),
        block("boiled-eggs", -1.9, -0.95, 0, 0.72),
        block("tandoori-chicken", 1.85, -0.85, 0, 0.78),
        block("sweet-corn", 0, 1.55, 0, 0.6),
        elevation=42,
        fstop=0.9,
        backdrop="#E6E2D0",
    ),
    "slide-1": _slide(
        prop("room", at=(-3.1, 0.4)),
        block("meal-tray", 1.0, -0.2, -6, 1.15),
        block("green-booster", 3.4, 0.9),
        block("chana-sundal", 3.3, -0.9, 0, 0.75),
        block("curd-millet-bowl", -0.6, 1.7, 0, 0.8),
        block("phulka", 1.9, 1.8, 0, 0.75),
    ),
    "slide-2": _slide(
        prop("room", at=(-3.1, 0.4)),
        block("idli-sambar", 0.6, -0.5, 0, 1.05),
        block("masala-omelette", 2.9, -0.3, 0, 0.9),
        block("ragi-dosa", 1.2, 1.6, 0, 0.9),
        block("filter-coffee-protein-shake", 3.4, 1.6, 0, 0.8),
        block("cut-fruit", -0.9, 1.4, 0, 0.7),
        backdrop="#F6E6BE",
    ),
    "slide-3": _slide(
        prop("room", at=(-3.1, 0.4)),
        block("chicken-rice-bowl", 0.8, -0.4),
        block("palak-paneer", 2.9, 0.1, 0, 0.95),
        block("phulka", 1.5, 1.7, 0, 0.85),
        block("pomegranate-mint-cooler", 3.8, 1.5, 0, 0.9),
        block("sprouts-salad", -0.5, 1.5, 0, 0.8),
        backdrop="#E2E8D4",
    ),
    "plan-weight-gain": _event(
        block("chicken-rice-bowl", 0.35, -0.3, -12, 1.1),
        block("boiled-eggs", -1.6, 0.45, 20, 0.78),
        block("peanut-banana-shake", 1.75, 1.0, 0, 0.85),
        strewn(item("almond", 8), -1.3, -0.9),
        elevation=40,
        stage=1.3,
    ),
    "plan-weight-loss": _event(
        block("garden-salad", 0.3, -0.3, 0, 1.1),
        block("chana-sundal", -1.7, 0.45, 0, 0.75),
        block("green-booster", 1.75, 1.0, 0, 0.85),
        strewn(item("lemon", 3), -1.25, -0.9),
        elevation=40,
        stage=1.3,
        backdrop="#E2E8D4",
    ),
    "plan-nutrition": _event(
        block("lemon-millet-bowl", 0.3, -0.3, 0, 1.1),
        block("palak-paneer", -1.75, 0.5, 0, 0.75),
        block("abc-juice", 1.8, 1.0, 0, 0.8),
        strewn(item("cashew", 8), -1.25, -0.9),
        elevation=40,
        stage=1.3,
        backdrop="#F6E6BE",
    ),
    "plan-muscle": _event(
        block("chicken-rice-bowl", 0.45, -0.3, -12, 1.1),
        block("boiled-eggs", -1.45, 0.5, 20, 0.72),
        block("almond-milk", 1.75, 1.0, 0, 0.85),
        elevation=40,
        stage=1.3,
    ),
    "meal-tray": _event(block("meal-tray", 0, 0), elevation=52, stage=1.2, fill=0.95),
    "weight-loss": _event(
        block("grilled-chicken-salad", 0, -0.2, 0, 1.1),
        block("tulsi-lemon-cooler", 1.6, 0.9, 0, 0.8),
        block("boiled-eggs", -1.7, 0.6, 0, 0.7),
        strewn(item("lime", 3), 1.3, -0.8),
        elevation=38,
        stage=1.3,
        backdrop="#E2E8D4",
    ),
    "corporate-meal-plan": _event(
        block("meal-tray", -0.5, -0.35, 8, 1.0),
        block("paneer-tikka-wrap", 1.75, 0.7, -10, 0.85),
        block("mango-shake", -2.0, 1.2, 0, 0.8),
        block("sprouts-salad", 0.3, 1.55, 0, 0.72),
        elevation=40,
        stage=1.4,
    ),
    "share": _scene(
        (1200,),
        1200 / 630,
        block("acai-bowl", -1.7, -0.3),
        block("chicken-rice-bowl", 0.35, -0.4, 0, 1.05),
        block("garden-salad", 2.4, -0.1),
        block("berry-smoothie", -0.7, 1.5, 0, 0.9),
        block("chana-sundal", 1.4, 1.5, 0, 0.7),
        block("mango-shake", 3.0, 1.6, 0, 0.85),
        elevation=38,
        fill=1.04,
        backdrop="#EBDCC6",
    ),
}
