"""The surfaces that many ingredients share."""

from ..materials import food

PALE_SCATTER = (1, 0.8, 0.6)


def wet():
    return food("wet", roughness=0.3, subsurface=0.3, depth=0.08, bump=(40, 0.05), coat=0.25)


def matte():
    return food("matte", roughness=0.62, bump=(45, 0.16))


def dry():
    return food("dry", roughness=0.55, subsurface=0.15, depth=0.04, bump=(38, 0.22), mottle=0.22, mottle_scale=14)


def juicy_flesh():
    return food("juicy", roughness=0.16, subsurface=0.45, depth=0.12, bump=(16, 0.05), coat=0.6, variation=0.12)


def sliced():
    """Cut vegetable faces; little coat and hardly any hue shift, or tomatoes look like radish."""
    look = {"roughness": 0.34, "subsurface": 0.22, "bump": (34, 0.10), "coat": 0.1}
    return food("slice", **look, variation=0.06, specular=0.35, hue=0.003)


def leafy():
    look = {"roughness": 0.38, "subsurface": 0, "bump": (30, 0.12), "coat": 0.12}
    return food("leaf", **look, translucency=0.32, variation=0.16, hue=0.02)


def creamy():
    look = {"roughness": 0.36, "subsurface": 0.5, "depth": 0.12, "radius": PALE_SCATTER}
    return food("soft", **look, bump=(22, 0.05), coat=0.12, variation=0.04, hue=0.005)


def grainy():
    """Cooked grain; without this much subsurface light rice turns grey."""
    look = {"roughness": 0.45, "subsurface": 0.7, "radius": PALE_SCATTER}
    return food("grain", **look, bump=None, coat=0.1, variation=0.09)


def charred():
    look = {"roughness": 0.36, "subsurface": 0.15, "depth": 0.05, "bump": (26, 0.3), "coat": 0.35}
    return food("char", **look, mottle=0.25, mottle_scale=9, variation=0.08)


def bread_crust():
    look = {"roughness": 0.75, "subsurface": 0.15, "depth": 0.04, "bump": (55, 0.35)}
    return food("bread", **look, mottle=0.12, mottle_scale=10, variation=0.04)


def thick_blend():
    """Smoothie, oats, curd."""
    look = {"roughness": 0.3, "subsurface": 0.35, "depth": 0.12, "radius": (1, 0.6, 0.5)}
    return food("thick", **look, bump=(18, 0.05), coat=0.25, variation=0, hue=0)


def gravy():
    look = {"roughness": 0.2, "subsurface": 0.3, "depth": 0.1, "bump": (22, 0.16), "coat": 0.5}
    return food("sauce", **look, variation=0, hue=0)


def powdery():
    return food("powder", roughness=0.9, subsurface=0.1, bump=(120, 0.5), variation=0.05)
