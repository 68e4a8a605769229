"""Gallery: single dishes seen from above, or close."""

SQUARE = (640, 320)
ABOVE = {"elevation": 76, "fill": 0.84, "fstop": 0.8}
CLOSE = {"elevation": 38, "fill": 1.0, "fstop": 1.6, "lens": 85}


def _seen(dish, view, floor="#EFE6D8"):
    return {
        "widths": SQUARE,
        "view": view,
        "parts": [{"dish": dish, "at": (0, 0), "turn": 0, "scale": 1.0}],
        "floor": floor,
    }


SCENES = {
    "gallery-01": _seen("acai-bowl", ABOVE, "#F0DAD4"),
    "gallery-02": _seen("chicken-rice-bowl", CLOSE),
    "gallery-03": _seen("idli-sambar", ABOVE),
    "gallery-04": _seen("pancakes", CLOSE, "#F6E6BE"),
    "gallery-05": _seen("garden-salad", ABOVE, "#E2E8D4"),
    "gallery-06": _seen("millet-pasta", CLOSE),
    "gallery-07": _seen("paneer-butter-masala", ABOVE, "#F6E6BE"),
    "gallery-08": _seen("cut-fruit", CLOSE, "#F0DAD4"),
    "gallery-09": _seen("overnight-oats", ABOVE, "#E6D2BA"),
    "gallery-10": _seen("chana-sundal", CLOSE),
}
