"""Cut fruit bowls."""

from ..items import item

MINT = item("mint", 2, length=0.2, above=0.3)

DISHES = {
    "cut-fruit": {
        "archetype": "heap",
        "vessel": "white",
        "depth": 0.5,
        "bed": ("#F3A638", "#F8C05E"),
        "below_rim": 0.02,
        "brim": 0.34,
        "ring": [
            item("watermelon", 9, half=0.12),
            item("cube", 9, colour="#EA701C", second="#F59A40", half=0.11),
            item("pineapple", 7),
            item("grape", 9, mode="any", radius=0.1),
        ],
        "rise": 0.24,
        "main": [
            item("watermelon", 46, mode="flat", tilt=40, half=0.125),
            item("cube", 46, colour="#EA701C", second="#F59A40", half=0.11, mode="flat", tilt=40),
            item("pineapple", 40, mode="flat", tilt=35),
            item("apple", 14, radius=0.24, mode="flat"),
            item("grape", 34, radius=0.1),
        ],
        "top": [
            item("kiwi", 5, radius=0.2),
            item("banana", 5, radius=0.17),
            item("strawberry", 3, half=True, radius=0.16),
            item("grape", 5, mode="any", colour="#5A1E3C", radius=0.1),
        ],
        "garnish": [item("aril", 26, radius=0.05), MINT],
        "backdrop": "butter",
    },
    "papaya-lime-bowl": {
        "archetype": "heap",
        "vessel": "terra",
        "bed": ("#D96A1E", "#EE8A3A"),
        "main": [item("cube", 78, colour="#EA6A1A", second="#F58E3A", half=0.125, mode="flat", tilt=40)],
        "top": [item("lime", 3, radius=0.22), item("papaya_half", 1, size=0.34, tilt=4, mode="up", yaw=0)],
        "garnish": [item("mint", 2, length=0.2), item("speck", 40, colour="#2A211C", mode="any", radius=0.012)],
        "backdrop": "sage",
    },
    "watermelon-mint-bowl": {
        "archetype": "heap",
        "vessel": "sage",
        "bed": ("#C92A34", "#E0525A"),
        "main": [item("watermelon", 74, mode="flat", tilt=40, half=0.135)],
        "garnish": [item("mint", 5, length=0.24)],
        "backdrop": "blush",
    },
    "pineapple-chilli-bowl": {
        "archetype": "heap",
        "vessel": "blue",
        "bed": ("#E0B02A", "#F2CC4A"),
        "main": [item("pineapple", 84, mode="flat", tilt=38, radius=0.42)],
        "garnish": [
            item("chillislice", 14, radius=0.042),
            item("speck", 160, colour="#B8240E", mode="any", radius=0.015),
            item("mint", 1, length=0.22),
        ],
        "backdrop": "butter",
    },
    "guava-masala-bowl": {
        "archetype": "heap",
        "vessel": "cream",
        "rise": 0.3,
        "bed": ("#F3D9BE", "#F9E6D0"),
        "main": [item("guava_wedge", 110, mode="flat", tilt=36, radius=0.27)],
        "garnish": [
            item("speck", 420, colour="#9A2A12", mode="any", radius=0.013, tries=1),
            item("coriander", 4),
        ],
        "around": [
            ((-0.86, -0.98, 0.02), item("guava_half", 1, size=0.3, yaw=0.1)),
            ((0.94, -0.86, 0.02), item("whole_guava", 1, size=0.28, yaw=0.3)),
            ((0.34, -1.16, 0.02), item("powder", 1, radius=0.2, colour="#A8341A")),
        ],
        "view": {"reach": 1.12},
        "backdrop": "sage",
    },
    "pomegranate-pear-bowl": {
        "archetype": "heap",
        "vessel": "char",
        "bed": ("#A8162C", "#C8384A"),
        "main": [
            item("aril", 520, radius=0.056),
            item("apple", 14, skin="#B4BE4E", radius=0.3, mode="flat"),
        ],
        "top": [item("apple", 6, skin="#B4BE4E", radius=0.34)],
        "garnish": [item("aril", 40), item("mint", 2, length=0.2)],
        "backdrop": "blush",
    },
}
