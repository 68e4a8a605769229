"""The camera for each kind of dish."""

from .camera import View

CLOSE = View(elevation=20, fill=0.95, reach=0.8)
HIGH = View(elevation=50, fill=0.9)
MIDDLE = View(elevation=32, fill=0.9)

VIEWS = {
    "drink": CLOSE,
    "topped_bowl": HIGH,
    "heap": HIGH,
    "gravy": HIGH,
    "heaped_plate": HIGH,
    "flatbread": View(elevation=42, fill=0.92),
    "ladle": View(elevation=42, fill=0.92),
    "pancakes": View(elevation=30, fill=0.92),
    "sandwich": View(elevation=24, fill=0.92),
    "toast": View(elevation=42, fill=0.94),
    "tray": View(elevation=50, fill=0.92),
    "wrap": View(elevation=28, fill=0.94),
}
