"""The words of a scene's description. Nothing here needs Blender."""

import math

PARTY = ("#D9643C", "#8C9A78", "#E9B44C", "#B0486A", "#5C7686")


def block(dish, x, y, turn=0, scale=1.0):
    """A whole dish of the menus at (x, y), turned by degrees."""
    return {"dish": dish, "at": (x, y), "turn": turn, "scale": scale}


def prop(kind, **options):
    """Something that is no dish; see scenes/props.py."""
    return {"prop": kind, "options": options}


def strewn(entry, x, y, radius=0.4):
    """Loose ingredients on the table."""
    return {"strewn": entry, "at": (x, y), "radius": radius}


def candles(height, reach):
    """Five candles in an arc on top of a cake."""
    angles = [0.5 + k * 2.2 / 4 for k in range(5)]
    spots = [(reach * math.cos(a), reach * math.sin(a), height) for a in angles]
    return [prop("candle", at=spot, colour=colour) for spot, colour in zip(spots, PARTY, strict=True)]


def balloons():
    """Six balloons behind the table."""
    spots = [
        ((-2.3, 2.6, 2.7), "#D9643C", 0.52),
        ((-1.45, 3.0, 3.25), "#F1E3CF", 0.48),
        ((-0.75, 2.7, 2.6), "#E9B44C", 0.45),
        ((2.3, 2.7, 2.75), "#8C9A78", 0.52),
        ((1.5, 3.1, 3.3), "#E7A98F", 0.5),
        ((0.85, 2.8, 2.55), "#B0486A", 0.42),
    ]
    return [prop("balloon", at=at, colour=colour, size=size) for at, colour, size in spots]
