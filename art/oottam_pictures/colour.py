"""Colours as linear RGB rows, and the blends that paint vertices."""

import numpy as np


def linear(colour):
    """Return linear RGB for '#rrggbb' (sRGB); a triple that is already linear passes through."""
    if not isinstance(colour, str):
        return np.array(colour[:3], float)
    digits = colour.lstrip("#")
    srgb = np.array([int(digits[i : i + 2], 16) for i in (0, 2, 4)]) / 255.0
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def mix(first, second, share):
    """Blend two colours (or rows of colours); `share` 0..1 per vertex is the part of `second`."""
    first = np.atleast_2d(first)
    second = np.atleast_2d(second)
    share = np.clip(np.asarray(share, float), 0, 1).reshape(-1, 1)
    return first * (1 - share) + second * share


def smoothstep(start, end, value):
    """Rise smoothly from 0 at `start` to 1 at `end`; falls when `start` is above `end`."""
    t = np.clip((value - start) / (end - start), 0, 1)
    return t * t * (3 - 2 * t)


def ramp(value, stops):
    """Colour rows read off a gradient; stops are [(position, '#rrggbb'), ...]."""
    value = np.asarray(value, float)
    positions = [stop[0] for stop in stops]
    colours = np.array([linear(stop[1]) for stop in stops])
    return np.stack([np.interp(value, positions, colours[:, k]) for k in range(3)], 1)
