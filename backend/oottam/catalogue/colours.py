"""A shop's own colours: their contrast is computed by WCAG 2 (relative luminance), and must meet AA.

Derived tones are those of frontend/scripts/colours.mjs. White cards and the pictures' floors stay as shipped.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

# frontend/shared/styles/theme.css
SHIPPED: Mapping[str, str] = {
    "accent": "#c5301a",
    "brand": "#1f5b36",
    "ink": "#16301f",
    "ground": "#fffaf2",
}
WHITE, DARKEST_FLOOR, ON_BRAND, HIGHLIGHT = "#ffffff", "#fadcc8", "#fdf6e8", "#f2a71b"
SOFT_INK = 0.79  # of ink, the rest is ground
TEXT, CONTROL = 4.5, 3.0
_NAMES = {
    WHITE: "white",
    DARKEST_FLOOR: "the ground of pictures",
    ON_BRAND: "the light text",
    HIGHLIGHT: "the yellow of highlights",
}
# Shipped tones that stand on the ground.
_ON_GROUND = {
    "the red of errors": ("#b3261e", TEXT),
    "the brown of warnings": ("#a15c00", TEXT),
    "the green of success": ("#1b6b3a", TEXT),
    "the red of small headings": ("#8c2450", TEXT),
    "the lines of fields": ("#8a7f6a", CONTROL),
}


def contrast(first: str, second: str) -> float:
    """Return the ratio of two `#rrggbb` colours, 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@dataclass(frozen=True, slots=True)
class UnreadablePair:
    """The first pair whose contrast is too low, and which of the shop's colours are in it."""

    colours: Sequence[str]
    sentence: str


def with_shipped(own: Mapping[str, str | None]) -> dict[str, str]:
    """Return the shop's colours as `#rrggbb` by name, shipped ones in place of missing ones."""
    return {name: own.get(name) or shipped for name, shipped in SHIPPED.items()}


def unreadable_pair(own: Mapping[str, str | None]) -> UnreadablePair | None:
    """Return the first pair that cannot be read; None for none."""
    for names, first, second, needed in _pairs(with_shipped(own)):
        # Rounded down, so that the sentence never says the ratio that is needed.
        if (ratio := contrast(first, second)) < needed:
            return UnreadablePair(
                [name for name in SHIPPED if name in names.split()],
                f"{names} ({first} and {second}) have a contrast of "
                f"{int(ratio * 100) / 100:g} : 1, and need {needed:g} : 1. Choose a darker or lighter one.",
            )
    return None


def colour_error(own: Mapping[str, str | None]) -> str:
    """Return a sentence on the first pair that cannot be read; "" for none."""
    found = unreadable_pair(own)
    return f"has colours that cannot be told apart: {found.sentence}" if found else ""


def _pairs(colours: Mapping[str, str]) -> Iterator[tuple[str, str, str, float]]:
    accent, brand, ink, ground = (colours[name] for name in SHIPPED)
    for name, text in (("ink", ink), ("brand", brand), ("accent", accent)):
        for under in (ground, WHITE, DARKEST_FLOOR):
            # On pictures' grounds accent is a button only.
            needed = CONTROL if name == "accent" and under == DARKEST_FLOOR else TEXT
            yield f"{name} on {_NAMES.get(under, 'ground')}", text, under, needed
    soft = mix(ink, ground, SOFT_INK)
    for under in (ground, WHITE, DARKEST_FLOOR):
        yield f"soft ink on {_NAMES.get(under, 'ground')}", soft, under, TEXT
    yield f"{_NAMES[WHITE]} on accent", WHITE, accent, TEXT
    yield f"{_NAMES[ON_BRAND]} on brand", ON_BRAND, brand, TEXT
    yield f"{_NAMES[HIGHLIGHT]} on brand", HIGHLIGHT, brand, CONTROL
    for name, (tone, needed) in _ON_GROUND.items():
        yield f"{name} on ground", tone, ground, needed


def mix(first: str, second: str, share: float) -> str:
    """Return `share` of the first colour and the rest of the second, in sRGB."""
    parts = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{int(a * share + b * (1 - share) + 0.5):02x}" for a, b in parts)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def _luminance(colour: str) -> float:
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in _channels(colour))
    ]
    return sum(
        weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )
