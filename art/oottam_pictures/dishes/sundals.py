"""Sundals and other boiled pulses, in a bowl on a banana leaf."""

from ..items import item

TEMPERING = [
    item("coconut", 46, length=0.11, width=0.026),
    item("curryleaf", 9),
    item("chilli", 3, length=0.38),
    item("mustard", 90),
    item("coriander", 4),
]


def _sundal(vessel, pulse, bed, backdrop="cream", extra=()):
    return {
        "archetype": "heap",
        "vessel": vessel,
        "leaf": True,
        "bed": bed,
        "main": [pulse],
        "garnish": [*TEMPERING, *extra],
        "backdrop": backdrop,
    }


DISHES = {
    "chana-sundal": _sundal(
        "terra",
        item("chickpea", 440),
        ("#B98A44", "#D9B06A"),
        extra=[item("cube", 14, colour="#E8C84A", second="#F7E08A", half=0.035)],
    ),
    "black-chana-sundal": _sundal(
        "blue", item("chickpea", 440, colour="#6E4226", dark="#4A2A14", radius=0.07), ("#5A3418", "#7A4A22")
    ),
    "pachai-payaru-sundal": _sundal(
        "cream", item("pea", 620, colour="#7C8A3A", second="#5A6A26", radius=0.058), ("#6A7A32", "#8A9A4A")
    ),
    "peanut-sundal": _sundal(
        "sage", item("peanut", 420, colour="#D9A878", radius=0.078), ("#B98A5A", "#D0A878"), "butter"
    ),
    "karamani-sundal": _sundal(
        "char", item("bean", 460, colour="#B98A5E", second="#94643C", radius=0.055), ("#94683E", "#B98A5A")
    ),
    "rajma-sundal": _sundal("sand", item("bean", 330, radius=0.076), ("#6E2420", "#8E3A30"), "clay"),
    "sweet-corn": {
        "archetype": "heap",
        "vessel": "blue",
        "bed": ("#E0A81E", "#F0C445"),
        "main": [item("corn", 470, radius=0.062)],
        "butter": True,
        "garnish": [
            item("coriander", 9),
            item("speck", 70, colour="#2A211C", mode="any"),
            item("chillislice", 6, radius=0.03),
            item("lime", 1, radius=0.2),
        ],
        "backdrop": "butter",
    },
    "boiled-peanuts": {
        "archetype": "heap",
        "vessel": "sage",
        "depth": 0.42,
        "rise": 0.36,
        "bed": ("#A87C48", "#C29A62"),
        "main": [item("boiled_peanut", 240, length=0.2, mode="flat", tilt=24, tries=12)],
        "top": [item("opened_peanut", 6, length=0.23, mode="up", tilt=9, sink=0.12)],
        "garnish": [item("sesame", 40, colour="#FFFFFF", radius=0.012)],
        "backdrop": "cream",
    },
}
