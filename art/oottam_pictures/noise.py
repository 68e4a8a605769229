"""Seeded value noise, the same on every machine."""

import numpy as np


def _lattice(ix, iy, iz, seed):
    """Pseudo-random value in -1..1 of an integer lattice point."""
    n = (ix * 374761393 + iy * 668265263 + iz * 1440670441 + seed * 1274126177) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    n = ((n ^ (n >> 15)) * 2246822519) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 32767.5 - 1


def value_noise(points, seed=0):
    """Smooth noise in -1..1 at each row of `points` (n, 3)."""
    points = np.asarray(points, float)
    cell = np.floor(points).astype(np.int64)
    f = points - cell
    u = f * f * f * (f * (f * 6 - 15) + 10)
    total = 0
    for dx in (0, 1):
        for dy in (0, 1):
            for dz in (0, 1):
                weight = (
                    (u[:, 0] if dx else 1 - u[:, 0])
                    * (u[:, 1] if dy else 1 - u[:, 1])
                    * (u[:, 2] if dz else 1 - u[:, 2])
                )
                total = total + weight * _lattice(cell[:, 0] + dx, cell[:, 1] + dy, cell[:, 2] + dz, seed)
    return total


def fractal(points, seed=0, octaves=3):
    """Octaves of value noise, about -1..1."""
    total = 0
    amplitude = 0.5
    for octave in range(octaves):
        total = total + amplitude * value_noise(np.asarray(points) * (2**octave), seed + octave * 17)
        amplitude *= 0.5
    return total
