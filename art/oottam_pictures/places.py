"""Where toppings go in a round bowl: fields (sectors) and fans (rows of overlapping slices)."""

import math

# start and end in degrees (0 is right, 90 is back), inner and outer radius
FIELDS = {
    "right": (-62, 22, 0.30, 0.78),
    "front": (228, 292, 0.30, 0.78),
    "left": (150, 222, 0.34, 0.76),
    "back": (60, 120, 0.36, 0.76),
    "front-right": (286, 345, 0.34, 0.76),
    "back-right": (-8, 46, 0.40, 0.74),
    "front-left": (195, 260, 0.30, 0.78),
    "back-left": (115, 165, 0.36, 0.74),
    "half-right": (-80, 70, 0.08, 0.76),
    "half-left": (100, 260, 0.08, 0.76),
    "half-front": (190, 350, 0.08, 0.78),
    "half-back": (20, 160, 0.15, 0.76),
    "middle": (0, 360, 0.0, 0.30),
    "all": (0, 360, 0.0, 0.78),
}

# place of slice i of n
FANS = {
    "back": lambda i, n: (-0.44 + 0.9 / n * i, 0.34 + 0.05 * math.sin(i * 0.5)),
    "arc-back": lambda i, n: (-0.56 + 0.155 * i, 0.40 + 0.13 * math.sin(0.3 + i * 0.42)),
    "row-left": lambda i, n: (-0.66 + 0.19 * i, 0.02 - 0.03 * i),
    "ring-left": lambda i, n: (
        0.60 * math.cos(math.radians(78 + i * 17)),
        0.60 * math.sin(math.radians(78 + i * 17)),
    ),
    "ring-right": lambda i, n: (
        0.58 * math.cos(math.radians(60 - i * 19)),
        0.58 * math.sin(math.radians(60 - i * 19)),
    ),
    "ring-front": lambda i, n: (
        0.56 * math.cos(math.radians(215 + i * 18)),
        0.56 * math.sin(math.radians(215 + i * 18)),
    ),
    "down-left": lambda i, n: (-0.56 + 0.05 * i, -0.02 - 0.085 * i),
    "middle": lambda i, n: (-0.42 + 0.84 / n * i, 0.02),
}
