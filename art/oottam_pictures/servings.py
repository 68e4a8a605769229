"""How the items of a description are laid onto a pile."""

from .placement import within
from .registry import variants

PLACEMENT = ("mode", "tilt", "sink", "spread", "yaw", "soft", "above", "tries", "scale")
SMALL_AND_ROUND = {"aril", "blueberry", "chia", "corn", "mustard", "pea", "peppercorn", "sesame", "speck"}


def split(entry):
    """(name, count, placement options, look) of an item."""
    options = {key: value for key, value in entry.items() if key not in ("name", "count")}
    placing = {key: options.pop(key) for key in PLACEMENT if key in options}
    return entry["name"], entry["count"], placing, options


def lay(pile, entry, region, rng, *, share=1.0, **defaults):
    """Drop an item into a region; `share` is the part of its count to drop now."""
    name, count, placing, look = split(entry)
    pile.drop(variants(name, 5, **look), region, max(1, round(count * share)), rng, **{**defaults, **placing})


def garnish(pile, entries, rng, radius=0.6, above=0.3):
    """Scatter garnish over the middle: small round things tumble, larger ones keep apart."""
    for entry in entries:
        tumbling = "any" if entry["name"] in SMALL_AND_ROUND else "flat"
        lay(
            pile,
            entry,
            within(radius),
            rng,
            mode=tumbling,
            spread=entry["count"] < 25,
            above=above,
            tilt=16,
        )
