"""The colours that several pictures share."""

CERAMICS = {
    "cream": "#EFE6D6",
    "terra": "#B5623C",
    "sage": "#8C9A78",
    "char": "#3B3836",
    "sand": "#D8C1A0",
    "blue": "#5C7686",
    "white": "#F4F0E8",
    "blush": "#D9A08A",
    "mustard": "#D9A441",
    "plum": "#6E4A5E",
}

BACKDROPS = {
    "cream": "#EFE6D8",
    "sage": "#E2E8D4",
    "blush": "#F0DAD4",
    "butter": "#F6E6BE",
    "clay": "#E6D2BA",
}

STEEL = "#C9CACB"
COPPER = "#B87333"
BRASS = "#C99A4A"
