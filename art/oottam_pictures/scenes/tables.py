"""Scenes: whole dishes of the menus set on one table. Widths are those the pages ask for."""

from ..items import item
from .layout import balloons, block, candles, prop, strewn

WIDE = (1280, 640)
FOUR_BY_THREE = (768, 384)
# Steel wants something dark around it, and light from one side.
SLATE = {"colour": "#46585C", "stripe": "#D8CDB8"}
SIDE = {"light": "side", "elevation": 46, "backdrop": "#DCCFBB"}


def _scene(widths, aspect, *parts, backdrop="#EFE6D8", **view):
    return {
        "widths": widths,
        "view": {"aspect": aspect, "fill": 0.96, "stage": 1.6, "fstop": 0.8, **view},
        "parts": list(parts),
        "floor": backdrop,
    }


def _wide(*parts, **view):
    return _scene(WIDE, 16 / 9, *parts, **{"elevation": 36, "lens": 60, "stage": 1.7, **view})


def _event(*parts, **view):
    return _scene(FOUR_BY_THREE, 4 / 3, *parts, **view)


def _plan(bowl, plate, drink, strewn_beside, **view):
    """A bowl, a plate and a drink side by side: cards crop the picture to 2 : 1, and nothing may lose its top."""
    return _event(
        block(bowl, 0.0, -0.4, -12, 1.3),
        block(plate, -1.95, 0.55, 20, 0.85),
        block(drink, 1.7, 0.6, 90, 0.85),
        strewn(strewn_beside, -1.75, -0.95, 0.34),
        **{"elevation": 40, "stage": 1.3, "fill": 1.02, **view},
    )


def _slide(*parts, **view):
    return _wide(*parts, **{"elevation": 42, **view})


SCENES = {
    "hero": _wide(
        prop("room", at=(-3.7, 0.4)),
        prop("cloth", at=(1.7, -0.6), size=(4.6, 2.8), turn=12),
        block("acai-bowl", 0.5, -0.75, 10, 1.2),
        block("chicken-rice-bowl", 2.95, -0.4, -20, 1.2),
        block("garden-salad", -0.55, 1.4, 0, 1.0),
        block("berry-smoothie", 1.45, 1.55, 90, 1.15),
        block("green-booster", 2.75, 2.0, 60, 1.05),
        block("mango-shake", 4.0, 1.5, 100, 1.1),
        strewn(item("mint", 3, length=0.26), -0.95, -0.5),
        strewn(item("almond", 9), 1.75, -1.75),
        strewn(item("blueberry", 6, mode="any"), -0.75, -1.3),
        backdrop="#EBDCC6",
    ),
    "event-birthday": _event(
        block("pancakes", 0, 0, 0, 1.5),
        *candles(1.5, 0.6),
        block("berry-smoothie", 2.1, 0.6, 0, 1.15),
        block("mango-shake", -2.1, 0.65, 180, 1.15),
        *balloons(),
        prop("confetti", count=80, area=(-2.8, -1.8, 2.8, 1.6)),
        elevation=18,
        fstop=0.6,
        stage=1.8,
        backdrop="#F3DDD0",
    ),
    "event-corporate": _event(
        prop("cloth", at=(0.1, -0.8), size=(5.0, 3.1), turn=-5, **SLATE),
        block("meal-tray", 0, -0.9, 0, 1.25),
        block("paneer-sandwich", -1.6, 1.5, 12, 0.95),
        block("garden-salad", 1.65, 1.5, 0, 1.0),
        block("filter-coffee-protein-shake", 0.1, 1.75, 90, 0.9),
        block("cut-fruit", 2.85, -0.75, 0, 0.8),
        block("almond-milk", -2.7, -0.6, 90, 0.85),
        **SIDE,
    ),
    "event-family": _event(
        prop("cloth", at=(0, -0.1), size=(6.2, 4.4), turn=-4, colour="#F6E9D2", stripe="#B5623C"),
        block("millet-chicken-biryani-bowl", 0, -0.15, 0, 1.35),
        block("phulka", -1.95, 1.35, 0, 0.85),
        block("paneer-butter-masala", 1.95, 1.3, 0, 0.95),
        block("tandoori-chicken", -1.95, -1.4, 0, 0.9),
        block("rajma-corn-salad", 1.95, -1.4, 0, 0.9),
        block("nannari-lime-cooler", 0.1, 1.8, 90, 0.9),
        elevation=50,
        fstop=0.9,
        backdrop="#EFE0CC",
    ),
    "event-platter": _event(
        prop("cloth", at=(0, 0), size=(6.2, 4.2), turn=-6, colour="#F3ECDC", stripe="#6E8A5A"),
        block("paneer-sandwich", -1.7, 1.25, 14, 1.0),
        block("chicken-wrap", 1.75, 1.3, -8, 1.0),
        block("cut-fruit", 0, -0.45, 0, 1.0),
        block("boiled-eggs", -1.95, -1.15, 0, 0.85),
        block("tandoori-chicken", 1.95, -1.15, 0, 0.85),
        block("sweet-corn", 0.05, 1.6, 0, 0.72),
        elevation=48,
        fstop=0.9,
        backdrop="#E6E2D0",
    ),
    "slide-1": _slide(
        prop("room", at=(-3.6, 0.4)),
        prop("cloth", at=(1.0, -0.7), size=(4.8, 3.1), turn=6, **SLATE),
        block("meal-tray", 0.85, -0.75, -4, 1.2),
        block("sprouts-salad", 3.75, -0.5, 0, 0.85),
        block("green-booster", 3.5, 1.45, 60, 1.1),
        block("phulka", 1.55, 1.95, 0, 0.9),
        block("curd-millet-bowl", -0.7, 1.7, 0, 0.85),
        **{**SIDE, "elevation": 42},
    ),
    "slide-2": _slide(
        prop("room", at=(-3.6, 0.4)),
        block("idli-sambar", 0.35, -0.9, 0, 1.15),
        block("masala-omelette", 3.05, -0.7, 0, 0.98),
        block("ragi-dosa", 1.55, 1.4, 6, 0.95),
        block("cut-fruit", -0.85, 1.3, 0, 0.8),
        block("filter-coffee-protein-shake", 3.75, 1.6, 90, 0.95),
        backdrop="#F6E6BE",
    ),
    "slide-3": _slide(
        prop("room", at=(-3.6, 0.4)),
        block("chicken-rice-bowl", 0.45, -0.75, 0, 1.2),
        block("palak-paneer", 3.05, -0.5, 0, 1.05),
        block("phulka", 1.7, 1.75, 0, 0.9),
        block("pomegranate-mint-cooler", 3.75, 1.65, 90, 1.05),
        block("sprouts-salad", -0.75, 1.5, 0, 0.85),
        backdrop="#E2E8D4",
    ),
    "plan-weight-gain": _plan("chicken-rice-bowl", "boiled-eggs", "peanut-banana-shake", item("almond", 8)),
    "plan-weight-loss": _plan(
        "garden-salad", "chana-sundal", "green-booster", item("lemon", 3), backdrop="#E2E8D4"
    ),
    "plan-nutrition": _plan(
        "lemon-millet-bowl", "palak-paneer", "abc-juice", item("cashew", 8), backdrop="#F6E6BE"
    ),
    "plan-muscle": _plan("chicken-rice-bowl", "boiled-eggs", "almond-milk", item("pumpkinseed", 14)),
    "meal-tray": _event(
        prop("cloth", at=(0.0, 0.0), size=(4.2, 3.1), turn=7, **SLATE),
        block("meal-tray", 0, 0, -3),
        **{**SIDE, "elevation": 52, "stage": 1.2, "fill": 1.15},
    ),
    "weight-loss": _plan(
        "grilled-chicken-salad", "boiled-eggs", "tulsi-lemon-cooler", item("lime", 3), backdrop="#E2E8D4"
    ),
    "corporate-meal-plan": _event(
        prop("cloth", at=(0.0, -0.6), size=(4.6, 3.0), turn=8, **SLATE),
        block("meal-tray", -0.2, -0.75, 3, 1.2),
        block("paneer-tikka-wrap", 2.0, 1.35, -10, 0.95),
        block("mango-shake", -2.1, 1.15, 90, 0.85),
        block("sprouts-salad", -0.05, 1.6, 0, 0.8),
        **SIDE,
    ),
    "share": _scene(
        (1200,),
        1200 / 630,
        block("acai-bowl", -2.2, -0.6, 0, 1.1),
        block("chicken-rice-bowl", 0.15, -0.7, 0, 1.2),
        block("garden-salad", 2.5, -0.5, 0, 1.1),
        block("berry-smoothie", -1.1, 1.4, 90, 1.1),
        block("chana-sundal", 1.1, 1.5, 0, 0.8),
        block("mango-shake", 2.9, 1.6, 90, 1.05),
        elevation=38,
        fill=0.97,
        backdrop="#EBDCC6",
    ),
}
